import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

/** What the database refuses of the rows that a trade changes, even to the owner. Each change breaks one rule alone. */

const server = await testServer();
const { owner } = server.database;

const CHECKED = [
  'orders.orders',
  'orders.listing',
  'orders.trader',
  'orders.thread',
  'orders.thread_line',
  'assets.file',
];
const { order } = await lockedOrder(server, '500.00');
const { listing } = await sellerWithListing(server, { quantity: '1000.00' });
const paid = await lockedOrder(server, '400.00');
const proofFileId = await paid.buyer.proof();
await paid.buyer.call('/order/paid', { ...paidInput(paid.order), proofFileId });
const where = {
  orders: `id = ${order.orderId}`,
  listing: `id = ${listing.id}`,
  trader: `member_id = (select locker_id from orders.orders where id = ${order.orderId})`,
  thread: `order_id = ${paid.order.orderId}`,
  thread_line: `order_id = ${paid.order.orderId} and kind = 'proof'`,
  file: `id = '${proofFileId}'`,
};
const change = (table: keyof typeof where, set: string) =>
  sql
    .raw(`update ${table === 'file' ? 'assets' : 'orders'}.${table} set ${set} where ${where[table]}`)
    .execute(owner);

const FINISHED = `state = 'FINISHED', ended_at = now(), resolution = 'parties'`;
const ASKED = `request_reason = 'other', request_at = now(), request_from = 'LOCKED'`;
const CLOSED = `state = 'CLOSED', ended_at = now(), remaining = 0`;

