import type { OwnBankCard } from '@holdfast/contract/calls';
import {
  AddIcon,
  Button,
  Card,
  EmptyState,
  ListRow,
  Panel,
  Pill,
  RowIcon,
  RowList,
  Skeleton,
  stackClass,
  type Tone,
} from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import type { ComponentProps, ComponentType } from 'react';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { NameFirst, useIsNameAwaited } from './name-first.tsx';
import { ReadFailed } from './read-failed.tsx';
import styles from './receiving-accounts.module.css';
import { receivingAccountsWords } from './receiving-accounts.words.ts';
import { useZoned } from './zone-note.tsx';

/** An account that the member is paid on, of whatever kind, as its list shows it. */
export interface ShownAccount extends Pick<
  OwnBankCard,
  'id' | 'holderName' | 'status' | 'addedAt' | 'coolingUntil' | 'refusal'
> {
  /** The bank, or the pay app. */
  readonly title: string;
  readonly masked: string;
}

/** What each kind says in words of its own. */
type OwnWord =
  | 'title'
  | 'intro'
  | 'add'
  | 'addFirst'
  | 'none'
  | 'noneText'
  | 'approval.at-once'
  | 'approval.by-review'
  | 'status.Approved';

export interface AccountKind {
  /** Under which the open place is kept. */
  readonly draft: string;
  readonly Icon: ComponentType<{ size?: number }>;
  readonly say: (word: OwnWord) => string;
}

/** Where in the panel the member is. Behind a changed account lie its detail and the list. */
type Place = { at: 'list' | 'add' } | { at: 'account' | 'change'; id: string };
const DEPTH = { list: 0, add: 1, account: 1, change: 2 } as const satisfies Record<Place['at'], number>;

function behind(place: Place): Place {
  return place.at === 'change' ? { ...place, at: 'account' } : { at: 'list' };
}

interface ReceivingAccountsPanelProps<A extends ShownAccount> extends Pick<ListProps, 'kind' | 'read'> {
  accounts: readonly A[] | undefined;
  /** A new one, or `changed` as it is to be. */
  Form: ComponentType<{ changed?: A; onDone: () => void }>;
  Detail: ComponentType<{ account: A; onChange: () => void; onClose: () => void }>;
  onClose: () => void;
}

/** The accounts of one kind that a member is paid on, and the ways to add, change and remove one. */
export function ReceivingAccountsPanel<A extends ShownAccount>(props: ReceivingAccountsPanelProps<A>) {
  const { kind, read, accounts, Form, Detail, onClose } = props;
  const [place, setPlace] = useDraft<Place>(kind.draft, { at: 'list' });
  const back = () => setPlace(behind(place));
  useBackSteps(DEPTH[place.at], back);
  const one = 'id' in place ? accounts?.find(({ id }) => id === place.id) : undefined;
  if (place.at === 'add') return <Form onDone={back} />;
  if (place.at === 'change' && one) return <Form changed={one} onDone={back} />;
  if (place.at === 'account' && one)
    return <Detail account={one} onChange={() => setPlace({ at: 'change', id: one.id })} onClose={back} />;
  return (
    <Panel title={kind.say('title')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{kind.say('intro')}</p>
        <List
          kind={kind}
          read={read}
          accounts={accounts}
          onAdd={() => setPlace({ at: 'add' })}
          onOpen={({ id }) => setPlace({ at: 'account', id })}
        />
      </div>
    </Panel>
  );
}

interface ListProps {
  kind: AccountKind;
  read: ComponentProps<typeof ReadFailed>['read'] & {
    isError: boolean;
    data: { approval: 'at-once' | 'by-review' } | undefined;
  };
  accounts: readonly ShownAccount[] | undefined;
  onAdd: () => void;
  onOpen: (account: ShownAccount) => void;
}

function List({ kind: { Icon, say }, read, accounts, onAdd, onOpen }: ListProps) {
  const { data, isError } = read;
  const isNameAwaited = useIsNameAwaited();
  if (isError && !data) return <ReadFailed read={read} />;
  if (!data || !accounts) return <Waiting />;
  // Nothing can be added yet: how a new one is approved would contradict what stands in the place of the button.
  const approval = !isNameAwaited && <p className={styles.intro}>{say(`approval.${data.approval}`)}</p>;
  if (accounts.length === 0)
    return (
      <>
        <Card>
          <EmptyState
            icon={<Icon />}
            title={say('none')}
            text={say('noneText')}
            action={
              <NameFirst>
                <Button onClick={onAdd}>{say('addFirst')}</Button>
              </NameFirst>
            }
          />
        </Card>
        {approval}
      </>
    );
  return (
    <>
      <Card flush>
        <RowList label={say('title')}>
          {accounts.map((account) => (
            <li key={account.id}>
              <Row account={account} kind={{ Icon, say }} onOpen={() => onOpen(account)} />
            </li>
          ))}
        </RowList>
      </Card>
      {approval}
      <NameFirst>
        <Button look="quiet" block icon={<AddIcon size={18} />} onClick={onAdd}>
          {say('add')}
        </Button>
      </NameFirst>
    </>
  );
}

function Waiting() {
  return (
    <Card flush aria-busy>
      <ListRow
        lead={<Skeleton width="40px" height="40px" />}
        title={<Skeleton width="50%" />}
        note={<Skeleton width="70%" />}
      />
    </Card>
  );
}

const TONES: Readonly<Record<ShownAccount['status'], Tone>> = {
  Approved: 'free',
  Review: 'held',
  NotApproved: 'refused',
};

/** How a kind calls a status: what an approved one can do is its own to say. */
export function useStatusText({ say: sayOwn }: Pick<AccountKind, 'say'>) {
  const say = useWords(receivingAccountsWords);
  return (status: ShownAccount['status']) =>
    status === 'Approved' ? sayOwn('status.Approved') : say(`status.${status}`);
}

interface RowProps {
  account: ShownAccount;
  kind: Pick<AccountKind, 'Icon' | 'say'>;
  onOpen: () => void;
}

function Row({ account: { status, coolingUntil, ...account }, kind, onOpen }: RowProps) {
  const say = useWords(receivingAccountsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const statusText = useStatusText(kind);
  const isCooling = status === 'Approved' && coolingUntil !== null;
  return (
    <ListRow
      onClick={onOpen}
      lead={
        <RowIcon>
          <kind.Icon size={20} />
        </RowIcon>
      }
      title={account.title}
      note={
        <>
          {account.masked} · {say('holder', { name: account.holderName })}
          {isCooling && (
            <p>{say('coolingUntil', { time: zoned(dayAndTime(coolingUntil, serverNow(), language)) })}</p>
          )}
        </>
      }
      end={
        <Pill tone={isCooling ? 'held' : TONES[status]}>
          {isCooling ? say('cooling') : statusText(status)}
        </Pill>
      }
    />
  );
}
