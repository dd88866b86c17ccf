import {
  callOf,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type OrderDetail,
} from '@holdfast/contract/calls';
import { appError, type ErrorName } from '@holdfast/contract/errors';
import { AppError, COIN_SCALE, formatAmount, parseAmount, type Coin } from '@holdfast/kernel';
import * as z from 'zod/mini';
import type { CallApi, CallArguments } from '@holdfast/client/calls';
import { codeHandlers } from './fake-codes.ts';
import { passwordHandlersOf } from './fake-passwords.ts';
import { securityHandlersOf } from './fake-security.ts';
import { instantAt, withActions, type FakeWorld } from './fake-world.ts';

interface Asked<P extends BuiltPath> {
  params: Readonly<Record<string, string>>;
  input: CallInput<P>;
}

export type Handlers = { [P in BuiltPath]?: (asked: Asked<P>) => CallOutput<P> };

export interface FakeServer {
  callApi: CallApi;
  world: FakeWorld;
  /** The calls that arrived, in order: what a screen really asked. */
  asked: { path: BuiltPath; input: unknown; transpass: string | undefined }[];
  /** From now on `path` refuses with this error, never answers, answers when this has come, or answers as always (`undefined`). */
  set: (path: BuiltPath, behaviour: Behaviour | undefined) => void;
}

type Behaviour = AppError | 'silent' | Promise<void>;

/**
 * The server as far as the contract goes: every input and every answer passes the schemas of its call, so a screen that works
 * here speaks the contract. It keeps no ledger; it moves just enough for a screen to see that something happened.
 */
export function createFakeServer(world: FakeWorld): FakeServer {
  const behaviours = new Map<BuiltPath, Behaviour>();
  const asked: FakeServer['asked'] = [];
  const handlers: Handlers = handlersOf(world);

  async function callApi<P extends BuiltPath>(path: P, args: CallArguments<P>): Promise<CallOutput<P>> {
    const {
      input = {},
      params = {},
      transpass,
    } = args as {
      input?: object;
      params?: Readonly<Record<string, string>>;
      transpass?: string;
    };
    asked.push({ path, input, transpass });
    const behaviour = behaviours.get(path);
    if (behaviour === 'silent') return new Promise(() => {});
    await (behaviour instanceof Promise ? behaviour : Promise.resolve());
    if (behaviour instanceof AppError) throw behaviour;
    const { schemas, secret } = callOf(path);
    const handler = handlers[path];
    if (!schemas || !handler) throw appError('CALL_UNKNOWN');
    const read = z.safeParse(schemas.input, onTheWire(input));
    if (!read.success) throw appError('PARAMETERS_INVALID', { fields: read.error.issues.map((i) => i.path) });
    if (secret && transpass !== world.member.transpass)
      throw appError('TRANSACTION_SECRET_WRONG', { triesLeft: 4 });
    return z.parse(schemas.output, handler({ params, input: read.data as CallInput<P> })) as CallOutput<P>;
  }

  return {
    callApi,
    world,
    asked,
    set(path, behaviour) {
      if (behaviour === undefined) behaviours.delete(path);
      else behaviours.set(path, behaviour);
    },
  };
}

