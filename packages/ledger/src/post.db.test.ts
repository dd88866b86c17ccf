import { minor, toListingId, toOrderId, type MemberId } from '@holdfast/kernel';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cancel,
  endHold,
  finish,
  issue,
  lock,
  memberAccount,
  memberBalances,
  orderEscrow,
  platformAccount,
  post,
  postMany,
  publish,
  trialBalance,
  type Account,
  type Entry,
  type Refusal,
} from './index.ts';
import { REFUSALS } from './refusal.ts';

const database = await testDatabase();
const { db } = database;
const coin = 'TWD';
const twd = (amount: bigint) => minor('TWD', amount);

let last = 1000;
const fresh = () => String((last += 1));
const newMember = () => fresh() as MemberId;

/** Issues as two operators would have approved it. */
async function issueApproved(issued: Parameters<typeof issue>[0]) {
  const entry = issue(issued);
  await approve(database.owner, [entry]);
  return post(db, entry);
}

async function fundedMember(quantity = 1000n): Promise<MemberId> {
  const member = newMember();
  expect(
    await issueApproved({ request: `fund-${member}`, member, coin, quantity: twd(quantity) }),
  ).toMatchObject({
    ok: true,
  });
  return member;
}

const available = (member: MemberId) => memberAccount(member, 'available', coin);

function transfer(from: MemberId, to: MemberId, amount: bigint, reference = `test:${fresh()}`): Entry {
  const lines = [
    { account: available(from), amount: -amount },
    { account: available(to), amount },
  ];
  return { reference, kind: 'test.transfer', coin, lines };
}

describe('a trade', () => {
  it('moves the coin from the payee through the escrow to the payer, and the fee to the platform', async () => {
    const [payee, payer] = [await fundedMember(), newMember()];
    const order = { order: toOrderId(fresh()), version: 1, payee, coin } as const;
    await post(
      db,
      publish({ listing: toListingId(fresh()), version: 1, owner: payee, coin, quantity: twd(600n) }),
    );
    await post(db, lock({ ...order, quantity: twd(400n), from: 'listing_reserve' }));
    expect((await memberBalances(db, payee)).TWD).toEqual({
      available: 400n,
      listed: 200n,
      inOrder: 400n,
      onHold: 0n,
      withdrawing: 0n,
      total: 1000n,
    });

    await post(db, finish({ ...order, version: 2, payer, quantity: twd(400n), fee: twd(1n), to: 'hold' }));
    expect((await memberBalances(db, payee)).TWD).toMatchObject({ inOrder: 0n, total: 600n });
    expect((await memberBalances(db, payer)).TWD).toMatchObject({ onHold: 399n, available: 0n, total: 399n });

    await post(db, endHold({ order: order.order, version: 3, member: payer, coin, quantity: twd(399n) }));
    expect((await memberBalances(db, payer)).TWD).toMatchObject({ onHold: 0n, available: 399n });
  });

  it('cannot pay out of an escrow twice', async () => {
    const [payee, payer] = [await fundedMember(), newMember()];
    const order = { order: toOrderId(fresh()), version: 1, payee, coin, quantity: twd(400n) } as const;
    await post(db, lock({ ...order, from: 'available' }));
    await post(db, finish({ ...order, version: 2, payer, fee: twd(1n), to: 'available' }));
    expect(await post(db, cancel({ ...order, version: 3, to: 'available' }))).toEqual({
      ok: false,
      refuse: 'INSUFFICIENT_BALANCE',
      entry: 0,
      account: orderEscrow(order.order, coin, payee).key,
    });
  });

  it('knows no other payee than the one who funded it', async () => {
    const [payee, stranger] = [await fundedMember(), newMember()];
    const order = { order: toOrderId(fresh()), version: 1, coin, quantity: twd(400n) } as const;
    await post(db, lock({ ...order, payee, from: 'available' }));
    expect(await post(db, cancel({ ...order, version: 2, payee: stranger, to: 'available' }))).toMatchObject({
      refuse: 'UNKNOWN_ACCOUNT',
    });
  });
});

