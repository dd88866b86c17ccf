import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Field, Pill, SelectField, type Tone } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { bankCardsWords } from './bank-cards.words.ts';

type Row = CallOutput<'/member/appbk/bankcard-list'>['items'][number];
type Status = CallInput<'/member/appbk/bankcard-list'>['status'];

const TONES: Readonly<Record<Status, Tone>> = { Approved: 'free', Review: 'held', NotApproved: 'refused' };
const STATUSES = Object.keys(TONES) as Status[];

/** Bank accounts of all members by their state, or those of one member. The filters stand in the address. */
export function BankCardsScreen() {
  const say = useWords(bankCardsWords);
  const navigate = useNavigate();
  const { status = 'Approved', account } = useSearch({ from: '/shell/bank-cards' });
  const list = usePages(
    '/member/appbk/bankcard-list',
    { status, ...(account !== undefined && { account }) },
    { keepsPrevious: true },
  );
  const columns = useColumns();
  const go = (to: { status: Status; account?: string | undefined }) =>
    void navigate({
      to: '/bank-cards',
      search: { status: to.status, ...(to.account ? { account: to.account } : {}) },
    });
  return (
    <Page title={say('title')} note={say('note')}>
      <FilterForm key={`${status} ${account}`} status={status} account={account ?? ''} onSearch={go} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ versionId }) => versionId}
            pages={list}
            onClear={account === undefined ? undefined : () => go({ status })}
          />
        )}
      </ReadState>
    </Page>
  );
}

function FilterForm({
  status,
  account,
  onSearch,
}: {
  status: Status;
  account: string;
  onSearch: (to: { status: Status; account: string }) => void;
}) {
  const say = useWords(bankCardsWords);
  const [typed, setTyped] = useState({ status, account });
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => field.current?.focus() }]);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ status: typed.status, account: typed.account.trim().toLowerCase() });
      }}
    >
      <div className={styles.filters}>
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
      </div>
      <div className={styles.actions}>
        <Button type="submit">{say('search')}</Button>
        {account !== '' && (
          <Button look="quiet" onClick={() => onSearch({ status, account: '' })}>
            {say('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords(bankCardsWords);
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
    {
      name: say('bank'),
      cell: ({ bankCode, accountMasked }) => (
        <span className={styles.mono}>
          {bankCode} {accountMasked}
        </span>
      ),
    },
    { name: say('holder'), cell: ({ holderMasked }) => holderMasked },
    {
      name: say('status'),
      cell: ({ status }) => <Pill tone={TONES[status]}>{say(`status-${status}`)}</Pill>,
    },
    { name: say('added'), isExtra: true, cell: ({ addedAt }) => when(addedAt) },
  ];
}
