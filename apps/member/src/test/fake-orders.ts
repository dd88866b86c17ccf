import type { CallInput, OpenCase, OrderDetail } from '@holdfast/contract/calls';
import {
  allowedActions,
  dutyOf,
  isTurnOf,
  onSilenceOf,
  ORDER_STATE_INFO,
  type OrderState,
} from '@holdfast/contract/orders';
import { readPayCode, type PayApp } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { ratingHandlers } from './fake-ratings.ts';
import { DAY, instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export interface OrderSeed {
  orderId: string;
  serialNo: string;
  role: 'payer' | 'payee';
  isOwner: boolean;
  state: OrderState;
  remark?: OrderDetail['remark'];
  nick: string;
  level?: number;
  coin?: 'TWD' | 'USDT';
  quantity?: string;
  payTwd?: string;
  price?: string;
  fee?: string;
  receives?: string;
  returned?: string;
  lockedAgoMs?: number;
  dutyMs?: [sinceAgo: number, left: number];
  payMethod?: OrderDetail['payMethod'];
  paidAgoMs?: number;
  askedMinutes?: number;
  extensions?: OrderDetail['extensions'];
  case?: Partial<OpenCase>;
  /** What ended it, where its state alone does not say. */
  ending?: Pick<OrderDetail['timeline'][number], 'event' | 'by'>;
  /** The reason of a cancel blames the viewer. */
  isBlamed?: boolean;
  /** For how long what the payer got is held. */
  heldForMs?: number;
  /** An open request to cancel. */
  splitOffer?: OrderDetail['splitOffer'];
  request?: Pick<NonNullable<OrderDetail['cancelRequest']>, 'by' | 'reason'>;
}

/** A code of each app, as its member's picture said it. */
const PAY_CODES: Readonly<Record<PayApp, string>> = {
  twqr: 'TWQRP://NTTransfer/158/02/V1?D5=822&D6=0000123456789012&D10=901',
  linepay: 'https://line.me/R/pay/qr/friend/abcDEF123',
  jkopay: 'https://service.jkopay.com/r/transfer?j=Transfer:901234567',
  pxpay: 'https://www.pxpayplus.com/t/9012345678',
};

/** Where the fake server shows the payer the place: as the real one, but for what was paid. Before the owner took the order nothing was shown. */
const showsPlace = ({ state, ending }: OrderSeed): boolean =>
  ['LOCKED', 'CANCELLED', 'AUTO_CANCELLED'].includes(state) &&
  !['decline', 'accept-time-ended'].includes(ending?.event ?? '');

/** Where to pay by a method, as the server tells it. */
export function fakePayTo(method: OrderDetail['payMethod'] = 'bank'): NonNullable<OrderDetail['payTo']> {
  const holderName = '陳守哲';
  if (method === 'bank')
    return { holderName, bank: { bankCode: '822', accountNumber: '123456789012' }, payAccount: null };
  const { app, code, place, account } = defined(readPayCode(PAY_CODES[method]), 'a code of the app');
  return { holderName, bank: null, payAccount: { app, code, place, account } };
}

const requestSide = (role: 'payer' | 'payee', by: 'you' | 'counterparty') =>
  (role === 'payer') === (by === 'you') ? ('by-payer' as const) : ('by-payee' as const);

function fakeRequest(
  now: number,
  { role, state }: Pick<OrderSeed, 'role' | 'state'>,
  { by, reason }: NonNullable<OrderSeed['request']>,
): NonNullable<OrderDetail['cancelRequest']> {
  const onSilence = onSilenceOf(state, requestSide(role, by));
  const deadline = onSilence === null ? null : instantAt(now + 9 * MINUTE);
  return { by, reason, askedAt: instantAt(now - MINUTE), deadline, onSilence };
}

/** An order as the server would show it to the viewer, its allowed actions by the contract's own table. */
export function fakeOrder(now: number, seed: OrderSeed): OrderDetail {
  const { state, role, isOwner } = seed;
  const lockedAt = now - (seed.lockedAgoMs ?? MINUTE);
  const isLive = ORDER_STATE_INFO[state].live;
  const [sinceAgo, left] = seed.dutyMs ?? [24_000, 14 * MINUTE + 36_000];
  const isPaid = ['PAID', 'STUCK_SELF', 'STUCK_CASE', 'FINISHED'].includes(state);
  const paidAt = isPaid ? now - (seed.paidAgoMs ?? 3 * MINUTE) : null;
  const order: OrderDetail = {
    orderId: seed.orderId,
    serialNo: seed.serialNo,
    version: 1,
    coin: seed.coin ?? 'TWD',
    role,
    isOwner,
    state,
    duty: dutyOf(state, seed.request && requestSide(role, seed.request.by)),
    quantity: seed.quantity ?? '3000.00',
    price: seed.price ?? '1.0000',
    payTwd: seed.payTwd ?? '3000',
    fee: seed.fee ?? '3.00',
    receives: seed.receives ?? '2997.00',
    returned: seed.returned ?? null,
    counterparty: { uid: '1002', nick: seed.nick, level: seed.level ?? 4, avatarFileId: null },
    lockedAt: instantAt(lockedAt),
    dutySince: isLive ? instantAt(now - sinceAgo) : null,
    deadlineDate: isLive ? instantAt(now + left) : null,
    endedAt: isLive ? null : instantAt(now - MINUTE),
    cancelRequest: seed.request ? fakeRequest(now, seed, seed.request) : null,
    allowedActions: [],
    payTo: role === 'payer' && showsPlace(seed) ? fakePayTo(seed.payMethod) : null,
    payMethod: seed.payMethod ?? 'bank',
    paid: paidAt
      ? {
          payType: 'bank',
          paidBank: '013',
          paidQRType: null,
          lastFive: '90412',
          payer: '林予安',
          at: instantAt(paidAt),
        }
      : null,
    payerNameMasked: '林○安',
    remark: seed.remark ?? null,
    payWindowMinutes: 15,
    extensions: seed.extensions ?? { count: 0, minutes: 0 },
    askedMinutes: seed.askedMinutes ?? null,
    payEndedAt: state === 'GRACE' ? instantAt(now - sinceAgo) : null,
    case: seed.case || state === 'STUCK_CASE' ? fakeCase(now, seed.case) : null,
    splitOffer: seed.splitOffer ?? null,
    heldUntil: seed.heldForMs === undefined ? null : instantAt(now + seed.heldForMs),
    isEndSeen: false,
    timeline: [
      {
        event: 'lock',
        by: isOwner ? 'counterparty' : 'you',
        state: 'LOCKED',
        at: instantAt(lockedAt),
        minutes: null,
      },
      ...(paidAt
        ? [
            {
              event: 'paid' as const,
              by: role === 'payer' ? ('you' as const) : ('counterparty' as const),
              state: 'PAID' as const,
              at: instantAt(paidAt),
              minutes: null,
            },
          ]
        : []),
      ...(state === 'FINISHED'
        ? [
            {
              event: 'release' as const,
              by: role === 'payee' ? ('you' as const) : ('counterparty' as const),
              state,
              at: instantAt(now - MINUTE),
              minutes: null,
            },
          ]
        : []),
      ...(seed.ending ? [{ ...seed.ending, state, at: instantAt(now - MINUTE), minutes: null }] : []),
    ],
  };
  return withActions(order, now, seed.isBlamed);
}

function fakeCase(now: number, part: Partial<OpenCase> = {}): OpenCase {
  return {
    caseId: '71',
    openedBy: 'you',
    openedAt: instantAt(now),
    reason: 'not-released',
    firstReplyDate: instantAt(now + 30 * MINUTE),
    rulingDate: instantAt(now + DAY),
    firstRepliedAt: null,
    escalationDate: instantAt(now + 3 * DAY),
    escalatedAt: null,
    ...part,
  };
}

/** The same order with what its viewer may do now. */
export function withActions(order: OrderDetail, now: number, isBlamed = false): OrderDetail {
  const actions = allowedActions({
    state: order.state,
    role: order.role,
    isOwner: order.isOwner,
    now,
    request: order.cancelRequest && requestSide(order.role, order.cancelRequest.by),
    paidAt: order.paid ? Date.parse(order.paid.at) : null,
    endedAt: order.endedAt ? Date.parse(order.endedAt) : null,
    extensionCount: order.extensions.count,
    extensionMinutes: order.extensions.minutes,
    hasAskedTime: order.askedMinutes !== null,
    splitBy:
      order.splitOffer &&
      (order.splitOffer.by === 'you' ? order.role : order.role === 'payer' ? 'payee' : 'payer'),
    hasCase: order.case !== null,
    blamed: isBlamed ? order.role : null,
  });
  return {
    ...order,
    allowedActions: actions.map((action) => ({
      ...action,
      opensAt: action.opensAt === null ? null : instantAt(action.opensAt),
    })),
  };
}

/** An order of each kind: one to confirm, one to pay, one that has ended. */
export function fakeOrders(now: number): OrderDetail[] {
  return [
    fakeOrder(now, {
      orderId: '501',
      serialNo: 'HF-240817-0391',
      role: 'payee',
      isOwner: true,
      state: 'PAID',
      nick: '阿哲',
      lockedAgoMs: 8 * MINUTE,
      dutyMs: [138_000, 12 * MINUTE + 42_000],
    }),
    fakeOrder(now, {
      orderId: '502',
      serialNo: 'HF-240817-0388',
      role: 'payer',
      isOwner: false,
      state: 'LOCKED',
      nick: 'Yu88',
      level: 2,
      quantity: '1500.00',
      payTwd: '1503',
      price: '1.0020',
      fee: '1.50',
      receives: '1498.50',
    }),
    fakeOrder(now, {
      orderId: '503',
      serialNo: 'HF-240816-0127',
      role: 'payer',
      isOwner: false,
      state: 'FINISHED',
      nick: '小薇',
      quantity: '5000.00',
      payTwd: '5000',
      fee: '5.00',
      receives: '4995.00',
      lockedAgoMs: DAY,
    }),
  ];
}

/** Whether an ended order is one that is looked for. */
function isFound(order: OrderDetail, { coin, did, from, to, search }: CallInput<'/order/list'>): boolean {
  const day = (order.endedAt ?? order.lockedAt).slice(0, 10);
  return (
    (coin === undefined || order.coin === coin) &&
    (did === undefined || order.role === (did === 'buy' ? 'payer' : 'payee')) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (search === undefined || [order.serialNo, order.counterparty.nick].includes(search))
  );
}

/** As many as the server gives at once. */
const RUNNING_OF_A_PAGE = 100;

export function orderHandlers(world: FakeWorld): Handlers {
  const isLive = (order: OrderDetail) => order.endedAt === null;
  const serverTime = () => instantAt(world.now);
  const listed = (order: OrderDetail) => {
    const lines = world.threads?.[order.orderId] ?? [];
    const unread = lines.filter(({ by, kind, isSeen }) => by !== 'you' && kind !== 'event' && !isSeen);
    return { ...order, unread: unread.length };
  };
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
    '/api/v1/members/orders-in-progress/{account}': () => {
      const live = world.orders.filter(isLive);
      const items = live.slice(0, RUNNING_OF_A_PAGE).map(listed);
      const next = live.length > items.length ? (items.at(-1)?.orderId ?? null) : null;
      const waiting = live.filter((order) => isTurnOf(order.duty, order)).length;
      return { items, next, waiting, serverTime: serverTime() };
    },
    '/order/list': ({ input }) => ({
      items: world.orders
        .filter((order) => isLive(order) === (input.scope === 'active') && isFound(order, input))
        .map(listed),
      next: null,
      serverTime: serverTime(),
    }),
    '/order/ruling': () => ({ ruling: world.ruling ?? null }),
    '/order/presence': () => ({ presence: world.presence === undefined ? 'online' : world.presence }),
    '/order/detail': ({ input }) => ({ order: find(input.orderId), serverTime: serverTime() }),
    '/order/lock': ({ input }) => {
      const taken = world.offers.find(({ listingId }) => listingId === input.listingId);
      if (!taken) return refuse('LISTING_NOT_FOUND');
      return { order: find('502'), serverTime: serverTime() };
    },
    '/order/paid-from': () => ({ from: world.paidFrom ?? null }),
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
    '/order/extend': ({ input }) => {
      const order = find(input.orderId, input.version);
      const minutes = Number(input.minutes);
      const from = order.state === 'LOCKED' ? Date.parse(order.deadlineDate ?? '') : world.now;
      return move(order, {
        state: 'LOCKED',
        duty: 'payer',
        deadlineDate: instantAt(from + minutes * MINUTE),
        askedMinutes: null,
        extensions: { count: order.extensions.count + 1, minutes: order.extensions.minutes + minutes },
      });
    },
    '/order/ask-time': ({ input }) =>
      move(find(input.orderId, input.version), { askedMinutes: Number(input.minutes) }),
    '/order/appeal': ({ input }) => {
      const order = find(input.orderId, input.version);
      const stuck = {
        state: 'STUCK_CASE',
        duty: 'operator',
        deadlineDate: instantAt(world.now + DAY),
      } as const;
      return move(order, {
        ...(isLive(order) && stuck),
        case: fakeCase(world.now, { reason: input.reason }),
      });
    },
    '/order/take-blame': ({ input }) => move(find(input.orderId, input.version), {}),
    '/order/late-claim': ({ input }) =>
      move(find(input.orderId, input.version), { case: fakeCase(world.now, { reason: null }) }),
    '/report/order/finish': () => ({ seenAt: serverTime() }),
    ...ratingHandlers(world),
    '/order/accept': ({ input }) =>
      move(find(input.orderId, input.version), {
        state: 'LOCKED',
        duty: 'payer',
        dutySince: serverTime(),
        deadlineDate: instantAt(world.now + 15 * 60_000),
      }),
    '/order/decline': ({ input }) => {
      const order = find(input.orderId, input.version);
      const declined = {
        event: 'decline',
        by: 'you',
        state: 'CANCELLED',
        at: serverTime(),
        minutes: null,
      } as const;
      return move(order, { ...end('CANCELLED'), timeline: [...order.timeline, declined] });
    },
    '/order/cancel': ({ input }) => move(find(input.orderId, input.version), end('CANCELLED')),
    '/member/restrictions': () =>
      world.restrictions ?? {
        cancels: {
          used: 1,
          max: 3,
          afterPaidUsed: 0,
          afterPaidMax: 1,
          resetsAt: instantAt(world.now + 10 * 60 * MINUTE),
          blockedUntil: null,
        },
        restrictions: [],
        serverTime: serverTime(),
      },
    '/order/request-cancel-after-paid': ({ input }) => {
      const order = find(input.orderId, input.version);
      return move(order, {
        cancelRequest: fakeRequest(world.now, order, { by: 'you', reason: input.reason }),
      });
    },
    '/order/allow-cancel-after-paid': ({ input }) =>
      move(find(input.orderId, input.version), { ...end('CANCELLED'), cancelRequest: null }),
    '/order/deny-as-received': ({ input }) =>
      move(find(input.orderId, input.version), { ...end('FINISHED'), cancelRequest: null }),
    '/order/request-cancel': ({ input }) => {
      const order = find(input.orderId, input.version);
      return move(order, {
        cancelRequest: fakeRequest(world.now, order, { by: 'you', reason: input.reason }),
      });
    },
    '/order/allow-cancel': ({ input }) =>
      move(find(input.orderId, input.version), { ...end('CANCELLED'), cancelRequest: null }),
    '/order/deny-cancel': ({ input }) => move(find(input.orderId, input.version), { cancelRequest: null }),
    '/order/split': ({ input }) => {
      const order = find(input.orderId, input.version);
      const { payerPart } = input;
      const { splitOffer: offer } = order;
      if (offer?.by === 'counterparty' && offer.payerPart === payerPart)
        return move(order, {
          ...end('FINISHED'),
          receives: offer.payerGets,
          returned: offer.payeeGets,
          splitOffer: null,
        });
      const until = instantAt(world.now + DAY);
      const part = payerPart.includes('.') ? payerPart : `${payerPart}.00`;
      return move(order, {
        splitOffer: { by: 'you', payerPart: part, payerGets: part, payeeGets: part, until },
      });
    },
    '/order/decline-split': ({ input }) => move(find(input.orderId, input.version), { splitOffer: null }),
    '/order/release': ({ input }) => move(find(input.orderId, input.version), end('FINISHED')),
  };
}
