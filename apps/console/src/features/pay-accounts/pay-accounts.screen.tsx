import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { useNavigate, useSearch } from '@tanstack/react-router';
import styles from '#components/components.module.css';
import { LongTable } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { payAppWords } from '#components/pay-app.words.ts';
import { ReadState } from '#components/read-state.tsx';
import {
  AccountFilters,
  queryOf,
  useAccountColumns,
  type AccountFilter,
} from '#components/receiving-accounts.tsx';
import { useWhen } from '#components/use-when.ts';
import { payAccountsWords } from './pay-accounts.words.ts';

type Row = CallOutput<'/member/third-party-payment/review'>['items'][number];

/** Accounts at pay apps of all members by their state, or those of one member. The filters stand in the address. */
export function PayAccountsScreen() {
  const say = useWords(payAccountsWords);
  const navigate = useNavigate();
  const { status = 'Approved', account = '' } = useSearch({ from: '/shell/pay-accounts' });
  const filter = { status, account };
  const list = usePages('/member/third-party-payment/review', queryOf(filter), { keepsPrevious: true });
  const columns = useColumns();
  const go = (next: AccountFilter) => void navigate({ to: '/pay-accounts', search: queryOf(next) });
  const clear = account === '' ? undefined : () => go({ status, account: '' });
  return (
    <Page title={say('title')} note={say('note')}>
      <AccountFilters key={`${status} ${account}`} filter={filter} onSearch={go} onClear={clear} />
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

function useColumns() {
  const say = useWords(payAccountsWords);
  const appName = useWords(payAppWords);
  const when = useWhen();
  return useAccountColumns<Row>('pay-account', ({ payAccountId }) => payAccountId, [
    { id: 'app', name: say('app'), cell: ({ app }) => appName(app) },
    {
      name: say('target'),
      cell: ({ targetMasked }) => <span className={styles.mono}>{targetMasked}</span>,
    },
    { id: 'holder', name: say('holder'), cell: ({ holderMasked }) => holderMasked },
    { id: 'added', name: say('added'), isExtra: true, cell: ({ addedAt }) => when(addedAt) },
  ]);
}
