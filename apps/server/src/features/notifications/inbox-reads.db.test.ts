import { NOTICE_GROUPS } from '@holdfast/contract/notifications';
import { toMemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction, keysOf, type Tx } from '#platform/db/db.ts';
import { freshSecrets } from '#testing/personal.ts';
import { rowsReadBy } from '#testing/rows-read.ts';
import { SCANNED_MAX, scanGroup } from './group.store.ts';
import { findMessagesAfter, findMessagesBefore } from './inbox.store.ts';
import { findSendable, LOOKED_MAX } from './sendable.store.ts';
import { readState, UNREAD_MAX } from './read-state.store.ts';
import { listUnseenSafetyNotices } from './safety-notice.store.ts';
import { findSuperseded } from './superseded.store.ts';

/** The inbox of an old member: 100,000 messages, and as many of others. */
const { db, owner } = await testDatabase();
await freshSecrets(db);
const MEMBER = toMemberId(1n);
const INSTALL = Buffer.alloc(32, 1);
const TOTAL = 100_000;
const TYPES = ['orderPaid', 'orderMessage', 'userNormalLogin', 'listingExpired'];

for (const [n, type] of TYPES.entries()) {
  const sealed = keysOf(db).seal('inbox.message.extra_sealed', `${MEMBER} ${type}`, '{}');
  await sql`
    insert into inbox.message (member_id, seq, type, extra_sealed, safety, cause_install, order_id)
    select 1 + g % 2, (g + 1) / 2, ${type}, ${sealed}, ${type === 'userNormalLogin'}, ${INSTALL}, ${type.startsWith('order') ? 1 : null}::bigint
    from generate_series(1, ${2 * TOTAL}::int) g where ((g + 1) / 2) % ${TYPES.length}::int = ${n}::int`.execute(
    owner,
  );
}
await sql`insert into inbox.counter (member_id, last_seq) values (1, ${TOTAL}), (2, ${TOTAL})`.execute(owner);
await sql`insert into inbox.reader (member_id) values (1)`.execute(owner);
await sql`analyze inbox.message`.execute(owner);

/** How many rows of the inbox a piece of work reads, as PostgreSQL counts them. */
const rowsRead = (work: (tx: Tx) => Promise<unknown>): Promise<number> => rowsReadBy(db, 'inbox', work);

it.each([
  ['the newest', TOTAL + 1],
  ['the middle', TOTAL / 2],
  ['the oldest', 40],
])('reads one page of %s', async (_, before) => {
  const page = { memberId: MEMBER, before: BigInt(before), limit: 51 };
  expect(await rowsRead((tx) => findMessagesBefore(tx, page))).toBeLessThanOrEqual(52);
});

it('reads one page of what came after a number', async () => {
  const page = { memberId: MEMBER, seq: 10n, limit: 51 };
  expect(await rowsRead((tx) => findMessagesAfter(tx, page))).toBeLessThanOrEqual(52);
});

it.each(NOTICE_GROUPS)('looks at a bounded number of rows for a page of %s', async (group) => {
  const page = { memberId: MEMBER, group, before: BigInt(TOTAL + 1), limit: 51 };
  expect(await rowsRead((tx) => scanGroup(tx, page))).toBeLessThanOrEqual(SCANNED_MAX + 52);
});

it('looks at one row for each message of a page to know what is superseded, whatever was said since', async () => {
  const oldest = await inTransaction(db, (tx) =>
    findMessagesBefore(tx, { memberId: MEMBER, before: 51n, limit: 50 }),
  );
  expect(await rowsRead((tx) => findSuperseded(tx, MEMBER, oldest))).toBeLessThanOrEqual(2 * oldest.length);
});

it('counts what is unread within its window', async () => {
  const viewer = { memberId: MEMBER, installKey: Buffer.alloc(32, 2) };
  expect(await rowsRead((tx) => readState(tx, viewer))).toBeLessThanOrEqual(UNREAD_MAX + 10);
});

it('looks at a bounded number of rows for a carrier that was away for long', async () => {
  const bounds = { memberId: MEMBER, after: 0n, limit: 10, usefulMinutes: 60, muted: [] };
  expect(await rowsRead((tx) => findSendable(tx, bounds))).toBeLessThanOrEqual(LOOKED_MAX + 3 * 10 + 2);
});

it('finds the safety notices to show first among the newest', async () => {
  const viewer = { memberId: MEMBER, installKey: Buffer.alloc(32, 2) };
  expect(await rowsRead((tx) => listUnseenSafetyNotices(tx, viewer))).toBeLessThanOrEqual(220);
});
