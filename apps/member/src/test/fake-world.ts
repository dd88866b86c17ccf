import type {
  Balance,
  BankCard,
  CardApproval,
  InboxRow,
  JournalEntry,
  Listing,
  MemberInfo,
  Offer,
  OrderDetail,
} from '@holdfast/contract/calls';
import { allowedActions, type OrderState } from '@holdfast/contract/orders';
import { fakeMessages } from './fake-messages.ts';

/** What the fake server knows. Everything is invented, and tests change what they are about. */
export interface FakeWorld {
  now: number;
  member: { account: string; nick: string; uid: string; password: string; transpass: string };
  /** The password is right and must be changed. */
  isPasswordMarked?: boolean;
  /** Older than the policy allows. */
  isPasswordExpired?: boolean;
  /** The member's own phrase, which mails carry. */
  phrase?: string | undefined;
  mail?: 'none' | 'unproven' | 'verified';
  secretForm?: 'none' | 'six-digit' | 'password';
  /** Answers that are right, by the number of their question; without any the member has no questions. */
  answers?: Readonly<Record<string, string>>;
  info: MemberInfo;
  balances: Balance[];
  cards: BankCard[];
  cardApproval?: CardApproval;
  listings: Listing[];
  offers: Offer[];
  orders: OrderDetail[];
  /** The inbox, the oldest first. Nothing of it is news. */
  messages: InboxRow[];
  /** The safety notices that this install must show. */
  safety?: InboxRow[];
  journal: Record<'TWD' | 'USDT', JournalEntry[]>;
  takenAccounts: string[];
  takenNicks: string[];
  /** The names were proposed at fast registration. */
  mayRename?: boolean;
  newestVersion?: string;
  minimumVersion?: string;
  maintenanceUntil?: string;
  coolDownUntil?: string;
  supportUrl?: string;
  introVideoUrl?: string;
  maintenancePlanned?: { from: string; until: string };
}

export const FAKE_NOW = Date.parse('2026-08-17T06:02:00.000Z'); // 14:02 in Taipei

export function instantAt(ms: number): string {
  return new Date(ms).toISOString();
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface OrderSeed {
  orderId: string;
  serialNo: string;
  role: 'payer' | 'payee';
  isOwner: boolean;
  state: OrderState;
  nick: string;
  level?: number;
  coin?: 'TWD' | 'USDT';
  quantity?: string;
  payTwd?: string;
  price?: string;
  fee?: string;
  receives?: string;
  lockedAgoMs?: number;
  dutyMs?: [sinceAgo: number, left: number];
  payMethods?: OrderDetail['payMethods'];
}

const DUTY_OF: Partial<Record<OrderState, OrderDetail['duty']>> = {
  LOCKED: 'payer',
  GRACE: 'payer',
  PAID: 'payee',
  STUCK_SELF: 'both',
  STUCK_CASE: 'operator',
};

/** An order as the server would show it to the viewer, its allowed actions by the contract's own table. */
export function fakeOrder(now: number, seed: OrderSeed): OrderDetail {
  const { state, role, isOwner } = seed;
  const lockedAt = now - (seed.lockedAgoMs ?? MINUTE);
  const isLive = state in DUTY_OF;
  const [sinceAgo, left] = seed.dutyMs ?? [24_000, 14 * MINUTE + 36_000];
  const paidAt = state === 'PAID' || state === 'FINISHED' ? now - 3 * MINUTE : null;
  const order: OrderDetail = {
    orderId: seed.orderId,
    serialNo: seed.serialNo,
    version: 1,
    coin: seed.coin ?? 'TWD',
    role,
    isOwner,
    state,
    duty: DUTY_OF[state] ?? null,
    quantity: seed.quantity ?? '3000.00',
    price: seed.price ?? '1.0000',
    payTwd: seed.payTwd ?? '3000',
    fee: seed.fee ?? '3.00',
    receives: seed.receives ?? '2997.00',
    counterparty: { uid: '1002', nick: seed.nick, level: seed.level ?? 4 },
    lockedAt: instantAt(lockedAt),
    dutySince: isLive ? instantAt(now - sinceAgo) : null,
    deadlineDate: isLive ? instantAt(now + left) : null,
    endedAt: isLive ? null : instantAt(now - MINUTE),
    allowedActions: [],
    payTo:
      role === 'payer' && state === 'LOCKED'
        ? { bankCode: '822', accountNumber: '123456789012', holderName: '陳守哲' }
        : null,
    payMethods: seed.payMethods ?? ['bank'],
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
    payWindowMinutes: 15,
    timeline: [
      { event: 'lock', by: isOwner ? 'counterparty' : 'you', state: 'LOCKED', at: instantAt(lockedAt) },
      ...(paidAt
        ? [
            {
              event: 'paid' as const,
              by: role === 'payer' ? ('you' as const) : ('counterparty' as const),
              state: 'PAID' as const,
              at: instantAt(paidAt),
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
            },
          ]
        : []),
    ],
  };
  return withActions(order, now);
}

/** The same order with what its viewer may do now. */
export function withActions(order: OrderDetail, now: number): OrderDetail {
  const actions = allowedActions({
    state: order.state,
    role: order.role,
    isOwner: order.isOwner,
    now,
    paidAt: order.paid ? Date.parse(order.paid.at) : null,
    endedAt: order.endedAt ? Date.parse(order.endedAt) : null,
  });
  return {
    ...order,
    allowedActions: actions.map((action) => ({
      ...action,
      opensAt: action.opensAt === null ? null : instantAt(action.opensAt),
    })),
  };
}

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
    payMethods: ['bank'],
    obstacle: null,
    ownOrderId: null,
    ...change,
    owner: { nick, level, finished, completionPercent, releaseSeconds, tradedWithYou },
  };
}

