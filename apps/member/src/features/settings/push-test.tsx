import { Button, Card, ListRow, Notice, Pill, RowList, type Tone } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { PushCarrier } from '#platform/push/port.ts';
import {
  checkPush,
  PART_OF,
  PUSH_PARTS,
  type PushFault,
  type PushPart,
} from '#state/notifications/push-check.ts';
import { usePushWishes } from '#state/notifications/use-push-wishes.ts';
import { useServices } from '#state/services.tsx';
import styles from './push.module.css';
import { pushWords } from './push.words.ts';

const FAULTS = {
  permission: 'faultPermission',
  worker: 'faultWorker',
  token: 'faultToken',
  'unknown-service': 'faultUnknown',
  refused: 'faultRefused',
  unreachable: 'faultUnreachable',
  late: 'faultLate',
} as const satisfies Readonly<Record<PushFault, keyof (typeof pushWords)['zh-TW']>>;

type State = 'ok' | 'broken' | 'doing' | 'open';
const TONES: Readonly<Record<State, Tone>> = {
  ok: 'free',
  broken: 'refused',
  doing: 'held',
  open: 'neutral',
};

interface Progress {
  readonly part: PushPart;
  /** Undefined while the test runs. */
  readonly result?: { readonly fault: PushFault | undefined };
}

/** How a part stands: those before the one that is looked at work. */
function stateOf(part: PushPart, { part: reached, result }: Progress): State {
  const [at, now] = [PUSH_PARTS.indexOf(part), PUSH_PARTS.indexOf(reached)];
  if (result && result.fault === undefined) return 'ok';
  const broken = result?.fault === undefined ? now : PUSH_PARTS.indexOf(PART_OF[result.fault]);
  if (at < broken) return 'ok';
  if (at > broken) return 'open';
  return result ? 'broken' : 'doing';
}

/** "Send me a test": the message is followed on its way, and the first part that does not work is named with what helps. */
export function PushTest({ push }: { push: PushCarrier }) {
  const say = useWords(pushWords);
  const services = useServices();
  const wishes = usePushWishes();
  const [progress, setProgress] = useState<Progress>();
  const test = useAction(async () => {
    setProgress({ part: 'permission' });
    try {
      const fault = await checkPush({ ...services, push }, wishes, (part) => setProgress({ part }));
      setProgress({ part: 'service', result: { fault } });
    } catch (error) {
      // The connection to us is what failed: nothing was found out.
      setProgress(undefined);
      throw error;
    }
  });
  return (
    <Card className={styles.group}>
      <p>{say('testText')}</p>
      <Button look="quiet" block busy={test.isBusy} onClick={() => void test.run()}>
        {say(test.isBusy ? 'testing' : 'test')}
      </Button>
      {progress && <Parts progress={progress} />}
      {/* Also told to who does not see it. */}
      <div role="status">{progress?.result && <Result {...progress.result} />}</div>
    </Card>
  );
}

function Parts({ progress }: { progress: Progress }) {
  const say = useWords(pushWords);
  return (
    <RowList label={say('parts')}>
      {PUSH_PARTS.map((part) => {
        const state = stateOf(part, progress);
        return (
          <li key={part}>
            <ListRow title={say(part)} end={<Pill tone={TONES[state]}>{say(state)}</Pill>} />
          </li>
        );
      })}
    </RowList>
  );
}

function Result({ fault }: { fault: PushFault | undefined }) {
  const say = useWords(pushWords);
  return (
    <Notice tone={fault === undefined ? 'free' : 'refused'}>
      {say(fault === undefined ? 'allGood' : FAULTS[fault])}
    </Notice>
  );
}