describe('the database refuses', () => {
  it.each<[keyof typeof where, string, string]>([
    ['orders', 'version', 'version = 0'],
    ['orders', 'state', `state = 'ODD'`],
    ['orders', 'end', `ended_at = now(), resolution = 'parties'`],
    ['orders', 'end', `state = 'FINISHED'`],
    ['orders', 'resolved', `resolution = 'parties'`],
    ['orders', 'resolved', `state = 'FINISHED', ended_at = now()`],
    ['orders', 'resolution', `state = 'FINISHED', ended_at = now(), resolution = 'odd'`],
    ['orders', 'fault', `fault = 'odd'`],
    ['orders', 'counts_against', `counts_against = 'odd'`],
    ['orders', 'counts_against', `${FINISHED}, counts_against = 'payer'`],
    ['orders', 'paid', `state = 'PAID'`],
    ['orders', 'settled', 'settled_quantity = 1'],
    ['orders', 'settled', `${FINISHED}, settled_quantity = quantity + 1`],
    ['orders', 'settled', `${FINISHED}, settled_quantity = -1`],
    ['orders', 'funding', `funding = 'odd'`],
    ['orders', 'two_members', 'locker_id = owner_id, payer_id = owner_id'],
    ['orders', 'parties', 'payer_id = 0'],
    ['orders', 'parties', 'payee_id = locker_id'],
    ['orders', 'request', `request_by = 'by-payee'`],
    ['orders', 'request', `request_reason = 'other'`],
    ['orders', 'request', `request_by = 'odd', ${ASKED}`],
    ['orders', 'request_state', `request_by = 'by-payer', ${ASKED}`],
    ['orders', 'request_state', `${FINISHED}, request_by = 'by-payee', ${ASKED}`],
    ['orders', 'paid_on', 'card_id = null'],
    ['orders', 'paid_on', 'pay_account_id = 1'],
    ['orders', 'pay_method', `pay_method = 'jkopay'`],
    ['orders', 'pay_method', 'card_id = null, pay_account_id = 1'],
    ['orders', 'coin', `coin = 'ODD'`],
    ['orders', 'quantity', 'quantity = 0'],
    ['orders', 'pay_twd', 'pay_twd = 0'],
    ['orders', 'fee_bp', 'fee_bp = 1001'],
    ['orders', 'fee_bp', 'fee_bp = -1'],
    ['orders', 'fee', 'fee = -1'],
    ['orders', 'something_arrives', 'fee = quantity'],
    ['listing', 'version', 'version = 0'],
    ['listing', 'state', `state = 'ODD'`],
    ['listing', 'end', `state = 'CLOSED'`],
    ['listing', 'end', 'ended_at = now(), remaining = 0'],
    ['listing', 'remaining', 'remaining = -1'],
    ['listing', 'locked', 'locked = -1'],
    ['listing', 'parts', 'locked = quantity - remaining + 1'],
    ['listing', 'rest', 'remaining = 0, locked = 0'],
    ['listing', 'rest', `state = 'CLOSED', ended_at = now()`],
    ['listing', 'filled', `state = 'FILLED'`],
    ['listing', 'given_back', 'rest_at_end = 1'],
    ['listing', 'given_back', `${CLOSED}, rest_at_end = quantity + 1`],
    ['listing', 'ttl_hours', 'ttl_hours = 0'],
    ['listing', 'ttl_hours', 'ttl_hours = 361'],
    ['listing', 'expires_at', 'expires_at = listed_at'],
    ['listing', 'paused_because', `state = 'PAUSED', paused_because = 'odd'`],
    ['listing', 'paused_because', `paused_because = 'owner'`],
    ['listing', 'suspended_because', `suspended_because = 'other'`],
    ['listing', 'owner_level', 'owner_level = 10'],
    ['listing', 'min_level', 'min_level = 10'],
    ['listing', 'min_finished', 'min_finished = 1001'],
    ['listing', 'min_days', 'min_days = 366'],
    ['listing', 'min_completion', 'min_completion = 101'],
    ['listing', 'side', `side = 'odd'`],
    ['listing', 'coin', `coin = 'ODD'`],
    ['listing', 'quantity', `${CLOSED}, quantity = 0`],
    ['listing', 'price_e4', 'price_e4 = 0'],
    ['listing', 'price_e4', 'price_e4 = 99990001'],
    ['listing', 'min_quantity', 'min_quantity = 0'],
    ['listing', 'range', 'max_quantity = quantity + 1'],
    ['listing', 'range', 'min_quantity = max_quantity + 1'],
    ['listing', 'pay_window_minutes', 'pay_window_minutes = 16'],
    ['listing', 'payable', `card_ids = '{}'`],
    ['listing', 'card_ids', `card_ids = '{1,2,3,4,5,6}'`],
    ['listing', 'pay_account_ids', `pay_account_ids = '{1,2,3,4,5,6}'`],
    ['listing', 'pay_methods', `pay_account_ids = '{1}'`],
    ['listing', 'pay_methods', `pay_methods = '{bank,jkopay}'`],
    ['listing', 'pay_methods', `card_ids = '{}', pay_account_ids = '{1}', pay_methods = '{bank,jkopay}'`],
    ['listing', 'owner_role', `owner_role = 'odd'`],
    ['listing', 'owner_rank', 'owner_rank = -1'],
    ['listing', 'owner_rank', 'owner_rank = 10000'],
    ['listing', 'hours', 'hours_from = 60'],
    ['listing', 'hours', `hours_from = 60, hours_to = 60, hours_turn_at = now()`],
    ['listing', 'hours', `hours_from = 0, hours_to = 1440, hours_turn_at = now()`],
    ['listing', 'hours_turn', 'hours_from = 0, hours_to = 60'],
    ['listing', 'hours_turn', 'hours_turn_at = now()'],
    ['listing', 'hours_turn', 'is_out_of_hours = true'],
    ['trader', 'live_locks', 'live_locks = -1'],
    ['trader', 'finished', 'finished = -1'],
    ['trader', 'ended', 'finished = ended + 1'],
    ['trader', 'releases', `releases = array_fill(1, array[51]), release_seconds = 1`],
    ['trader', 'release_seconds', 'release_seconds = 1'],
    ['trader', 'release_seconds', `releases = '{1}'`],
    ['trader', 'partners', 'partners = -1'],
    ['trader', 'partners', 'partners = finished + 1'],
    ['trader', 'disputes_lost', 'disputes_lost = -1'],
    ['trader', 'disputes_won', 'disputes_won = -1'],
    ['trader', 'payments', `payments = array_fill(1, array[51]), pay_seconds = 1`],
    ['trader', 'pay_seconds', 'pay_seconds = 1'],
    ['trader', 'pay_seconds', `payments = '{1}'`],
    ['trader', 'role', `role = 'odd'`],
    ['trader', 'sort_code', 'sort_code = 10000, sort_offset = -1'],
    ['trader', 'rank', 'sort_offset = -1001'],
    ['trader', 'locks_max', 'locks_max = 51'],
    ['thread', 'lines', 'lines = 0, payer_unread = 0, payee_unread = 0, payer_saw = 0, payee_saw = 0'],
    ['thread', 'payer_lines', 'payer_lines = -1'],
    ['thread', 'payee_lines', 'payee_lines = -1'],
    ['thread', 'payer_saw', 'payer_saw = lines + 1'],
    ['thread', 'payer_saw', 'payer_saw = -1'],
    ['thread', 'payee_saw', 'payee_saw = lines + 1'],
    ['thread', 'payer_unread', 'payer_unread = lines + 1'],
    ['thread', 'payee_unread', 'payee_unread = -1'],
    ['thread_line', 'number', 'number = 0'],
    ['thread_line', 'author', `author = 'odd'`],
    ['thread_line', 'kind', `kind = 'odd'`],
    ['thread_line', 'text', `text_sealed = '\\x00'`],
    ['thread_line', 'file', 'file_id = null, file_type = null, file_bytes = null'],
    ['thread_line', 'file_parts', 'file_bytes = null'],
    ['thread_line', 'event', `event = 'paid'`],
    ['thread_line', 'event', 'event_version = 1'],
    ['thread_line', 'author_id', 'author_id = null'],
    ['file', 'id', `id = 'short'`],
    ['file', 'purpose', `purpose = 'ODD'`],
    ['file', 'state', `state = 'odd', key_sealed = null, type = null, claimed_by = null`],
    ['file', 'bytes', 'bytes = 0'],
    ['file', 'refusal', `refusal = 'odd'`],
    ['file', 'key', 'key_sealed = null'],
    ['file', 'stored', 'type = null'],
    ['file', 'claimed', `state = 'awaited', type = null, code_sealed = null`],
    ['file', 'code', `state = 'removed', key_sealed = null, type = null, code_sealed = '\\x00'`],
    ['file', 'digest', `digest = '\\x00'`],
  ])('a row of %s that breaks the rule "%s": %s', async (table, rule, set) => {
    await expect(change(table, set)).rejects.toMatchObject({ code: '23514', constraint: `${table}_${rule}` });
  });

  it('nothing of a change that keeps them all', async () => {
    for (const [table, set] of [
      ['orders', `${FINISHED}, settled_quantity = quantity`],
      ['listing', CLOSED],
      ['trader', `releases = '{1}', release_seconds = 1, locks_max = 50`],
    ] as const)
      expect(await change(table, set), table).toMatchObject({ numAffectedRows: 1n });
  });

  it('what breaks a rule by one CHECK of each table, because PostgreSQL reads every further one anew at each write', async () => {
    const { rows } = await sql<{ table: string; checks: string }>`
      select conrelid::regclass::text as table, count(*) as checks from pg_constraint
      where contype = 'c' and conrelid = any(${CHECKED}::regclass[]) group by 1 order by 1`.execute(owner);
    expect(rows).toEqual(CHECKED.toSorted().map((table) => ({ table, checks: 1n })));
  });
});