/** A member with some of everything: balances in both coins, a duty, a listing, an order of each kind. */
export function fakeWorld(now = FAKE_NOW): FakeWorld {
  const cards: BankCard[] = [
    {
      id: '11',
      bankCode: '013',
      accountMasked: '****9041',
      holderName: '林○安',
      status: 'Approved',
      addedAt: instantAt(now - 40 * DAY),
    },
    {
      id: '12',
      bankCode: '700',
      accountMasked: '****2207',
      holderName: '林○安',
      status: 'Review',
      addedAt: instantAt(now - 60 * MINUTE),
    },
  ];
  return {
    now,
    member: {
      account: 'amberlin88',
      nick: '小林',
      uid: '1001',
      password: 'Holdfast1',
      transpass: '482913',
    },
    info: {
      account: 'amberlin88',
      userLevel: 3,
      realName: '林○安',
      realNameStatus: 'Approved',
      email: 'a****@example.tw',
      mobile: '09******21',
      countryCode: '886',
      registerDate: instantAt(now - 200 * DAY),
      banks: cards,
      platformBinding: false,
      bankCardStatus: 'Approved',
    },
    balances: [
      {
        coin: 'TWD',
        total: '15480.00',
        available: '12480.00',
        listed: '0.00',
        inOrder: '3000.00',
        onHold: '0.00',
        withdrawing: '0.00',
      },
      {
        coin: 'USDT',
        total: '482.350000',
        available: '382.350000',
        listed: '100.000000',
        inOrder: '0.000000',
        onHold: '0.000000',
        withdrawing: '0.000000',
      },
    ],
    cards,
    listings: [
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
        createdAt: instantAt(now - 90 * MINUTE),
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
        createdAt: instantAt(now - 30 * MINUTE),
      },
    ],
    offers: [
      offer('401', '阿哲', {
        level: 4,
        finished: 312,
        completionPercent: '99.2',
        releaseSeconds: 130,
        tradedWithYou: 3,
      }),
      offer('402', 'Yu88', {
        price: '1.0020',
        minQuantity: '1000.00',
        maxQuantity: '8000.00',
        completionPercent: '97.8',
        releaseSeconds: 243,
      }),
      offer('403', 'Kenny', {
        level: 1,
        finished: 0,
        completionPercent: null,
        releaseSeconds: null,
        minQuantity: '5000.00',
        maxQuantity: '5000.00',
        obstacle: 'below-minimum',
      }),
    ],
    orders: [
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
    ],
    journal: {
      TWD: [
        {
          id: '903',
          kind: 'purchase',
          change: '4995.00',
          availableChange: '4995.00',
          availableAfter: '12480.00',
          quantity: '5000.00',
          orderId: '503',
          nick: '小薇',
          listingId: null,
          at: instantAt(now - 20 * MINUTE),
        },
        {
          id: '902',
          kind: 'lock',
          change: '0.00',
          availableChange: '0.00',
          availableAfter: '7485.00',
          quantity: '3000.00',
          orderId: '501',
          nick: '阿哲',
          listingId: '302',
          at: instantAt(now - 30 * MINUTE),
        },
        {
          id: '901',
          kind: 'publish',
          change: '0.00',
          availableChange: '-3000.00',
          availableAfter: '7485.00',
          quantity: '3000.00',
          orderId: null,
          nick: null,
          listingId: '302',
          at: instantAt(now - 90 * MINUTE),
        },
        {
          id: '900',
          kind: 'sale',
          change: '-1200.00',
          availableChange: '0.00',
          availableAfter: '10485.00',
          quantity: '1200.00',
          orderId: '480',
          nick: '阿哲',
          listingId: '290',
          at: instantAt(now - DAY),
        },
      ],
      USDT: [
        {
          id: '910',
          kind: 'publish',
          change: '0.000000',
          availableChange: '-100.000000',
          availableAfter: '382.350000',
          quantity: '100.000000',
          orderId: null,
          nick: null,
          listingId: '301',
          at: instantAt(now - 90 * MINUTE),
        },
      ],
    },
    messages: fakeMessages(now),
    takenAccounts: ['amberlin88', 'yu88trade'],
    takenNicks: ['阿哲', 'yu88'],
  };
}

