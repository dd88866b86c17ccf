import { formatAmount, type Coin } from '@holdfast/kernel';
import { listJournal } from '@holdfast/ledger';
import type { Handler } from '#platform/gateway/call-table.ts';
import { journalKindOf, subjectOf } from './journal.rules.ts';

const PAGE = 30;

type JournalPath = '/api/wallet/get-journal' | '/api/wallet/get-journal-usdt';

/** A member's history in one coin, newest first. */
export const listJournalOf =
  (coin: Coin): Handler<JournalPath> =>
  async ({ tx, session }, { cursor }) => {
    const items = await listJournal(tx, { member: session.memberId, coin, before: cursor, limit: PAGE + 1 });
    const page = items.slice(0, PAGE);
    return {
      entries: page.map(({ entryId, kind, reference, at, changes, availableAfter }) => {
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
      }),
      next: items.length > PAGE ? (page.at(-1)?.entryId ?? null) : null,
    };
  };
