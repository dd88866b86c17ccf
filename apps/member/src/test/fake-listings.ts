import type { Listing, Offer } from '@holdfast/contract/calls';
import { PAY_METHODS } from '@holdfast/contract/rules';
import { COIN_SCALE, formatAmount, parseAmount, type Coin } from '@holdfast/kernel';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt, MINUTE } from './fake-times.ts';
import { linkHandlers } from './fake-listing-links.ts';
import { tradeRecordOf } from './fake-trade-record.ts';
import type { FakeWorld } from './fake-world.ts';

function offer(
  listingId: string,
  nick: string,
  change: Partial<Omit<Offer, 'owner'>> & Partial<Offer['owner']>,
): Offer {
  const {
    level = 2,
    finished = 40,
    completionPercent = '98.0',
    releaseSeconds = 150,
    tradedWithYou = 0,
    avatarFileId = null,
  } = change;
  return {
    listingId,
    version: 1,
    side: 'sell',
    coin: 'TWD',
    remaining: '20000.00',
    price: '1.0000',
    minQuantity: '500.00',
    maxQuantity: '20000.00',
    payWindowMinutes: 15,
    feeBasisPoints: 10,
    payMethods: ['bank'],
    asksFirst: false,
    remark: null,
    conditions: { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 },
    hours: null,
    deviation: null,
    unmet: [],
    obstacle: null,
    ownOrderId: null,
    ...change,
    owner: {
      uid: `1000000${listingId}`,
      isFavourite: change.isFavourite ?? false,
      presence: change.presence === undefined ? 'online' : change.presence,
      nick,
      avatarFileId,
      level,
      finished,
      completionPercent,
      releaseSeconds,
      tradedWithYou,
    },
  };
}

const BEGUN = {
  ttlHours: 24,
  restAtEnd: '0.000000',
  askFirst: false,
  isPrivate: false,
  remark: null,
  conditions: { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 },
  hours: null,
  opensAt: null,
  feeRose: false,
  pausedBecause: null,
  suspendedBecause: null,
  obstacles: [],
  actions: [],
} as const satisfies Partial<Listing>;
const ENDED = {
  ...BEGUN,
  expiresAt: null,
  obstacles: [] as Listing['obstacles'],
  actions: [] as Listing['actions'],
};

const clockOf = (since: number) => ({
  ...BEGUN,
  expiresAt: instantAt(since + 24 * 60 * MINUTE),
  obstacles: [] as Listing['obstacles'],
  actions: [] as Listing['actions'],
});

export function fakeListings(now: number): Listing[] {
  return [
    {
      id: '301',
      version: 1,
      side: 'sell',
      coin: 'USDT',
      state: 'OPEN',
      quantity: '100.000000',
      remaining: '100.000000',
      locked: '0.000000',
      price: '32.1500',
      minQuantity: '20.000000',
      maxQuantity: '100.000000',
      payWindowMinutes: 15,
      cardIds: ['11'],
      payAccountIds: [],
      payMethods: ['bank'],
      createdAt: instantAt(now - 90 * MINUTE),
      ...clockOf(now - 90 * MINUTE),
      actions: ['pause', 'edit', 'close'],
    },
    {
      id: '302',
      version: 4,
      side: 'sell',
      coin: 'TWD',
      state: 'FILLED',
      quantity: '3000.00',
      remaining: '0.00',
      locked: '3000.00',
      price: '1.0000',
      minQuantity: '500.00',
      maxQuantity: '3000.00',
      payWindowMinutes: 30,
      cardIds: ['11'],
      payAccountIds: [],
      payMethods: ['bank'],
      createdAt: instantAt(now - 30 * MINUTE),
      ...clockOf(now - 30 * MINUTE),
      restAtEnd: '0.00',
      obstacles: ['all-locked'],
      actions: ['edit', 'close'],
    },
    {
      id: '300',
      version: 1,
      side: 'sell',
      coin: 'TWD',
      state: 'SOLD_OUT',
      quantity: '5000.00',
      remaining: '0.00',
      locked: '0.00',
      price: '1.0000',
      minQuantity: '500.00',
      maxQuantity: '5000.00',
      payWindowMinutes: 15,
      cardIds: ['11'],
      payAccountIds: [],
      payMethods: ['bank'],
      createdAt: instantAt(now - 26 * 60 * MINUTE),
      ...ENDED,
      restAtEnd: '0.00',
    },
    {
      id: '299',
      version: 2,
      side: 'sell',
      coin: 'TWD',
      state: 'EXPIRED',
      quantity: '8000.00',
      remaining: '0.00',
      locked: '0.00',
      price: '1.0050',
      minQuantity: '500.00',
      maxQuantity: '4000.00',
      payWindowMinutes: 30,
      cardIds: ['11'],
      payAccountIds: [],
      payMethods: ['bank'],
      createdAt: instantAt(now - 50 * 60 * MINUTE),
      ...ENDED,
      restAtEnd: '6500.00',
      obstacles: ['expired'],
      actions: ['renew'],
    },
  ];
}

