import type { CallOutput } from '@holdfast/contract/calls';
import { Button, Card, ListRow, Notice, Panel, Pill, Skeleton, stackClass } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { RemoveAuthenticator } from './remove-authenticator.tsx';
import { authenticatorWords } from './authenticator.words.ts';
import styles from './security.module.css';

type Authenticator = CallOutput<'/member/security/authenticator'>;

/** Fewer are said to be running out. */
const FEW_CODES = 3;

/** The authenticator: how it stands, and the ways to add and to remove it. */
export function AuthenticatorPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(authenticatorWords);
  const read = useRead('/member/security/authenticator', {});
  // Whoever goes to the authenticator app meets the PIN lock on the way back, and goes on where it came.
  const [way, setWay] = useDraft<'add' | 'remove' | undefined>('authenticator way', undefined);
  const { data, isError } = read;
  const leave = () => setWay(undefined);
  useBackSteps(way ? 1 : 0, leave);
  if (way === 'add') return <AddAuthenticator onDone={leave} />;
  if (way === 'remove' && data && data.state !== 'none')
    return <RemoveAuthenticator state={data.state} onDone={leave} />;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass} aria-busy={!data && !isError}>
        <p className={styles.intro}>{say('intro')}</p>
        {isError && !data && <ReadFailed read={read} />}
        {!isError && !data && <Skeleton height="8rem" />}
        {data && <State authenticator={data} />}
        <p className={styles.intro}>{say('guard')}</p>
        {data && (
          <Button
            block
            large
            look={data.state === 'none' ? 'primary' : 'quiet'}
            onClick={() => setWay(data.state === 'none' ? 'add' : 'remove')}
          >
            {say(data.state === 'none' ? 'start' : 'remove')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function State({ authenticator: { state, addedAt, recoveryCodesLeft } }: { authenticator: Authenticator }) {
  const say = useWords(authenticatorWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const zoned = useZoned();
  if (state === 'none' || addedAt === null) return null;
  return (
    <>
      <Card flush>
        <ListRow
          title={say('left', { count: recoveryCodesLeft })}
          note={say('since', { time: zoned(dayAndTime(addedAt, serverNow(), language)) })}
          end={<Pill tone={state === 'on' ? 'free' : 'held'}>{say(state)}</Pill>}
        />
      </Card>
      {state === 'suspended' && <Notice tone="held">{say('suspendedWhy')}</Notice>}
      {state === 'on' && recoveryCodesLeft < FEW_CODES && <Notice tone="held">{say('few')}</Notice>}
    </>
  );
}
