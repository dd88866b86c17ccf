import { formatAmount, type Coin } from '@holdfast/kernel';
import { listJournal } from '@holdfast/ledger';
import type { Handler } from '#platform/gateway/call-table.ts';
import { journalKindOf, subjectOf } from './journal.rules.ts';

const PAGE = 30;

type JournalPath = '/api/wallet/get-journal' | '/api/wallet/get-journal-usdt';

/** A member's history in one coin, newest first. */
export const listJournalOf =
  (coin: Coin): Handler<JournalPath, undefined> =>
  async ({ tx, session }, { cursor }) => {
    const before = cursor === undefined ? undefined : BigInt(cursor);
    const lines = await listJournal(tx, { member: session.memberId, coin, before, limit: PAGE + 1 });
    const page = lines.slice(0, PAGE);
    return {
      entries: page.map((line) => ({
        id: String(line.entryId),
        kind: journalKindOf(line.kind, line.change),
        change: formatAmount(coin, line.change),
        availableChange: formatAmount(coin, line.availableChange),
        availableAfter: formatAmount(coin, line.availableAfter),
        ...subjectOf(line.reference),
        at: line.at.toISOString(),
      })),
      next: lines.length > PAGE ? String(page.at(-1)?.entryId) : null,
    };
  };