export function fakeOffers(): Offer[] {
  return [
    offer('401', '阿哲', {
      level: 4,
      finished: 312,
      completionPercent: '99.2',
      releaseSeconds: 130,
      tradedWithYou: 3,
      remark: '平日晚上八點後回覆比較快。\n請用本人帳戶匯款，備註欄留空。',
    }),
    offer('402', 'Yu88', {
      price: '1.0020',
      minQuantity: '1000.00',
      maxQuantity: '8000.00',
      completionPercent: '97.8',
      releaseSeconds: 243,
      presence: 'hour',
    }),
    offer('403', 'Kenny', {
      level: 1,
      finished: 0,
      completionPercent: null,
      releaseSeconds: null,
      presence: 'longer',
      minQuantity: '5000.00',
      maxQuantity: '5000.00',
      obstacle: 'below-minimum',
    }),
    offer('451', '小美', {
      side: 'buy',
      price: '0.9990',
      minQuantity: '1000.00',
      maxQuantity: '10000.00',
      payMethods: ['bank', 'jkopay'],
      releaseSeconds: null,
    }),
    offer('452', 'Ray', {
      side: 'buy',
      price: '0.9950',
      completionPercent: null,
      releaseSeconds: null,
      presence: null,
    }),
  ];
}

const remarkIn = (
  { remark }: { remark?: string | undefined },
  before: Listing['remark'],
): Listing['remark'] => {
  if (remark === undefined) return before;
  return remark === '' ? null : { id: '71', text: remark, removed: null };
};

function plus(coin: Coin, text: string, change: bigint): string {
  return formatAmount(coin, (parseAmount(coin, text) ?? 0n) + change);
}

const PAUSED: Partial<Listing> = {
  state: 'PAUSED',
  pausedBecause: 'owner',
  obstacles: ['paused'],
  actions: ['resume', 'edit', 'close'],
};
const OPEN: Partial<Listing> = {
  state: 'OPEN',
  pausedBecause: null,
  obstacles: [],
  actions: ['pause', 'edit', 'close'],
};

/** A command on one listing, which has to be the one that was seen. */
function change(
  world: FakeWorld,
  input: { listingId: string; version: string },
  to: (listing: Listing) => Partial<Listing>,
): Listing {
  const found = world.listings.find(({ id }) => id === input.listingId);
  if (!found) return refuse('LISTING_NOT_FOUND');
  if (String(found.version) !== input.version) refuse('LISTING_CHANGED', { version: found.version });
  return Object.assign(found, to(found), { version: found.version + 1 });
}

function changeAll(world: FakeWorld, from: Listing['state'], to: Partial<Listing>): { count: number } {
  const found = world.listings.filter(({ state }) => state === from);
  for (const listing of found) Object.assign(listing, to, { version: listing.version + 1 });
  return { count: found.length };
}

