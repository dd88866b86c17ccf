import {
  BugError,
  COINS,
  feeMinor,
  minor,
  toListingId,
  toOrderId,
  type Coin,
  type MemberId,
} from '@holdfast/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStructure } from './entry.ts';
import { cancel, closeRest, endHold, finish, issue, lock, publish, relock, split } from './movements.ts';

const payee = '1' as MemberId;
const payer = '2' as MemberId;
const order = { order: toOrderId('77'), version: 3, payee, coin: 'TWD' as const };
const quantity = minor('TWD', 3000n);
const fee = minor('TWD', 3n);
const zero = minor('TWD', 0n);

const ESCROW = 'order/77/order_escrow/TWD/0';
const FEE = expect.stringMatching(/^platform\/-\/fee\/TWD\/\d+$/) as string;
const of = (member: MemberId, kind: string) => `member/${member}/${kind}/TWD/0`;

describe('each movement', () => {
  const listing = { listing: toListingId('5'), version: 2, owner: payee, coin: 'TWD' as const, quantity };
  it.each([
    [
      publish(listing),
      'listing:5:publish:2',
      [
        [of(payee, 'available'), -3000n],
        [of(payee, 'listing_reserve'), 3000n],
      ],
    ],
    [
      closeRest(listing),
      'listing:5:close:2',
      [
        [of(payee, 'listing_reserve'), -3000n],
        [of(payee, 'available'), 3000n],
      ],
    ],
    [
      lock({ ...order, quantity, from: 'listing_reserve' }),
      'order:77:lock:3',
      [
        [of(payee, 'listing_reserve'), -3000n],
        [ESCROW, 3000n],
      ],
    ],
    [
      lock({ ...order, quantity, from: 'available' }),
      'order:77:lock:3',
      [
        [of(payee, 'available'), -3000n],
        [ESCROW, 3000n],
      ],
    ],
    [
      finish({ ...order, payer, quantity, fee, to: 'available' }),
      'order:77:finish:3',
      [
        [ESCROW, -3000n],
        [of(payer, 'available'), 2997n],
        [FEE, 3n],
      ],
    ],
    [
      finish({ ...order, payer, quantity, fee, to: 'hold' }),
      'order:77:finish:3',
      [
        [ESCROW, -3000n],
        [of(payer, 'hold'), 2997n],
        [FEE, 3n],
      ],
    ],
    [
      finish({ ...order, payer, quantity, fee: zero, to: 'available' }),
      'order:77:finish:3',
      [
        [ESCROW, -3000n],
        [of(payer, 'available'), 3000n],
      ],
    ],
    [
      cancel({ ...order, quantity, to: 'listing_reserve' }),
      'order:77:cancel:3',
      [
        [ESCROW, -3000n],
        [of(payee, 'listing_reserve'), 3000n],
      ],
    ],
    [
      cancel({ ...order, quantity, to: 'available' }),
      'order:77:cancel:3',
      [
        [ESCROW, -3000n],
        [of(payee, 'available'), 3000n],
      ],
    ],
    [
      split({
        ...order,
        payer,
        quantity,
        payerPart: minor('TWD', 1000n),
        payeePart: minor('TWD', 2000n),
        fee: minor('TWD', 1n),
        to: 'available',
      }),
      'order:77:split:3',
      [
        [ESCROW, -3000n],
        [of(payer, 'available'), 999n],
        [of(payee, 'available'), 2000n],
        [FEE, 1n],
      ],
    ],
    [
      split({
        ...order,
        payer,
        quantity,
        payerPart: minor('TWD', 1000n),
        payeePart: minor('TWD', 2000n),
        fee: minor('TWD', 1n),
        to: 'hold',
      }),
      'order:77:split:3',
      [
        [ESCROW, -3000n],
        [of(payer, 'hold'), 999n],
        [of(payee, 'available'), 2000n],
        [FEE, 1n],
      ],
    ],
    [
      split({
        ...order,
        payer,
        quantity,
        payerPart: zero,
        payeePart: quantity,
        fee: zero,
        to: 'available',
      }),
      'order:77:split:3',
      [
        [ESCROW, -3000n],
        [of(payee, 'available'), 3000n],
      ],
    ],
    [
      relock({ ...order, quantity }),
      'order:77:relock:3',
      [
        [of(payee, 'available'), -3000n],
        [ESCROW, 3000n],
      ],
    ],
    [
      endHold({ order: toOrderId('77'), version: 4, member: payer, coin: 'TWD', quantity }),
      'order:77:hold-end:4',
      [
        [of(payer, 'hold'), -3000n],
        [of(payer, 'available'), 3000n],
      ],
    ],
    [
      issue({ request: 'r-1', member: payer, coin: 'TWD', quantity }),
      'issue:r-1',
      [
        ['platform/-/issuance/TWD/0', -3000n],
        [of(payer, 'available'), 3000n],
      ],
    ],
  ])('$kind goes where its table says', (entry, reference, lines) => {
    expect(entry.reference).toBe(reference);
    expect(entry.lines.map(({ account, amount }) => [account.key, amount])).toEqual(lines);
    expect(checkStructure([entry])).toBeUndefined();
  });
});

describe('no rounding makes or loses anything', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const sumOf = (entry: { lines: readonly { amount: bigint }[] }) =>
    entry.lines.reduce((sum, { amount }) => sum + amount, 0n);

  it('when an order finishes', () =>
    fc.assert(
      fc.property(fc.constantFrom<Coin[]>(...COINS), amounts, fc.nat(1000), (coin, value, basisPoints) => {
        const whole = minor(coin, value);
        const entry = finish({
          ...order,
          coin,
          payer,
          quantity: whole,
          fee: feeMinor(whole, basisPoints),
          to: 'available',
        });
        expect(sumOf(entry)).toBe(0n);
        expect(checkStructure([entry])).toBeUndefined();
      }),
    ));

  it('when an order is split: the payer alone pays the fee, out of a part that covers it', () =>
    fc.assert(
      fc.property(amounts, fc.nat(10_000), fc.constantFrom('available', 'hold'), (value, share, to) => {
        const whole = minor('USDT', value);
        const payerPart = minor('USDT', (value * BigInt(share)) / 10_000n);
        const payeePart = minor('USDT', value - payerPart);
        const parts = { quantity: whole, payerPart, payeePart, fee: feeMinor(payerPart, 10), to } as const;
        const entry = split({ ...order, coin: 'USDT', payer, ...parts });
        expect(sumOf(entry)).toBe(0n);
        expect(checkStructure([entry])).toBeUndefined();
        const arrived = (key: string) => entry.lines.find(({ account }) => account.key === key)?.amount ?? 0n;
        expect(arrived(`member/${payee}/available/USDT/0`)).toBe(payeePart);
        expect(arrived(`member/${payer}/${to}/USDT/0`)).toBe(payerPart - parts.fee);
      }),
    ));
});

describe('a split', () => {
  const twd = (value: bigint) => minor('TWD', value);
  const right = { quantity, payerPart: twd(1000n), payeePart: twd(2000n), fee: twd(1n) };
  it.each([
    ['parts that are less than the quantity', { payeePart: twd(1999n) }],
    ['parts that are more than the quantity', { payerPart: twd(1001n) }],
    ['a negative part', { payerPart: twd(3001n), payeePart: twd(-1n) }],
    ['a fee above the part that pays it', { payerPart: zero, payeePart: quantity }],
  ])('with %s is a bug, and no entry', (_, change) =>
    expect(() => split({ ...order, payer, to: 'available', ...right, ...change })).toThrow(BugError),
  );
});
