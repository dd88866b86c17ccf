import type { CallOutput } from '@holdfast/contract/calls';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import type { RemarkVerdict } from '@holdfast/contract/orders';
import { Button, Card, Notice, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { RemoveRemark } from '#components/remove-remark.tsx';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import { Decision } from './decision.tsx';
import { FlagQueue } from './flag-queue.tsx';
import styles from './flags.module.css';
import { flagWords } from './flags.words.ts';
import { remarkWords } from './remarks.words.ts';

type Remark = CallOutput<'/operator/remark/list'>['items'][number];

/** Where there is no stream. */
const REFRESH_MS = 10_000;

/**
 * Remarks of listings that wait for a look; nothing where none does. The dialog belongs to the queue and not to an item: somebody else's decision takes the
 * item away, and what was typed stays.
 */
export function RemarkQueue() {
  const say = useWords(remarkWords);
  const list = usePages('/operator/remark/list', {}, { refetchMs: useUnlessLive(REFRESH_MS) });
  const [removing, setRemoving] = useState<Pick<Remark, 'id' | 'text'>>();
  const [given, setGiven] = useState<Readonly<Record<string, RemarkVerdict>>>({});
  const give = (id: string, verdict: RemarkVerdict) => setGiven((before) => ({ ...before, [id]: verdict }));
  return (
    <>
      <FlagQueue
        read={list}
        head={
          <>
            <h2>{say('title')}</h2>
            <p className={componentStyles.quiet}>{say('note')}</p>
          </>
        }
        texts={{ list: say('list'), more: say('more'), news: say('newOnes') }}
        renderItem={(remark) => (
          <Waiting
            remark={remark}
            given={given[remark.id]}
            onKept={() => give(remark.id, 'keep')}
            onRemove={() => setRemoving(remark)}
          />
        )}
      />
      {removing && (
        <RemoveRemark
          id={removing.id}
          text={removing.text}
          onDone={() => give(removing.id, 'remove')}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface WaitingProps {
  remark: Remark;
  given: RemarkVerdict | undefined;
  onKept: () => void;
  onRemove: () => void;
}

function Waiting({ remark: { id, text, kinds, owner, at }, given, onKept, onRemove }: WaitingProps) {
  const say = useWords(remarkWords);
  const sayFlag = useWords(flagWords);
  const when = useWhen();
  const errorText = useErrorText();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const keep = useAction(
    async () => {
      try {
        await callApi('/operator/remark/decide/{id}', { params: { id }, input: { verdict: 'keep' } });
        onKept();
      } finally {
        refresh('/operator/remark/list');
      }
    },
    { shows: ['REMARK_DECIDED', 'RATE_LIMITED'] },
  );
  return (
    <Card className={stackClass}>
      <div className={styles.head}>
        <small>{when(at)}</small>
        <span className={styles.kinds}>
          {kinds.map((kind) => (
            <Pill key={kind} tone="held">
              {sayFlag(`kind-${kind}`)}
            </Pill>
          ))}
        </span>
      </div>
      <p className={componentStyles.said}>{text}</p>
      {keep.error && (
        <Notice tone="refused" isAlert>
          {errorText(keep.error)}
        </Notice>
      )}
      <div className={styles.foot}>
        <Link to="/member" search={{ account: owner.account }} className={componentStyles.rowLink}>
          {say('member', { nick: owner.nick })}
        </Link>
        <Decision given={given && say(`given-${given}`)}>
          <Button
            look="text"
            busy={keep.isBusy}
            aria-label={`${say('keep')} · ${owner.nick}`}
            onClick={() => void keep.run()}
          >
            {say('keep')}
          </Button>
          <Button look="quiet" aria-label={`${say('remove')} · ${owner.nick}`} onClick={onRemove}>
            {say('remove')}
          </Button>
        </Decision>
      </div>
    </Card>
  );
}
