import type { CallOutput } from '@holdfast/contract/calls';
import { Button, Card, EmptyState, ListRow, Panel, Pill, RowList, Skeleton, stackClass } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { EditPasskey } from './edit-passkey.tsx';
import { passkeysWords } from './passkeys.words.ts';
import styles from './security.module.css';

type Passkey = CallOutput<'/member/security/passkeys'>['passkeys'][number];

/** The passkeys of a member, and the ways to add one, to rename it and to remove it. */
export function PasskeysPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passkeysWords);
  const read = useRead('/member/security/passkeys', {});
  /** `new`, or the id of one. */
  const [way, setWay] = useDraft<string | undefined>('passkey way', undefined);
  const { data, isError } = read;
  const leave = () => setWay(undefined);
  useBackSteps(way === undefined ? 0 : 1, leave);
  if (way === 'new') return <AddPasskey onDone={leave} />;
  const chosen = data?.passkeys.find(({ id }) => id === way);
  if (chosen) return <EditPasskey passkey={chosen} onDone={leave} />;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass} aria-busy={!data && !isError}>
        <p className={styles.intro}>{say('intro')}</p>
        {isError && !data && <ReadFailed read={read} />}
        {!isError && !data && <Skeleton height="8rem" />}
        {data?.passkeys.length === 0 && <EmptyState title={say('none')} />}
        {data && data.passkeys.length > 0 && (
          <Card flush>
            <RowList label={say('title')}>
              {data.passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onEdit={() => setWay(passkey.id)} />
              ))}
            </RowList>
          </Card>
        )}
        {data && (
          <Button block large onClick={() => setWay('new')}>
            {say('add')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Row({ passkey, onEdit }: { passkey: Passkey; onEdit: () => void }) {
  const say = useWords(passkeysWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const zoned = useZoned();
  const { name, usedAt, addedAt, isSuspended } = passkey;
  const time = zoned(dayAndTime(usedAt ?? addedAt, serverNow(), language));
  return (
    <li>
      <ListRow
        title={name}
        note={
          <span className={styles.address}>
            {say(usedAt ? 'used' : 'since', { time })}
            {isSuspended && <Pill tone="held">{say('suspended')}</Pill>}
          </span>
        }
        end={
          <Button look="text" aria-label={say('editOf', { name })} onClick={onEdit}>
            {say('edit')}
          </Button>
        }
      />
    </li>
  );
}