/** A member who has just registered: nothing owned, nothing done, nobody else there. */
export function emptyWorld(now = FAKE_NOW): FakeWorld {
  const world = fakeWorld(now);
  return {
    ...world,
    info: { ...world.info, userLevel: 0, banks: [], realNameStatus: 'none' },
    balances: world.balances.map((balance) => {
      const zero = balance.coin === 'TWD' ? '0.00' : '0.000000';
      return { ...balance, total: zero, available: zero, listed: zero, inOrder: zero };
    }),
    cards: [],
    listings: [],
    offers: [],
    orders: [],
    messages: [],
    journal: { TWD: [], USDT: [] },
  };
}

/** The longest of everything that the rules allow: what a layout has to bear. */
export function longWorld(now = FAKE_NOW): FakeWorld {
  const world = fakeWorld(now);
  const nick = '一二三四五六七八九十';
  return {
    ...world,
    member: { ...world.member, nick },
    balances: world.balances.map((balance) =>
      balance.coin === 'TWD'
        ? { ...balance, total: '9876543210123.45', available: '9876540210123.45' }
        : { ...balance, total: '123456789.123456', available: '123456689.123456' },
    ),
    cards: world.cards.map((card) => ({ ...card, bankCode: '826', holderName: 'Maximiliana-Josephine' })),
    offers: world.offers.map((one) => ({
      ...one,
      owner: { ...one.owner, nick: 'WWWWWWWWWW', finished: 98_765 },
    })),
    messages: fakeMessages(now, nick),
    orders: world.orders.map((order) => ({
      ...order,
      quantity: '1234567890.12',
      payTwd: '1234567891',
      receives: '1233333322.23',
      counterparty: { ...order.counterparty, nick },
    })),
  };
}
