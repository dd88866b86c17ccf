import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { balanceInfo } from './balance-info.ts';
import { listHolds } from './list-holds.ts';
import { listJournalOf } from './list-journal.ts';

export const walletCalls = () =>
  calls({
    '/member/balanceinfo': handle(balanceInfo, { limit: readsPerMinute(240) }),
    '/wallet/holds': handle(listHolds, { limit: readsPerMinute(120) }),
    '/api/wallet/get-journal': handle(listJournalOf('TWD'), { limit: readsPerMinute(120) }),
    '/api/wallet/get-journal-usdt': handle(listJournalOf('USDT'), { limit: readsPerMinute(120) }),
  });
