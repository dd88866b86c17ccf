import { COINS, toOrderId, type Coin, type MemberId } from '@holdfast/kernel';
import fc from 'fast-check';
import {
  feeAccount,
  memberAccount,
  orderEscrow,
  partnerClearing,
  platformAccount,
  type Account,
  type MemberKind,
} from '../src/account.ts';
import type { Entry, Line } from '../src/entry.ts';

/**
 * Batches that meet: few members, few orders and few references, so that balances run out, references come back with the same and
 * with other content, and every rule is broken now and then.
 */
const MEMBERS = 6;
const ORDERS = 12;
const SHARED_REFERENCES = 6;

const member = fc.integer({ min: 1, max: MEMBERS }).map((id) => String(id) as MemberId);
const order = fc.integer({ min: 1, max: ORDERS }).map((id) => toOrderId(String(id)));

/** Accounts that may have a negative balance: a debit on them never fails. */
function source(coin: Coin): fc.Arbitrary<Account> {
  return fc.constantFrom<Account[]>(
    platformAccount('issuance', coin),
    platformAccount('bank_clearing', coin),
    partnerClearing('north', coin),
  );
}

function strange(coin: Coin): fc.Arbitrary<Account> {
  const owners = ['member/1/savings', 'order/1/available', 'platform/-/pocket', 'nobody/1/hold'];
  return fc
    .constantFrom(...owners.map((owner) => `${owner}/${coin}/0`), `platform/-/fee/${coin}/16`)
    .map((key) => ({ key, coin, member: null }));
}

function account(coin: Coin): fc.Arbitrary<Account> {
  const otherKind = fc.constantFrom<MemberKind[]>(
    'listing_reserve',
    'withdrawing',
  ); /* held coin has lots: holds.db.test.ts */
  return fc.oneof(
    { weight: 80, arbitrary: member.map((id) => memberAccount(id, 'available', coin)) },
    { weight: 30, arbitrary: fc.tuple(member, otherKind).map(([id, kind]) => memberAccount(id, kind, coin)) },
    { weight: 50, arbitrary: order.map((id) => orderEscrow(id, coin, payeeOf(id))) },
    { weight: 30, arbitrary: order.map((id) => feeAccount(id, coin)) },
    { weight: 40, arbitrary: source(coin) },
    { weight: 1, arbitrary: fc.tuple(order, member).map(([id, other]) => orderEscrow(id, coin, other)) },
    { weight: 1, arbitrary: strange(coin) },
  );
}

const payeeOf = (id: string) => String(1 + (Number(id) % MEMBERS)) as MemberId;

const amount = fc.oneof(
  { weight: 200, arbitrary: fc.bigInt({ min: 1n, max: 500n }) },
  { weight: 1, arbitrary: fc.constantFrom(0n, 10n ** 15n, 10n ** 15n + 1n) },
);

/** True one time in `n`. */
const rarely = (n: number) => fc.nat(n - 1).map((drawn) => drawn === 0);

/** One of the lines above, arriving twice as often as leaving. */
function part(coin: Coin): fc.Arbitrary<Line> {
  return fc
    .tuple(account(coin), amount, rarely(3))
    .map(([each, size, leaves]) => ({ account: each, amount: leaves ? -size : size }));
}

/** Balanced, or now and then off by one: the last line takes the rest, mostly from an account that has enough. */
const entry: fc.Arbitrary<Entry> = fc.constantFrom(...COINS).chain((coin) =>
  fc
    .record({
      shared: rarely(10),
      number: fc.nat(SHARED_REFERENCES),
      kind: fc.constantFrom('sim.move', 'sim.other'),
      parts: fc.array(part(coin), { minLength: 1, maxLength: 4 }),
      last: fc.oneof({ weight: 2, arbitrary: source(coin) }, { weight: 1, arbitrary: account(coin) }),
      off: rarely(80),
      stray: rarely(80),
      misnamed: rarely(80),
    })
    .map(({ shared, number, kind, parts, last, off, stray, misnamed }): Entry => {
      const rest = parts.reduce((sum, line) => sum - line.amount, off ? 1n : 0n);
      const account = stray ? { ...last, coin: otherCoin(coin) } : last;
      const lines = mergeMost([...parts, { account, amount: rest }]);
      const reference = shared ? `sim:shared:${number}` : OWN;
      return { reference: misnamed ? 'sim misnamed' : reference, kind, coin, lines };
    }),
);

/** Replaced by a reference of the entry's own. */
const OWN = 'sim:own';

const otherCoin = (coin: Coin): Coin => (coin === 'TWD' ? 'USDT' : 'TWD');

/** Random lines often repeat an account. Most entries keep one line of it; some keep the duplicates, for the rule that refuses them. */
function mergeMost(lines: readonly Line[]): Line[] {
  if (lines.length === 5) return [...lines];
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const sum = line.amount + (merged.get(line.account.key)?.amount ?? 0n);
    merged.set(line.account.key, { account: line.account, amount: sum });
  }
  return [...merged.values()].filter((line) => line.amount !== 0n || lines.length === 4);
}

/**
 * `count` batches from `seed`. Now and then one is a batch that was sent before, whole, which is what a retry looks like, or holds one
 * of its entries among others.
 */
export function batches(count: number, seed: number): Entry[][] {
  const sent: Entry[][] = [];
  const batch = fc.tuple(
    fc.array(entry, { minLength: 1, maxLength: 6 }),
    fc.nat(),
    fc.constantFrom('new', 'new', 'new', 'with-old', 'with-old', 'old'),
  );
  return fc.sample(batch, { seed, numRuns: count }).map(([drawn, pick, content], step) => {
    const earlier = sent[pick % Math.max(1, sent.length)] ?? [];
    if (content === 'old' && earlier.length > 0) return earlier;
    const entries = drawn.map((each, i) =>
      each.reference === OWN ? { ...each, reference: `sim:${step}:${i}` } : each,
    );
    const repeat = content === 'with-old' ? earlier[pick % Math.max(1, earlier.length)] : undefined;
    if (repeat && !entries.some(({ reference }) => reference === repeat.reference)) entries.push(repeat);
    sent.push(entries);
    return entries;
  });
}