const hoursIn = (
  {
    hoursFrom: from,
    hoursTo: to,
    anyHour,
  }: { hoursFrom?: string | undefined; hoursTo?: string | undefined; anyHour?: string | undefined },
  before: Listing['hours'],
): Listing['hours'] => {
  if (from !== undefined && to !== undefined) return { from, to };
  return anyHour === undefined ? before : null;
};

/** As many as the server gives at once. */
const LISTINGS_OF_A_PAGE = 30;

export function listingHandlers(world: FakeWorld): Handlers {
  return {
    ...linkHandlers(world),
    '/listing/mine': ({ input: { scope, cursor } }) => {
      const found = world.listings.filter(({ id, state }) => {
        const isLive = ['OPEN', 'PAUSED', 'FILLED'].includes(state);
        return isLive === (scope === 'live') && (cursor === undefined || Number(id) < Number(cursor));
      });
      const items = found.slice(0, LISTINGS_OF_A_PAGE);
      return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
    },
    '/listing/create': ({ input }) => {
      const isSale = input.side !== 'buy';
      const amount: bigint = isSale ? (parseAmount(input.coin, input.quantity) ?? 0n) : 0n;
      const balance = world.balances.find(({ coin }) => coin === input.coin);
      if (!balance || (parseAmount(input.coin, balance.available) ?? 0n) < amount)
        refuse('BALANCE_INSUFFICIENT');
      balance.available = plus(input.coin, balance.available, -amount);
      balance.listed = plus(input.coin, balance.listed, amount);
      const scale = (text: string) => formatAmount(input.coin, parseAmount(input.coin, text) ?? 0n);
      const listing: Listing = {
        id: String(310 + world.listings.length),
        version: 1,
        side: input.side ?? 'sell',
        coin: input.coin,
        state: 'OPEN' as const,
        quantity: scale(input.quantity),
        remaining: scale(input.quantity),
        locked: formatAmount(input.coin, 0n),
        price: Number(input.price).toFixed(4),
        minQuantity: scale(input.minQuantity),
        maxQuantity: scale(input.maxQuantity),
        payWindowMinutes: Number(input.payWindowMinutes),
        cardIds: input.cardIds,
        payAccountIds: input.payAccountIds ?? [],
        payMethods: PAY_METHODS.filter((method) =>
          !isSale
            ? input.payMethods?.includes(method)
            : method === 'bank'
              ? input.cardIds.length > 0
              : world.payAccounts.some(({ id, app }) => app === method && input.payAccountIds?.includes(id)),
        ),
        createdAt: instantAt(world.now),
        ...clockOf(world.now),
        askFirst: input.askFirst === '1',
        hours: hoursIn(input, null),
        isPrivate: input.isPrivate === '1',
        remark: remarkIn(input, null),
        ttlHours: Number(input.ttlHours ?? 24),
        expiresAt: instantAt(world.now + Number(input.ttlHours ?? 24) * 60 * MINUTE),
        actions: ['pause', 'edit', 'close'],
      };
      world.listings.unshift(listing);
      return { listing };
    },
    '/listing/edit': ({ input }) => ({
      listing: change(world, input, (before) => ({
        askFirst: input.askFirst === '1',
        hours: hoursIn(input, before.hours),
        isPrivate: input.isPrivate === undefined ? before.isPrivate : input.isPrivate === '1',
        remark: remarkIn(input, before.remark),
        conditions: {
          minLevel: Number(input.minLevel ?? 0),
          minFinished: Number(input.minFinished ?? 0),
          minDays: Number(input.minDays ?? 0),
          minCompletion: Number(input.minCompletion ?? 0),
        },
        feeRose: false,
      })),
    }),
    '/listing/close': ({ input }) => ({
      listing: change(world, input, ({ coin }) => ({
        ...ENDED,
        state: 'CLOSED',
        remaining: (0).toFixed(COIN_SCALE[coin]),
      })),
    }),
    '/listing/pause': ({ input }) => ({ listing: change(world, input, () => PAUSED) }),
    '/listing/resume': ({ input }) => ({ listing: change(world, input, () => OPEN) }),
    '/listing/renew': ({ input }) => ({
      listing: change(world, input, ({ restAtEnd, coin }) => ({
        ...clockOf(world.now),
        ...OPEN,
        remaining: restAtEnd,
        restAtEnd: (0).toFixed(COIN_SCALE[coin]),
      })),
    }),
    '/listing/pause-all': () => changeAll(world, 'OPEN', PAUSED),
    '/listing/resume-all': () => changeAll(world, 'PAUSED', OPEN),
    '/listing/terms': () => ({
      feeBasisPoints: 10,
      feePlanned: world.feePlanned ?? null,
      payWindows: [15, 20, 30, 45, 60],
      references: [
        { coin: 'TWD', price: '1.0000', basis: 'par', trades: 0, newestAt: null },
        ...(world.hasFewTrades
          ? []
          : [
              {
                coin: 'USDT' as const,
                price: '32.1000',
                basis: 'trades' as const,
                trades: 38,
                newestAt: instantAt(world.now - 12 * MINUTE),
              },
            ]),
      ],
      warnPercent: 10,
      serverTime: instantAt(world.now),
    }),
    '/listing/best': ({ input }) => ({
      offer:
        world.offers.find(
          ({ listingId, side, coin, obstacle, maxQuantity }) =>
            listingId !== input.without &&
            side === (input.side ?? 'sell') &&
            coin === input.coin &&
            obstacle === null &&
            Number(maxQuantity) >= Number(input.quantity),
        ) ?? null,
    }),
    '/member/favourite/set': ({ input }) => {
      for (const { owner } of world.offers)
        if (owner.uid === input.uid) owner.isFavourite = input.favourite === '1';
      return {};
    },
    '/member/block/set': ({ input }) => {
      const isBlocked = input.blocked === '1';
      const other = world.offers.find(({ owner }) => owner.uid === input.uid)?.owner;
      world.blocked = world.blocked.filter(({ uid }) => uid !== input.uid);
      if (isBlocked && other) {
        const { uid, nick, level, avatarFileId } = other;
        world.blocked.unshift({ uid, nick, level, avatarFileId, since: instantAt(world.now) });
      }
      return {};
    },
    '/member/check-has-bought': ({ input }) => {
      const count = world.offers.find(({ owner }) => owner.uid === input.uid)?.owner.tradedWithYou ?? 0;
      return { hasBought: count > 0, count };
    },
    '/member/trade-record': ({ input }) => tradeRecordOf(world, input.uid),
    '/member/block/list': () => ({ items: world.blocked, next: null, count: world.blocked.length }),
    '/member/favourite/list': () => {
      const items = world.offers
        .filter(({ owner }) => owner.isFavourite)
        .map(({ owner: { uid, nick, level, avatarFileId } }) => ({
          uid,
          nick,
          level,
          avatarFileId,
          since: instantAt(world.now),
        }));
      return { items, next: null, count: items.length };
    },
    '/listing/market': ({ input }) => {
      const { offersBehind } = world;
      const isBehind = input.cursor !== undefined && offersBehind !== undefined;
      const items = (isBehind ? offersBehind : world.offers).filter(
        ({ side, coin, payMethods, owner }) =>
          side === (input.side ?? 'sell') &&
          coin === input.coin &&
          !world.blocked.some(({ uid }) => uid === owner.uid) &&
          owner.level >= Number(input.levelMin ?? 0) &&
          (input.favourites === undefined || owner.isFavourite) &&
          (input.here === undefined || owner.presence === 'online') &&
          (input.payMethods?.some((method) => payMethods.includes(method)) ?? true),
      );
      const isBest = input.side === 'buy' ? -1 : 1;
      const byPrice = () => items.toSorted((a, b) => isBest * (Number(a.price) - Number(b.price)));
      const next = offersBehind && !isBehind ? '1.2.3.4' : null;
      return { items: input.sort === 'price' ? byPrice() : items, next };
    },
  };
}
