import { toMemberId, type MemberId, type PriceE4 } from '@holdfast/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  REFERENCE_TRADES_MAX,
  REFERENCE_TRADES_MIN,
  referenceOf,
  type LastPrice,
} from './price-reference.rules.ts';

const member = (id: number): MemberId => toMemberId(BigInt(id));
const trade = (low: number, high: number, price: number): LastPrice => ({
  lowId: member(low),
  highId: member(high),
  priceE4: BigInt(price) as PriceE4,
  at: new Date(1_000_000 - low),
});
/** So many trades of members who trade once. */
const apart = (count: number, price: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => trade(100 + 2 * at, 101 + 2 * at, price(at)));

describe('the reference of a coin', () => {
  it('is the median of the newest trades, with how many they are and when the newest finished', () => {
    const trades = apart(15, (at) => 320_000 + 1000 * ((at * 7) % 15));
    expect(referenceOf(trades)).toEqual({ priceE4: 327_000n, trades: 15, newestAt: new Date(999_900) });
    expect(referenceOf(apart(16, (at) => 320_000 + at))?.priceE4).toBe(320_007n);
  });

  it('is none of too few trades', () => {
    expect(referenceOf([])).toBeUndefined();
    expect(referenceOf(apart(REFERENCE_TRADES_MIN - 1, () => 320_000))).toBeUndefined();
  });

  it('forgets old trades once there are enough new ones', () => {
    const trades = [...apart(REFERENCE_TRADES_MAX, () => 330_000), ...apart(500, () => 300_000)];
    expect(referenceOf(trades)).toMatchObject({ priceE4: 330_000n, trades: REFERENCE_TRADES_MAX });
  });

  it('counts three trades of one member, however many they make', () => {
    const merchant = Array.from({ length: 50 }, (_, at) => trade(1, 2 + at, 400_000));
    expect(referenceOf(merchant)).toBeUndefined();
    const merchants = Array.from({ length: 250 }, (_, at) =>
      trade(10 + (at % 5), 100 + at, 320_000 + (at % 5)),
    );
    expect(referenceOf(merchants)).toMatchObject({ priceE4: 320_002n, trades: 15 });
  });

  it.each([
    ['two members who trade with each other and with whom they please', 2],
    ['one member', 1],
  ])('stays among the prices of others whatever %s do', (_, colluders) => {
    const honest = fc.array(
      fc.record({
        low: fc.nat(40),
        step: fc.integer({ min: 1, max: 20 }),
        price: fc.integer({ min: 310_000, max: 330_000 }),
      }),
      { maxLength: 60 },
    );
    const planted = fc.array(
      fc.record({ of: fc.nat(colluders - 1), other: fc.nat(60), price: fc.constantFrom(1, 99_990_000) }),
      { maxLength: 60 },
    );
    const order = fc.infiniteStream(fc.nat(1));
    fc.assert(
      fc.property(honest, planted, order, (others, plants, turns) => {
        const pairs = new Map<string, LastPrice>();
        const add = (one: LastPrice) => pairs.set(`${one.lowId} ${one.highId}`, one);
        const queues = [
          others.map(({ low, step, price }) => trade(10 + low, 10 + low + step, price)),
          // The colluders are members 1 and 2; each of them trades with the other, or with anybody.
          plants.map(({ of, other, price }) =>
            other === 0 && colluders === 2 ? trade(1, 2, price) : trade(1 + of, 10 + other, price),
          ),
        ];
        while (queues.some((queue) => queue.length > 0)) {
          const turn = Number(turns.next().value);
          const one = queues[turn]?.shift() ?? queues[1 - turn]?.shift();
          if (one) add(one);
        }
        const found = referenceOf([...pairs.values()]);
        if (!found) return;
        const fair = [...pairs.values()]
          .filter(({ lowId }) => BigInt(lowId) >= 10n)
          .map(({ priceE4 }) => priceE4);
        const [least, most] = [
          fair.reduce((a, b) => (a < b ? a : b)),
          fair.reduce((a, b) => (a > b ? a : b)),
        ];
        expect(found.priceE4).toBeGreaterThanOrEqual(least);
        expect(found.priceE4).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('counts six trades of two members who do not trade with each other, which is no half', () => {
    const bought = Array.from({ length: 20 }, (_, at) => trade(1 + (at % 2), 300 + at, 99_990_000));
    const found = referenceOf([...bought, ...apart(9, () => 321_000)]);
    expect(found).toMatchObject({ priceE4: 321_000n, trades: 15 });
    expect(referenceOf([...bought, ...apart(8, () => 321_000)])).toBeUndefined();
  });

  it('is not what two members alone can make, nor take over from the others by making more of them', () => {
    const plants = Array.from({ length: 900 }, () => trade(1, 2, 99_990_000));
    expect(referenceOf(plants.slice(0, 1))).toBeUndefined();
    const bought = Array.from({ length: 8 }, (_, at) => trade(1 + (at % 2), 300 + at, 99_990_000));
    expect(referenceOf([trade(1, 2, 99_990_000), ...bought, ...apart(10, () => 321_000)])).toMatchObject({
      priceE4: 321_000n,
      trades: 15,
    });
  });
});