describe('an escrow', () => {
  const into = (key: string, from: MemberId, amount: bigint): Entry => ({
    reference: `test:${fresh()}`,
    kind: 'order.lock',
    coin,
    lines: [
      { account: available(from), amount: -amount },
      { account: { key, coin, member: from }, amount },
    ],
  });
  const newEscrow = () => `order/${fresh()}/order_escrow/TWD/0`;
  const balanceOf = async (key: string) =>
    (await sql<{ balance: bigint }>`select balance from ledger.account where key = ${key}`.execute(db)).rows;

  it('is opened by what goes into it, and takes more when it is there', async () => {
    const [payee, key] = [await fundedMember(), newEscrow()];
    for (const amount of [400n, 100n])
      expect(await post(db, into(key, payee, amount))).toMatchObject({ ok: true, replayed: false });
    expect(await balanceOf(key)).toEqual([{ balance: 500n }]);
  });

  it('is not opened by an entry that is refused', async () => {
    const [payee, key] = [await fundedMember(), newEscrow()];
    expect(await post(db, into(key, payee, 1001n))).toMatchObject({ refuse: 'INSUFFICIENT_BALANCE' });
    const known = into(newEscrow(), payee, 1n);
    await post(db, known);
    const other = { ...into(key, payee, 1n), reference: known.reference };
    expect(await post(db, other)).toMatchObject({ refuse: 'REFERENCE_TAKEN' });
    expect(await balanceOf(key)).toEqual([]);
  });

  it.each(['order/1/order_escrow/TWD/x', 'order/1/order_escrow/TWD/1', 'order/1/hold/TWD/0', 'order/1'])(
    'has a name that the chart knows: %s is refused',
    async (key) => {
      expect(await post(db, into(key, await fundedMember(), 1n))).toMatchObject({
        refuse: 'UNKNOWN_ACCOUNT',
        account: key,
      });
    },
  );
});

it('posts the lines of an entry in the order of their accounts, so that two entries hold theirs in one order', async () => {
  const members = [await fundedMember(), newMember()];
  const entry = transfer(members[0] as MemberId, members[1] as MemberId, 10n);
  for (const lines of [entry.lines, entry.lines.toReversed()]) {
    const given = {
      ...entry,
      reference: `${entry.reference}:${lines[0]?.account.key.replaceAll('/', '.')}`,
      lines,
    };
    const posted = await post(db, given);
    expect(posted).toMatchObject({ lines });
    const { rows } = await sql<{ key: string }>`
      select a.key from ledger.posting p join ledger.account a on a.id = p.account_id
      where p.entry_id = ${posted.ok && posted.entryId} order by p.line`.execute(db);
    const keys = lines.map(({ account }) => account.key);
    expect(rows.map(({ key }) => key)).toEqual(keys.toSorted());
  }
});