/** Structured values travel as JSON text; the schema reads them back. */
function onTheWire(input: object): object {
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

function refuse(name: ErrorName, data: Record<string, unknown> = {}): never {
  throw new AppError(name, data);
}

function plus(coin: Coin, text: string, change: bigint): string {
  return formatAmount(coin, (parseAmount(coin, text) ?? 0n) + change);
}

function handlersOf(world: FakeWorld): Handlers {
  const signedIn = () => ({
    account: world.member.account,
    nick: world.member.nick,
    uid: world.member.uid,
    access_token: 'x'.repeat(43),
  });
  return {
    ...securityHandlersOf(world),
    ...passwordHandlersOf(world),
    '/member/checkVersion': () => ({
      minimumVersion: world.minimumVersion ?? '0.1.0',
      newestVersion: world.newestVersion ?? '0.1.0',
      storeUrl: null,
      features: { pinLock: true },
      supportUrl: world.supportUrl ?? 'https://support.example/',
      introVideoUrl: world.introVideoUrl ?? null,
      maintenanceUntil: world.maintenanceUntil ?? null,
      maintenancePlanned: world.maintenancePlanned ?? null,
      serverTime: instantAt(world.now),
    }),
    '/member/login': ({ input }) => {
      if (input.account !== world.member.account || input.password !== world.member.password)
        refuse('SIGN_IN_FAILED');
      return world.isPasswordMarked ? { reset_token: 'r'.repeat(43) } : signedIn();
    },
    '/member/register': ({ input }) => {
      if (world.takenAccounts.includes(input.account)) refuse('ACCOUNT_TAKEN');
      if (world.takenNicks.includes(input.nick.toLowerCase())) refuse('NICKNAME_TAKEN');
      Object.assign(world.member, {
        account: input.account,
        nick: input.nick,
        transpass: input.newTranspass,
      });
      return signedIn();
    },
    '/member/check-duplicate/account-and-nickname': ({ input }) => ({
      ...(input.account !== undefined && {
        account: world.takenAccounts.includes(input.account) ? ('taken' as const) : ('free' as const),
      }),
      ...(input.nick !== undefined && {
        nick: world.takenNicks.includes(input.nick.toLowerCase()) ? ('taken' as const) : ('free' as const),
      }),
    }),
    '/member/sign-out/{account}': () => ({}),
    '/member/info/{account}': () => world.info,
    '/member/balanceinfo': () => ({ balances: world.balances, asOf: instantAt(world.now) }),
    '/bank/list/{account}': () => ({ cards: world.cards, approval: world.cardApproval ?? 'by-review' }),
    '/member/bankadd/{account}': ({ input }) => {
      const card = {
        id: String(world.cards.length + 20),
        bankCode: input.bankCode,
        accountMasked: `****${input.accountNumber.slice(-4)}`,
        holderName: input.holderName,
        status: world.cardApproval === 'at-once' ? ('Approved' as const) : ('Review' as const),
        addedAt: instantAt(world.now),
      };
      world.cards.push(card);
      return { card };
    },
    '/api/wallet/get-journal': () => ({ items: world.journal.TWD, next: null }),
    '/api/wallet/get-journal-usdt': () => ({ items: world.journal.USDT, next: null }),
    '/member/notification/list': ({ input: { newestFirst } }) => ({
      items: newestFirst ? world.messages.toReversed() : [],
      next: null,
      safety: world.safety ?? [],
    }),
    '/member/notification/seen': ({ input: { seq } }) => {
      world.safety = (world.safety ?? []).filter((row) => BigInt(row.seq) > BigInt(seq));
      return {};
    },
    ...codeHandlers(world, signedIn),
    ...listingHandlers(world),
    ...orderHandlers(world),
  };
}

/** As many as the server gives at once. */
const LISTINGS_OF_A_PAGE = 30;

function listingHandlers(world: FakeWorld): Handlers {
  return {
    '/listing/mine': ({ input: { scope, cursor } }) => {
      const found = world.listings.filter(({ id, state }) => {
        const isWanted = scope === 'live' ? ['OPEN', 'PAUSED', 'FILLED'].includes(state) : state === 'CLOSED';
        return isWanted && (cursor === undefined || Number(id) < Number(cursor));
      });
      const items = found.slice(0, LISTINGS_OF_A_PAGE);
      return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
    },
    '/listing/create': ({ input }) => {
      const amount: bigint = parseAmount(input.coin, input.quantity) ?? 0n;
      const balance = world.balances.find(({ coin }) => coin === input.coin);
      if (!balance || (parseAmount(input.coin, balance.available) ?? 0n) < amount)
        refuse('BALANCE_INSUFFICIENT');
      balance.available = plus(input.coin, balance.available, -amount);
      balance.listed = plus(input.coin, balance.listed, amount);
      const scale = (text: string) => formatAmount(input.coin, parseAmount(input.coin, text) ?? 0n);
      const listing = {
        id: String(310 + world.listings.length),
        version: 1,
        side: 'sell' as const,
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
        createdAt: instantAt(world.now),
      };
      world.listings.unshift(listing);
      return { listing };
    },
    '/listing/close': ({ input }) => {
      const found = world.listings.find(({ id }) => id === input.listingId);
      if (!found) return refuse('LISTING_NOT_FOUND');
      if (String(found.version) !== input.version) refuse('LISTING_CHANGED', { version: found.version });
      Object.assign(found, {
        state: 'CLOSED',
        version: found.version + 1,
        remaining: (0).toFixed(COIN_SCALE[found.coin]),
      });
      return { listing: found };
    },
    '/listing/market': ({ input }) => ({
      items: world.offers.filter(({ coin }) => coin === input.coin),
      next: null,
    }),
  };
}

function orderHandlers(world: FakeWorld): Handlers {
  const isLive = (order: OrderDetail) => order.endedAt === null;
  const serverTime = () => instantAt(world.now);
  const find = (orderId: string, version?: string) => {
    const order = world.orders.find((one) => one.orderId === orderId) ?? refuse('ORDER_NOT_FOUND');
    if (version !== undefined && version !== String(order.version))
      refuse('ORDER_STATE_CHANGED', { order: withActions(order, world.now) });
    return order;
  };
  const move = (order: OrderDetail, change: Partial<OrderDetail>) => {
    const moved = withActions({ ...order, ...change, version: order.version + 1 }, world.now);
    world.orders = world.orders.map((one) => (one === order ? moved : one));
    return { order: moved, serverTime: serverTime() };
  };
  const end = (state: 'FINISHED' | 'CANCELLED') =>
    ({ state, duty: null, dutySince: null, deadlineDate: null, endedAt: serverTime() }) as const;
  return {
    '/api/v1/members/orders-in-progress/{account}': () => ({
      items: world.orders.filter(isLive),
      next: null,
      serverTime: serverTime(),
    }),
    '/order/list': ({ input }) => ({
      items: world.orders.filter((order) => isLive(order) === (input.scope === 'active')),
      next: null,
      serverTime: serverTime(),
    }),
    '/order/detail': ({ input }) => ({ order: find(input.orderId), serverTime: serverTime() }),
    '/order/lock': ({ input }) => {
      const taken = world.offers.find(({ listingId }) => listingId === input.listingId);
      if (!taken) return refuse('LISTING_NOT_FOUND');
      return { order: find('502'), serverTime: serverTime() };
    },
    '/order/paid': ({ input }) =>
      move(find(input.orderId, input.version), {
        state: 'PAID',
        duty: 'payee',
        dutySince: serverTime(),
        deadlineDate: instantAt(world.now + 15 * 60_000),
        paid: {
          payType: input.payType,
          paidBank: input.paidBank ?? null,
          paidQRType: input.paidQRType ?? null,
          lastFive: input.lastFive,
          payer: input.payer,
          at: serverTime(),
        },
      }),
    '/order/cancel': ({ input }) => move(find(input.orderId, input.version), end('CANCELLED')),
    '/order/release': ({ input }) => move(find(input.orderId, input.version), end('FINISHED')),
  };
}
