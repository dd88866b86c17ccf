import { defined, minor, toListingId, toOrderId, type Coin, type MemberId } from '@holdfast/kernel';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql, type CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  closeRest,
  finish,
  issue,
  listJournal,
  lock,
  openLot,
  post,
  postMany,
  publish,
  type Entry,
  type JournalItem,
  type JournalRange,
  type LedgerConnection,
} from './index.ts';

const database = await testDatabase();
const { db, owner } = database;
const coin = 'TWD';
const twd = (amount: bigint) => minor('TWD', amount);

let last = 1000;
const fresh = () => String((last += 1));
const newMember = () => fresh() as MemberId;

async function fundedMember(quantity = 1000n, of: Coin = coin): Promise<MemberId> {
  const member = newMember();
  const entry = issue({ request: `fund-${member}`, member, coin: of, quantity: minor(of, quantity) });
  await approve(owner, [entry]);
  expect(await post(db, entry)).toMatchObject({ ok: true });
  return member;
}

async function postAll(entries: readonly Entry[]): Promise<void> {
  for (let first = 0; first < entries.length; first += 500)
    expect(await postMany(db, entries.slice(first, first + 500))).toMatchObject({ ok: true });
}

/** The lock and the release of one order on a listing of `payee`: neither touches what the payee has available. */
function sale(payee: MemberId, payer: MemberId): Entry[] {
  const order = { order: toOrderId(fresh()), payee, coin, quantity: twd(10n) } as const;
  return [
    lock({ ...order, version: 1, from: 'listing_reserve' }),
    finish({ ...order, version: 2, payer, fee: twd(1n), to: 'available' }),
  ];
}

const listingOf = (owner: MemberId, quantity: bigint) =>
  ({ listing: toListingId(fresh()), version: 1, owner, coin, quantity: twd(quantity) }) as const;

describe('a journal', () => {
  it('tells what happened to a member, newest first, also when only the escrow moved', async () => {
    const [payee, payer] = [await fundedMember(), newMember()];
    const order = { order: toOrderId(fresh()), version: 1, payee, coin, quantity: twd(400n) } as const;
    await post(db, lock({ ...order, from: 'available' }));
    await post(db, finish({ ...order, version: 2, payer, fee: twd(1n), to: 'available' }));

    const journal = await listJournal(db, { member: payee, coin, limit: 10 });
    const none = { available: 0n, listed: 0n, inOrder: 0n, onHold: 0n, withdrawing: 0n };
    expect(journal.map(({ kind, changes, availableAfter }) => ({ kind, changes, availableAfter }))).toEqual([
      { kind: 'order.finish', changes: { ...none, inOrder: -400n }, availableAfter: 600n },
      { kind: 'order.lock', changes: { ...none, available: -400n, inOrder: 400n }, availableAfter: 600n },
      { kind: 'issue', changes: { ...none, available: 1000n }, availableAfter: 1000n },
    ]);
    expect(journal[1]).toMatchObject({
      reference: `order:${order.order}:lock:1`,
      at: expect.any(Date) as Date,
    });
  });

  it('says 0 as available where the member never had any', async () => {
    const [payee, payer] = [await fundedMember(), newMember()];
    const order = { order: toOrderId(fresh()), version: 1, payee, coin, quantity: twd(400n) } as const;
    await post(db, lock({ ...order, from: 'available' }));
    const held = finish({ ...order, version: 2, payer, fee: twd(1n), to: 'hold' });
    await post(db, held);
    await openLot(db, held, { order: order.order, version: 2, member: payer, dueAt: new Date() });
    expect(await listJournal(db, { member: payer, coin, limit: 10 })).toMatchObject([
      { changes: { onHold: 399n }, availableAfter: 0n },
    ]);
  });

  it('shows neither another coin nor another member', async () => {
    const member = await fundedMember();
    expect(await listJournal(db, { member, coin: 'USDT', limit: 10 })).toEqual([]);
    expect(await listJournal(db, { member: newMember(), coin, limit: 10 })).toEqual([]);
  });

  it('is in the order in which the account changed, even if the transactions began in another one', async () => {
    const member = await fundedMember();
    const early = await db.startTransaction().execute();
    await sql`select now()`.execute(early); // this transaction's time is before that of the next posting
    await post(db, publish(listingOf(member, 100n)));
    await post(early, publish(listingOf(member, 200n)));
    await early.commit().execute();
    const journal = await listJournal(db, { member, coin, limit: 10 });
    expect(journal.map(({ availableAfter }) => availableAfter)).toEqual([700n, 900n, 1000n]);
  });
});

