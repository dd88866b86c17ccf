import type { JournalEntry } from '@holdfast/contract/calls';
import { formatAmount, type Coin } from '@holdfast/kernel';
import { listJournal, type JournalItem } from '@holdfast/ledger';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { journalKindOf, subjectOf } from './journal.rules.ts';

const PAGE = 30;

type JournalPath = '/api/wallet/get-journal' | '/api/wallet/get-journal-usdt';

/** A member's history in one coin, newest first. */
export const listJournalOf =
  (coin: Coin): Handler<JournalPath> =>
  async ({ tx, session }, { cursor }) => {
    const [before] = keysOf(cursor, 1);
    const found = await listJournal(tx, { member: session.memberId, coin, before, limit: PAGE + 1 });
    const { items, next } = toPage(found, PAGE, ({ entryId }) => [entryId]);
    return { items: items.map((item) => toJournalEntry(coin, item)), next };
  };

function toJournalEntry(coin: Coin, item: JournalItem): JournalEntry {
  const { entryId, kind, reference, at, changes, availableAfter } = item;
  const change = Object.values(changes).reduce((sum, part) => sum + part, 0n);
  return {
    id: entryId,
    kind: journalKindOf(kind, change),
    change: formatAmount(coin, change),
    availableChange: formatAmount(coin, changes.available),
    availableAfter: formatAmount(coin, availableAfter),
    ...subjectOf(reference),
    at: at.toISOString(),
  };
}
