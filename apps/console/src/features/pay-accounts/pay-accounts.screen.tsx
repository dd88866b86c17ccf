import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Field, Pill, SelectField, type Tone } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { SearchForm } from '#components/search-form.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { payAccountsWords } from './pay-accounts.words.ts';

type Row = CallOutput<'/member/third-party-payment/review'>['items'][number];
type Status = CallInput<'/member/third-party-payment/review'>['status'];

const TONES: Readonly<Record<Status, Tone>> = { Approved: 'free', Review: 'held', NotApproved: 'refused' };
const STATUSES = Object.keys(TONES) as Status[];
/** How the queue of the reviews calls the same states. */
const QUEUE_STATES = { Approved: 'approved', Review: 'waiting', NotApproved: 'refused' } as const;

interface Filter {
  readonly status: Status;
  readonly account: string;
}

/** Accounts at pay apps of all members by their state, or those of one member. The filters stand in the address. */
export function PayAccountsScreen() {
  const say = useWords(payAccountsWords);
  const navigate = useNavigate();
  const { status = 'Approved', account = '' } = useSearch({ from: '/shell/pay-accounts' });
  const list = usePages(
    '/member/third-party-payment/review',
    { status, ...(account !== '' && { account }) },
    { keepsPrevious: true },
  );
  const columns = useColumns();
  const go = (to: Filter) =>
    void navigate({
      to: '/pay-accounts',
      search: { status: to.status, ...(to.account !== '' && { account: to.account }) },
    });
  const clear = account === '' ? undefined : () => go({ status, account: '' });
  return (
    <Page title={say('title')} note={say('note')}>
      <Filters key={`${status} ${account}`} filter={{ status, account }} onSearch={go} onClear={clear} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="pay-accounts"
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ versionId }) => versionId}
            pages={list}
            onClear={clear}
          />
        )}
      </ReadState>
    </Page>
  );
}

function Filters({
  filter,
  onSearch,
  onClear,
}: {
  filter: Filter;
  onSearch: (filter: Filter) => void;
  onClear: (() => void) | undefined;
}) {
  const say = useWords(payAccountsWords);
  const [typed, setTyped] = useState(filter);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => field.current?.focus() }]);
  return (
    <SearchForm
      onSearch={() => onSearch({ ...typed, account: typed.account.trim().toLowerCase() })}
      onClear={onClear}
    >
      <SelectField
        label={say('status')}
        value={typed.status}
        onChange={(event) =>
          setTyped({ ...typed, status: STATUSES.find((one) => one === event.target.value) ?? 'Approved' })
        }
      >
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {say(`status-${one}`)}
          </option>
        ))}
      </SelectField>
      <Field
        ref={field}
        label={say('account')}
        hint={say('accountHint')}
        value={typed.account}
        maxLength={15}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped({ ...typed, account: event.target.value })}
      />
    </SearchForm>
  );
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords(payAccountsWords);
  const when = useWhen();
  return [
    {
      name: say('account'),
      cell: ({ account }) => (
        <Link to="/member" search={{ account }} className={styles.rowLink}>
          {account}
        </Link>
      ),
    },
    { id: 'app', name: say('app'), cell: ({ app }) => say(`app-${app}`) },
    {
      name: say('target'),
      cell: ({ targetMasked }) => <span className={styles.mono}>{targetMasked}</span>,
    },
    { id: 'holder', name: say('holder'), isExtra: true, cell: ({ holderMasked }) => holderMasked },
    {
      id: 'status',
      name: say('status'),
      cell: ({ status }) => <Pill tone={TONES[status]}>{say(`status-${status}`)}</Pill>,
    },
    { id: 'added', name: say('added'), isExtra: true, cell: ({ addedAt }) => when(addedAt) },
    {
      name: say('open'),
      cell: ({ payAccountId, account, status }) => (
        <Link
          to="/reviews"
          search={{ kind: 'pay-account', state: QUEUE_STATES[status], id: payAccountId }}
          className={styles.rowLink}
          aria-label={say('openOf', { account })}
        >
          {say('open')}
        </Link>
      ),
    },
  ];
}