describe('a repeat', () => {
  it('changes nothing and gives the first answer, whatever happened since', async () => {
    const [from, to] = [await fundedMember(), newMember()];
    const entry = transfer(from, to, 1000n);
    const first = await post(db, entry);
    await post(db, transfer(to, from, 300n));
    expect(await post(db, entry)).toEqual({ ...first, replayed: true });
    expect((await memberBalances(db, to)).TWD.total).toBe(700n);
  });

  it('is answered with one row for each line, and none of the try that met it', async () => {
    const [from, to] = [await fundedMember(), newMember()];
    const entry = transfer(from, to, 10n);
    await post(db, entry);
    const keys = entry.lines.map(({ account }) => account.key);
    const members = entry.lines.map(({ account }) => account.member);
    const amounts = entry.lines.map(({ amount }) => String(amount));
    const { rows } = await sql`
      select line, replayed from ledger.post(${keys}, ${members}, array[${entry.reference}], array[${entry.kind}],
        array[${entry.coin}], '{1,1}', '{1,2}', ${amounts}::bigint[]) order by line`.execute(db);
    expect(rows).toEqual([
      { line: 1, replayed: true },
      { line: 2, replayed: true },
    ]);
  });

  it('is the same entry with its lines in another order', async () => {
    const [from, to] = [await fundedMember(), newMember()];
    const entry = transfer(from, to, 10n);
    await post(db, entry);
    expect(await post(db, { ...entry, lines: entry.lines.toReversed() })).toMatchObject({
      ok: true,
      replayed: true,
    });
  });

  it.each<[string, (entry: Entry) => Entry]>([
    [
      'amount',
      (entry) => ({ ...entry, lines: entry.lines.map((line) => ({ ...line, amount: line.amount * 2n })) }),
    ],
    ['kind', (entry) => ({ ...entry, kind: 'test.other' })],
    [
      'account',
      (entry) => ({
        ...entry,
        lines: [...entry.lines.slice(0, 1), { account: platformAccount('suspense', coin), amount: 10n }],
      }),
    ],
    [
      'direction',
      (entry) => ({ ...entry, lines: entry.lines.map((line) => ({ ...line, amount: -line.amount })) }),
    ],
  ])('with another %s is refused', async (_, change) => {
    const entry = transfer(await fundedMember(), await fundedMember(), 10n);
    await post(db, entry);
    expect(await post(db, change(entry))).toEqual({ ok: false, refuse: 'REFERENCE_TAKEN', entry: 0 });
  });

  it('that arrives at the same moment posts once', async () => {
    const [from, to] = [await fundedMember(), newMember()];
    const entry = transfer(from, to, 10n);
    const results = await Promise.all(Array.from({ length: 12 }, () => post(db, entry)));
    expect(results.filter((result) => result.ok && !result.replayed)).toHaveLength(1);
    expect(results.filter((result) => result.ok && result.replayed)).toHaveLength(11);
    expect((await memberBalances(db, to)).TWD.total).toBe(10n);
  });
});

describe('a batch', () => {
  it('posts each entry as if those before it were posted', async () => {
    const [a, b, c] = [await fundedMember(100n), newMember(), newMember()];
    const result = await postMany(db, [transfer(a, b, 100n), transfer(b, c, 60n), transfer(c, a, 1n)]);
    expect(
      result.ok && result.entries.map(({ lines }) => lines.map(({ balance, version }) => [balance, version])),
    ).toEqual([
      [
        [0n, 2n],
        [100n, 1n],
      ],
      [
        [40n, 2n],
        [60n, 1n],
      ],
      [
        [59n, 2n],
        [1n, 3n],
      ],
    ]);
  });

  it('does not lend what comes in only later', async () => {
    const [a, b] = [await fundedMember(100n), newMember()];
    const result = await postMany(db, [transfer(a, b, 40n), transfer(b, a, 50n), transfer(a, b, 100n)]);
    expect(result).toEqual({
      ok: false,
      refuse: 'INSUFFICIENT_BALANCE',
      entry: 1,
      account: available(b).key,
    });
    expect((await memberBalances(db, a)).TWD.total).toBe(100n);
  });

  it('takes what was posted before for done and posts the rest', async () => {
    const [a, b] = [await fundedMember(100n), newMember()];
    const done = transfer(a, b, 100n);
    await post(db, done);
    const result = await postMany(db, [done, transfer(b, a, 30n)]);
    expect(result.ok && result.entries.map(({ replayed }) => replayed)).toEqual([true, false]);
    expect((await memberBalances(db, a)).TWD.total).toBe(30n);
  });
});

