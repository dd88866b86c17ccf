import { createHash } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import type { Books } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import { keysOf, type Database } from '#platform/db/db.ts';
import { BenchMember } from '../trade-member.ts';
import type { Readers } from './cases.ts';
import { MEASURED, openListingId, SIGNED_IN, type World } from './world.ts';
import type { Filling } from './fill.ts';

/** The members who are measured: real ones, with sessions and bank cards of the product. */

export const accountOf = (index: number): string => `gr${String(index).padStart(6, '0')}`;
const OPERATORS = 8;
const all = Array.from({ length: SIGNED_IN }, (_, index) => accountOf(index));

/** Registers them in a database that is new, and says who they are. */
export async function registerReaders(
  url: string,
  books: Books,
  { db, world }: { db: Database; world: World },
): Promise<Filling> {
  const known = await readersIn(db);
  for (const [index, account] of all.entries()) {
    if (known.has(account)) continue;
    const member = await BenchMember.register(url, books, account);
    const accountNumber = String(index).padStart(14, '8');
    await member.call('/member/bankadd/{account}', { bankCode: '822', accountNumber, holderName: '林示範' });
  }
  const rows = await readersIn(db);
  const ids = all.map((account) => defined(rows.get(account), account).id);
  return { world, ids, cards: new Map([...rows.values()].map(({ id, card }) => [id, card])) };
}

async function readersIn(db: Database) {
  const { rows } = await sql<{ account: string; id: number; card: number }>`
    select m.account, m.id::int, c.id::int as card from member.member m join bank.card c on c.member_id = m.id
    where m.account = any(${all}) and c.removed_at is null`.execute(db);
  return new Map(rows.map((row) => [row.account, row]));
}

/** Signs them in, and gives each an order that runs. */
export async function signInReaders(
  { url, consoleUrl }: { url: string; consoleUrl: string },
  { world, db }: { world: World; db: Database },
): Promise<Readers> {
  const members: BenchMember[] = [];
  for (const account of all) members.push(await BenchMember.signIn(url, account));
  const orders = new Map<BenchMember, string>();
  const fileLines = new Map<BenchMember, string>();
  const payAccounts = new Map<BenchMember, string>();
  for (const [index, member] of members.entries()) {
    orders.set(member, await runningOrderOf(member, openListingId(world, index)));
    fileLines.set(member, await fileLineOf(db, member, defined(orders.get(member), 'an order')));
    const own = await member.call('/member/third-party-payment/list', {});
    payAccounts.set(member, defined(own.payAccounts[0], 'a reader has a pay account').id);
  }
  const operators: BenchMember[] = [];
  for (const member of members.slice(0, OPERATORS)) {
    const orderId = defined(orders.get(member), 'an order');
    const operator = await signInOperator(consoleUrl, db, orderId);
    operators.push(operator);
    orders.set(operator, orderId);
    fileLines.set(operator, defined(fileLines.get(member), 'a line'));
  }
  const [ordinary, heavy] = [members.slice(0, MEASURED), members.slice(MEASURED)];
  return { ordinary, heavy, operators, orders, fileLines, payAccounts };
}

/** An operator who has claimed an order; the same one in each run, so that a world which is measured again is not another one. */
async function signInOperator(url: string, db: Database, orderId: string): Promise<BenchMember> {
  const email = `bench-of-${orderId}@operator.example`;
  return BenchMember.operator(url, async (device, checksum) => {
    await sql`
      update operator.session set ended_at = platform.app_now(), end_reason = 'takeover'
      where ended_at is null and operator_id = (select id from operator.operator where email = ${email})`.execute(
      db,
    );
    await sql`
      with made as (
        insert into operator.operator (email, name, role) values (${email}, 'Bench', 'admin')
        on conflict (email) do update set name = excluded.name returning id
      ), claimed as (
        insert into review.claim (kind, item_id, operator_id, ends_at)
        select 'order', ${orderId}, id, platform.app_now() + interval '1 day' from made
        on conflict (kind, item_id) do update set operator_id = excluded.operator_id, ends_at = excluded.ends_at
      )
      insert into operator.session (operator_id, checksum_hash, device_hash)
      select id, sha256(${keysOf(db).identify('operator-proof', checksum)}), ${createHash('sha256').update(device).digest()} from made`.execute(
      db,
    );
  });
}

/** The number of a line that shows a file. An order that was filled in has none until its member shows one. */
async function fileLineOf(db: Database, member: BenchMember, orderId: string): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    select number from orders.thread_line where order_id = ${orderId} and file_id is not null order by number limit 1`.execute(
    db,
  );
  if (rows[0]) return String(rows[0].number);
  const { line } = await member.call('/order/say', { orderId, fileId: await member.fileToShow() });
  return String(line.number);
}

async function runningOrderOf(member: BenchMember, listingId: number): Promise<string> {
  const { items } = await member.call('/order/list', { scope: 'active' });
  if (items[0]) return items[0].orderId;
  const { order } = await member.call('/order/lock', {
    listingId: String(listingId),
    version: '1',
    quantity: '100.00',
  });
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '林示範' } as const;
  await member.call('/order/paid', {
    orderId: order.orderId,
    version: String(order.version),
    ...declaration,
  });
  return order.orderId;
}
