import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { findBank } from '@holdfast/contract/rules';
import { useNavigate, useSearch } from '@tanstack/react-router';
import styles from '#components/components.module.css';
import { LongTable } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import {
  AccountFilters,
  queryOf,
  useAccountColumns,
  type AccountFilter,
} from '#components/receiving-accounts.tsx';
import { useWhen } from '#components/use-when.ts';
import { bankCardsWords } from './bank-cards.words.ts';

type Row = CallOutput<'/member/appbk/bankcard-list'>['items'][number];

/** Bank accounts of all members by their state, or those of one member. The filters stand in the address. */
export function BankCardsScreen() {
  const say = useWords(bankCardsWords);
  const navigate = useNavigate();
  const { status = 'Approved', account = '' } = useSearch({ from: '/shell/bank-cards' });
  const filter = { status, account };
  const list = usePages('/member/appbk/bankcard-list', queryOf(filter), { keepsPrevious: true });
  const columns = useColumns();
  const go = (next: AccountFilter) => void navigate({ to: '/bank-cards', search: queryOf(next) });
  const clear = account === '' ? undefined : () => go({ status, account: '' });
  return (
    <Page title={say('title')} note={say('note')}>
      <AccountFilters key={`${status} ${account}`} filter={filter} onSearch={go} onClear={clear} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="bank-cards"
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

function useColumns() {
  const say = useWords(bankCardsWords);
  const language = useLanguage();
  const when = useWhen();
  return useAccountColumns<Row>('card', ({ cardId }) => cardId, [
    {
      name: say('bank'),
      cell: ({ bankCode, accountMasked }) => {
        const bank = findBank(bankCode);
        return (
          <>
            {bankCode} {bank && inLanguage(bank, language)}{' '}
            <span className={styles.mono}>{accountMasked}</span>
          </>
        );
      },
    },
    { id: 'holder', name: say('holder'), cell: ({ holderMasked }) => holderMasked },
    { id: 'added', name: say('added'), isExtra: true, cell: ({ addedAt }) => when(addedAt) },
  ]);
}