describe('what the database refuses', () => {
  let rich: MemberId;
  const taken = transfer('1' as MemberId, '2' as MemberId, 1n, 'test:taken');
  beforeAll(async () => {
    rich = await fundedMember(10n ** 15n);
    await issueApproved({ request: 'taken', member: '1' as MemberId, coin, quantity: twd(1n) });
    await post(db, taken);
  });

  const unknown = { key: 'member/1/savings/TWD/0', coin, member: '1' as MemberId } as const;
  /** In the order of precedence; none of them breaks an earlier rule. */
  const broken: readonly (readonly [Refusal, () => Entry])[] = [
    [
      'UNKNOWN_ACCOUNT',
      () => ({
        ...transfer(rich, newMember(), 1n),
        lines: [
          { account: available(rich), amount: -1n },
          { account: unknown, amount: 1n },
        ],
      }),
    ],
    ['REFERENCE_TAKEN', () => ({ ...taken, kind: 'test.other' })],
    ['INSUFFICIENT_BALANCE', () => transfer(newMember(), rich, 1n)],
    ['NOT_APPROVED', () => issue({ request: fresh(), member: newMember(), coin, quantity: twd(1n) })],
  ];
  const pairs = broken.flatMap(([earlier, first], i) =>
    broken.slice(i + 1).map(([later, second]) => [earlier, later, first, second] as const),
  );

  it('comes after the structure, in the order of the list', () =>
    expect(REFUSALS.slice(-broken.length)).toEqual(broken.map(([name]) => name)));

  it.each(broken)('%s names the first entry to blame', async (refuse, make) =>
    expect(await postMany(db, [transfer(rich, newMember(), 1n), make()])).toMatchObject({
      ok: false,
      refuse,
      entry: 1,
    }),
  );

  it.each(pairs)(
    'is %s rather than %s, even if the other entry comes first',
    async (earlier, _, first, second) =>
      expect(await postMany(db, [second(), first()])).toMatchObject({ refuse: earlier, entry: 1 }),
  );

  it.each(['fee/TWD/16', 'fee/TWD/x', 'fee/EUR/0', 'available/TWD/0', 'fee/TWD', 'fee/TWD/0/0'])(
    'is an account of the platform such as %s',
    async (rest) => {
      const account = { key: `platform/-/${rest}`, coin, member: null } as const;
      const lines = [
        { account: available(rich), amount: -1n },
        { account, amount: 1n },
      ];
      expect(await post(db, { ...transfer(rich, rich, 1n), lines })).toMatchObject({
        refuse: 'UNKNOWN_ACCOUNT',
      });
    },
  );

  it('is the account that comes first: one that is new and has two owners before one that the chart does not know', async () => {
    const order = toOrderId(fresh());
    const twice = orderEscrow(order, coin, newMember());
    const unknown = { key: 'platform/-/fee/TWD/16', coin, member: null } as const;
    const payTo = (account: Account): Entry => ({
      ...transfer(rich, rich, 1n),
      lines: [
        { account: available(rich), amount: -1n },
        { account, amount: 1n },
      ],
    });
    const batch = [twice, orderEscrow(order, coin, newMember()), unknown].map(payTo);
    expect(await postMany(db, batch)).toEqual({
      ok: false,
      refuse: 'UNKNOWN_ACCOUNT',
      entry: 1,
      account: twice.key,
    });
  });

  it('leaves the transaction no way but back', async () => {
    const left = db.transaction().execute(async (tx) => {
      await post(tx, transfer(newMember(), rich, 1n));
      return sql`select 1`.execute(tx);
    });
    await expect(left).rejects.toMatchObject({ code: '25P02' });
  });
});

describe('the books', () => {
  it('sum to zero in each coin, kind by kind', async () => {
    await issueApproved({ request: fresh(), member: newMember(), coin: 'USDT', quantity: minor('USDT', 5n) });
    const rows = await trialBalance(db);
    for (const each of ['TWD', 'USDT']) {
      expect(rows.filter((row) => row.coin === each).reduce((sum, row) => sum + row.balance, 0n)).toBe(0n);
    }
    expect(rows.find((row) => row.coin === 'USDT' && row.kind === 'issuance')?.balance).toBe(-5n);
  });

  it("are kept in the product's time", async () => {
    await database.setClock('3 days');
    const [from, to] = [await fundedMember(), newMember()];
    const posted = await post(db, transfer(from, to, 1n));
    await database.setClock('0');
    expect(posted.ok && posted.postedAt.getTime() - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  });

  it('give a member without accounts nothing', async () =>
    expect((await memberBalances(db, newMember())).USDT).toMatchObject({ available: 0n, total: 0n }));
});
