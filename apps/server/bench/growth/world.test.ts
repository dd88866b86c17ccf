import { describe, expect, it } from 'vitest';
import { chunksOf, HEAVY, MEASURED, SIGNED_IN, tradesOf, type Trade, type World } from './world.ts';

const ids = Array.from({ length: SIGNED_IN }, (_, n) => n + 1);
const SMALL: World = { name: 'small', members: 1000, postings: 30_000 };
const LARGE: World = { name: 'large', members: 20_000, postings: 600_000 };

function allTrades(world: World): Trade[] {
  return Array.from({ length: chunksOf(world) }, (_, chunk) => tradesOf(world, chunk, ids)).flat();
}

describe('a world of the growth bench', () => {
  const [small, large] = [allTrades(SMALL), allTrades(LARGE)];
  const ofMember = (trades: readonly Trade[], id: number) => ({
    bought: trades.filter(({ buyerId }) => buyerId === id).length,
    sold: trades.filter(({ sellerId }) => sellerId === id).length,
  });

  it('gives each measured member the same trades, however large it is', () => {
    for (const id of ids.slice(0, MEASURED))
      for (const trades of [small, large]) expect(ofMember(trades, id)).toEqual({ bought: 10, sold: 2 });
  });

  it('gives a heavy member a twentieth of all sales', () => {
    for (const id of ids.slice(MEASURED))
      for (const trades of [small, large])
        expect(ofMember(trades, id).sold / trades.length).toBeCloseTo(1 / (5 * HEAVY), 2);
  });

  it('never lets anybody buy of themselves, and sells each listing for one owner', () => {
    expect(large.filter(({ buyerId, sellerId }) => buyerId === sellerId)).toEqual([]);
    const owners = Map.groupBy(large, ({ listingId }) => listingId);
    expect([...owners.values()].filter((of) => new Set(of.map(({ sellerId }) => sellerId)).size > 1)).toEqual(
      [],
    );
  });
});
