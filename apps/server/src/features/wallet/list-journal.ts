import type { JournalEntry } from '@holdfast/contract/calls';
import { formatAmount, type Coin, type OrderId } from '@holdfast/kernel';
import { listJournal, type JournalItem } from '@holdfast/ledger';
import { findTrades, type Trade } from '#features/orders/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { instantsOf, journalKindOf, MOVEMENTS, movedBy, subjectOf } from './journal.rules.ts';

const PAGE = 30;

type JournalPath = '/api/wallet/get-journal' | '/api/wallet/get-journal-usdt';

/** A member's history in one coin, newest first: everything, or what is of one kind or of some days. */
export const listJournalOf =
  (coin: Coin): Handler<JournalPath> =>
  async ({ tx, session }, { cursor, kind, ...days }) => {
    const [micros, entryId] = keysOf(cursor, 2);
    const found = await listJournal(tx, {
      member: session.memberId,
      coin,
      ...instantsOf(days),
      before: micros === undefined || entryId === undefined ? undefined : { micros, entryId },
      kinds: kind && MOVEMENTS[kind],
      limit: PAGE + 1,
    });
    const { items, next } = toPage(found, PAGE, ({ place }) => [place.micros, place.entryId]);
    const orderIds = items.flatMap(({ reference }) => subjectOf(reference).orderId ?? []);
    const trades = await findTrades(tx, session.memberId, [...new Set(orderIds)]);
    return { items: items.map((item) => toJournalEntry(coin, item, trades)), next };
  };

function toJournalEntry(coin: Coin, item: JournalItem, trades: ReadonlyMap<OrderId, Trade>): JournalEntry {
  const { entryId, kind, reference, at, changes, availableAfter } = item;
  const change = Object.values(changes).reduce((sum, part) => sum + part, 0n);
  const subject = subjectOf(reference);
  const trade = subject.orderId === null ? undefined : trades.get(subject.orderId);
  return {
    id: entryId,
    kind: journalKindOf(kind, change),
    change: formatAmount(coin, change),
    availableChange: formatAmount(coin, changes.available),
    availableAfter: formatAmount(coin, availableAfter),
    quantity: formatAmount(coin, trade?.quantity ?? movedBy(Object.values(changes))),
    nick: trade?.counterpartyNick ?? null,
    ...subject,
    at: at.toISOString(),
  };
}
