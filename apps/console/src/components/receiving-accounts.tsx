import type { CallInput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { Field, Pill, SelectField, type Tone } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import styles from './components.module.css';
import type { Column } from './long-table.tsx';
import { receivingAccountWords } from './receiving-accounts.words.ts';
import { SearchForm } from './search-form.tsx';
import { useShortcuts } from './shortcuts.tsx';

/** What the lists of bank accounts and of pay accounts have in common: the same states, the same filters, the same way to the review. */

type Status = CallInput<'/member/appbk/bankcard-list'>['status'];

const TONES: Readonly<Record<Status, Tone>> = { Approved: 'free', Review: 'held', NotApproved: 'refused' };
const STATUSES = Object.keys(TONES) as Status[];
/** How the queue of the reviews calls the same states. */
const QUEUE_STATES = { Approved: 'approved', Review: 'waiting', NotApproved: 'refused' } as const;

export interface AccountFilter {
  readonly status: Status;
  /** '': of every member. */
  readonly account: string;
}

/** The filter as an address or a call says it. */
export const queryOf = ({ status, account }: AccountFilter) => ({
  status,
  ...(account !== '' && { account }),
});

export function AccountFilters({
  filter,
  onSearch,
  onClear,
}: {
  filter: AccountFilter;
  onSearch: (filter: AccountFilter) => void;
  onClear: (() => void) | undefined;
}) {
  const say = useWords(receivingAccountWords);
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

interface AccountRow {
  readonly account: string;
  readonly status: Status;
}

/** The columns that both lists have, around those of the one. */
export function useAccountColumns<T extends AccountRow>(
  kind: 'card' | 'pay-account',
  idOf: (row: T) => string,
  own: readonly Column<T>[],
): readonly Column<T>[] {
  const say = useWords(receivingAccountWords);
  return [
    {
      name: say('account'),
      cell: ({ account }) => (
        <Link to="/member" search={{ account }} className={styles.rowLink}>
          {account}
        </Link>
      ),
    },
    ...own,
    {
      id: 'status',
      name: say('status'),
      cell: ({ status }) => <Pill tone={TONES[status]}>{say(`status-${status}`)}</Pill>,
    },
    {
      name: say('open'),
      isAct: true,
      cell: (row) => (
        <Link
          to="/reviews"
          search={{ kind, state: QUEUE_STATES[row.status], id: idOf(row) }}
          className={styles.rowLink}
          aria-label={say('openOf', { account: row.account })}
        >
          {say('open')}
        </Link>
      ),
    },
  ];
}