/** A member with every kind of row, in two runs of some days: the second one seven days after the first. */
async function busyMember() {
  const [member, other] = [await fundedMember(10_000n), await fundedMember(10_000n)];
  for (const days of [0, 7]) {
    await database.setClock(`${days} days`);
    await postAll([publish(listingOf(member, 100n)), publish(listingOf(other, 50n))]);
    for (let i = 0; i < 4; i += 1) await postAll([...sale(member, other), ...sale(other, member)]);
    await postAll([closeRest(listingOf(member, 60n))]);
  }
  await database.setClock('0');
  return member;
}

async function pagesOf(range: Omit<JournalRange, 'limit'>, limit: number): Promise<JournalItem[]> {
  const items: JournalItem[] = [];
  for (;;) {
    const page = await listJournal(db, { ...range, before: items.at(-1)?.place, limit });
    items.push(...page);
    if (page.length < limit) return items;
  }
}

describe('a page of a journal', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const SALES = [{ kind: 'order.finish', direction: -1 }] as const;
  const PURCHASES = [{ kind: 'order.finish', direction: 1 }] as const;
  const isSale = ({ kind, changes }: JournalItem) => kind === 'order.finish' && changes.inOrder < 0n;
  const isPurchase = ({ kind, changes }: JournalItem) => kind === 'order.finish' && changes.available > 0n;

  it.each<[string, Partial<JournalRange>, (item: JournalItem) => boolean]>([
    ['everything', {}, () => true],
    ['what is of some days', { from: inDays(3), until: inDays(10) }, ({ at }) => at > inDays(3)],
    ['what was before some day', { until: inDays(3) }, ({ at }) => at < inDays(3)],
    ['sales', { kinds: SALES }, isSale],
    ['purchases', { kinds: PURCHASES }, isPurchase],
    [
      'both, of some days',
      { kinds: [...SALES, ...PURCHASES], from: inDays(3) },
      (item) => (isSale(item) || isPurchase(item)) && item.at > inDays(3),
    ],
    ['nothing of a kind that never was', { kinds: [{ kind: 'other', direction: 0 }] }, () => false],
  ])('shows %s, without gap or repeat, with the balance that was available then', async (_, filter, fits) => {
    const member = await busyMember();
    const whole = await listJournal(db, { member, coin, limit: 200 });
    // Told once more from the changes alone, oldest first.
    let available = 0n;
    for (const { changes, availableAfter } of whole.toReversed()) {
      available += changes.available;
      expect(availableAfter).toBe(available);
    }
    expect(whole).toHaveLength(1 + 2 * (2 + 4 * 3));
    expect(await pagesOf({ member, coin, ...filter }, 3)).toEqual(whole.filter(fits));
  });

  it(
    'reads the same few rows of a member with 6,000 entries as of one with 100, whatever it shows',
    { timeout: 60_000 },
    async () => {
      const [few, many, payer] = [await fundedMember(10n ** 9n), await fundedMember(10n ** 9n), newMember()];
      const filters: readonly Partial<JournalRange>[] = [
        {},
        { kinds: SALES },
        { kinds: [{ kind: 'listing.publish', direction: 0 }] },
        { from: inDays(-1) },
        { until: inDays(1) },
        { until: inDays(-1) },
      ];
      // What was available is told by the very first entries; not one of the sales moved it.
      for (const [member, sales] of [
        [few, 50],
        [many, 3000],
      ] as const) {
        await postAll([publish(listingOf(member, 200_000n))]);
        await postAll(Array.from({ length: sales }, () => sale(member, payer)).flat());
      }
      await sql`analyze ledger.journal, ledger.entry, ledger.posting, ledger.account`.execute(owner);
      for (const filter of filters) {
        const work = async (member: MemberId) => workOf({ member, coin, limit: 31, ...filter });
        const [least, most] = [await work(few), await work(many)];
        expect(most.rows, JSON.stringify(filter)).toBeLessThanOrEqual(least.rows);
        // The index of the one is a level or two higher, and its pages are not shared with the other's.
        expect(most.buffers, JSON.stringify(filter)).toBeLessThan(400);
      }
    },
  );
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What PostgreSQL did for one page: rows that its scans gave or threw away, and buffers that it touched. */
async function workOf(range: JournalRange): Promise<{ rows: number; buffers: number }> {
  let asked: CompiledQuery | undefined;
  const onlyAsked: LedgerConnection = {
    executeQuery: (query) => {
      asked = query;
      return Promise.resolve({ rows: [] });
    },
  };
  await listJournal(onlyAsked, range);
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) ${asked?.sql}`,
    [...(asked?.parameters ?? [])],
  );
  const plan = defined(rows[0]?.['QUERY PLAN'][0].Plan, 'a plan');
  const scanned = (node: PlanNode): number =>
    (node['Node Type'].includes('Scan')
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + scanned(child), 0);
  return { rows: scanned(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}
