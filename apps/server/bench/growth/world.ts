/**
 * What the two databases of the growth bench hold, as arithmetic: whatever a step writes follows from its number, so that a step which was
 * interrupted is repeated and nothing has to be remembered.
 */

export interface World {
  readonly name: string;
  readonly members: number;
  readonly postings: number;
}

/** Members whose calls are measured: the same data of their own in every world. They are registered through the product, first of all. */
export const MEASURED = 16;
/** And some whose own past grows with the world. More than one, because a member may read only so often in a minute. */
export const HEAVY = 4;
export const SIGNED_IN = MEASURED + HEAVY;
/** What each of them has running: a person can handle so many, however many have ended. */
export const HEAVY_LIVE = 300;

/** Ids of those who are written in bulk begin above it. */
export const FIRST_ID = 1000;
export const QUANTITY = 10_000n;

export const TRADES_OF_CHUNK = 400;
const SHOPS_OF_CHUNK = 40;
/** Numbers that a chunk has for listings. */
const LISTINGS_OF_CHUNK_MAX = 64;
const TRADES_OF_MEASURED = 12;
/** Of a chunk: a lock has two postings and a finish three, a publish of one of its listings two. */
const POSTINGS_OF_CHUNK = TRADES_OF_CHUNK * 5 + (SHOPS_OF_CHUNK + HEAVY) * 2;

export const chunksOf = ({ postings }: World): number => Math.ceil(postings / POSTINGS_OF_CHUNK);
/** A member in a hundred sells. */
export const shopsOf = ({ members }: World): number => Math.max(SHOPS_OF_CHUNK, Math.floor(members / 100));
/** What a member owns whose past grows: so many for each ordinary member of the small world. */
export const growing = ({ members }: World, each: number): number => Math.ceil((members / 10_000) * each);

export const shopId = (index: number): number => FIRST_ID + 1 + index;
export const cardIdOf = (memberId: number): number => memberId;
/** Behind the listings of the trades. */
export const openListingId = (world: World, index: number): number =>
  FIRST_ID + chunksOf(world) * LISTINGS_OF_CHUNK_MAX + index;
export const liveOrderId = (world: World, index: number): number =>
  FIRST_ID + chunksOf(world) * TRADES_OF_CHUNK + index;

/** A number between 0 and 1 that looks random and is always the same (a finalizer of 32-bit hashes). */
export function chanceOf(seed: number): number {
  let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

export interface Trade {
  readonly orderId: number;
  readonly listingId: number;
  readonly sellerId: number;
  readonly buyerId: number;
}

/** Some shops sell far more than others. */
function shopOf(world: World, seed: number): number {
  return shopId(Math.floor(shopsOf(world) * chanceOf(seed) ** 2));
}

/** A member who buys: never one of the shops. */
export function buyerOf(world: World, seed: number): number {
  const shops = shopsOf(world);
  return shopId(shops + Math.floor((world.members - shops) * chanceOf(seed)));
}

/** Which of the measured members has the trade, and whether they sell; spread over all chunks, the same number in every world. */
function measuredTrade(
  world: World,
  chunk: number,
  slot: number,
): { member: number; sells: boolean } | undefined {
  const all = MEASURED * TRADES_OF_MEASURED;
  const before = Math.ceil((chunk * all) / chunksOf(world));
  const k = before + slot;
  if (k >= Math.ceil(((chunk + 1) * all) / chunksOf(world))) return undefined;
  return { member: k % MEASURED, sells: Math.floor(k / MEASURED) % 6 === 5 };
}

/** The trades of a chunk. `ids`: the members who are signed in, the heavy ones last: every fifth sale is one of theirs. */
export function tradesOf(world: World, chunk: number, ids: readonly number[]): Trade[] {
  const listing = (index: number) => FIRST_ID + chunk * LISTINGS_OF_CHUNK_MAX + index;
  return Array.from({ length: TRADES_OF_CHUNK }, (_, n) => {
    const orderId = FIRST_ID + chunk * TRADES_OF_CHUNK + n;
    const heavy = n % 5 === 4 ? Math.floor(n / 5) % HEAVY : undefined;
    const index = heavy === undefined ? n % SHOPS_OF_CHUNK : SHOPS_OF_CHUNK + heavy;
    const sellerId =
      heavy === undefined ? shopOf(world, chunk * SHOPS_OF_CHUNK + index) : (ids[MEASURED + heavy] ?? 0);
    const trade = { orderId, listingId: listing(index), sellerId, buyerId: buyerOf(world, orderId) };
    const measured = measuredTrade(world, chunk, n);
    if (!measured) return trade;
    const memberId = ids[measured.member] ?? 0;
    // A sale of theirs is a listing of its own.
    return measured.sells
      ? { ...trade, sellerId: memberId, listingId: listing(SHOPS_OF_CHUNK + HEAVY + n) }
      : { ...trade, buyerId: memberId };
  });
}
