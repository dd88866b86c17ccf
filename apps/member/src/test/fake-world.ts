import type { CallOutput } from '@holdfast/contract/calls';
import type { FakePushOptions } from './fake-push.ts';
import type { FakePasskey } from './fake-passkeys.ts';
import type { AppError } from '@holdfast/kernel';
import type {
  Balance,
  CardApproval,
  HeldLot,
  InboxRow,
  JournalEntry,
  Listing,
  MemberInfo,
  Offer,
  RelatedMember,
  OrderDetail,
  OrderRuling,
  OwnBankCard,
  OwnListingLink,
  OwnPayAccount,
  PushTestOutcome,
  Rating,
  ThreadLine,
} from '@holdfast/contract/calls';
import type { Coin } from '@holdfast/kernel';
import type { LevelRecord, RealNameItem, TradeSide } from '@holdfast/contract/member';
import type { LinkState, Presence } from '@holdfast/contract/orders';
import type { FoundCode } from '#platform/codes/port.ts';
import { fakeCards } from './fake-bank-cards.ts';
import { fakePayAccounts } from './fake-pay-accounts.ts';
import { fakeListings, fakeOffers } from './fake-listings.ts';
import type { MutableGroup } from '@holdfast/contract/notifications';
import { fakeMessages } from './fake-messages.ts';
import { fakeOrders } from './fake-orders.ts';
import { DAY, FAKE_NOW, instantAt } from './fake-times.ts';
import { fakeBalances, fakeJournal } from './fake-wallet.ts';

interface FakeLimit {
  readonly ownMax?: string | null;
  readonly used?: string;
  readonly raise?: { readonly to: string | null; readonly at: string } | null;
}

/** What the fake server knows. Everything is invented, and tests change what they are about. */
export interface FakeWorld {
  now: number;
  member: { account: string; nick: string; uid: string; password: string; transpass: string };
  /** The password is right and must be changed. */
  isPasswordMarked?: boolean;
  /** A sign-in needs a code besides the password. */
  isGuessedAt?: boolean;
  passkeys?: FakePasskey[];
  authenticator?: 'on' | 'suspended' | undefined;
  recoveryCodesLeft?: number;
  /** Older than the policy allows. */
  isPasswordExpired?: boolean;
  /** The member's own phrase, which mails carry. */
  phrase?: string | undefined;
  mail?: 'none' | 'unproven' | 'verified';
  /** Where codes go, if not to each address that is verified. */
  codesTo?: { channel: 'mobile' | 'mail'; address: string }[];
  secretForm?: 'none' | 'six-digit' | 'password';
  /** Answers that are right, by the number of their question; without any the member has no questions. */
  answers?: Readonly<Record<string, string>>;
  info: MemberInfo;
  /** The member's own trading. */
  record: LevelRecord;
  /** What is used of a day's limits, and what the member has set. */
  dailyLimits?: Partial<Record<`${Coin} ${TradeSide}`, FakeLimit>>;
  /** Support has lowered the level. */
  isLevelKept?: boolean;
  /** Whether the other sides of orders are here; null: not told. */
  presence?: Presence | null;
  /** The member hides when they were here. */
  hidesPresence?: boolean;
  /** Orders at once that support allows this member, if that is not for the level to say. */
  ownLocksMax?: number;
  /** What a member who was refused is asked for, if more than what was refused: its pictures are deleted by now. */
  asksAgain?: RealNameItem[];
  /** Whoever is not verified is led Home. */
  realNameCheck?: boolean;
  /** What the member has said of finished orders, by their ids; and whether the other sides have said something. */
  rated?: ReadonlyMap<string, Rating>;
  isRatedByOther?: boolean;
  /** The file of the member's avatar. */
  avatar?: string | null;
  /** What becomes of the next upload: it stands at this share, or is refused; stored at once if nothing is said. */
  upload?: number | AppError;
  balances: Balance[];
  /** What of them is on hold, lot by lot. */
  holds?: Partial<Record<Coin, HeldLot[]>>;
  cards: OwnBankCard[];
  cardApproval?: CardApproval;
  payAccounts: OwnPayAccount[];
  /** What the device reads in the next picture for a pay account. */
  codes?: readonly FoundCode[];
  /** From when on orders cost something else. */
  feePlanned?: { feeBasisPoints: number; from: string };
  /** Too few members have traded USDT for a reference. */
  hasFewTrades?: boolean;
  listings: Listing[];
  offers: Offer[];
  /** What lies behind the first page of the market. */
  offersBehind?: Offer[];
  /** Links of one's own listings that were shared or changed. */
  links: Record<string, OwnListingLink>;
  /** What every link but the one that opens leads to; absent: none there ever was. */
  linkState?: LinkState;
  /** It is a link to a listing of the member's own. */
  isLinkOwn?: boolean;
  /** Whom the member has blocked. */
  blocked: RelatedMember[];
  orders: OrderDetail[];
  /** What operators have decided, of any order. */
  ruling?: OrderRuling;

  /** From where the member paid last. */
  paidFrom?: { paidBank: string | null; lastFive: string; payer: string };
  /** The lines of each order's thread, the oldest first. */
  threads?: Readonly<Record<string, readonly ThreadLine[]>>;
  /** The inbox, the oldest first. Nothing of it is news. */
  messages: InboxRow[];
  /** Up to which message the inbox has been read; all of those at the start, unless this says less. */
  readUpTo?: string;
  muted?: MutableGroup[];
  /** What the server knows of this device's push registration. */
  push?: NonNullable<CallOutput<'/member/device/push'>['device']>;
  /** How many other devices are told about the safety of the account. */
  pushOthers?: number;
  /** The browser, where it can get messages. */
  pushBrowser?: FakePushOptions;
  /** What becomes of a test message, and who hears of one. */
  pushOutcome?: PushTestOutcome;
  onPushTest?: (testId: string) => void;
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
  /** What own cancels have closed; absent: nothing, and one was used today. */
  restrictions?: CallOutput<'/member/restrictions'>;
  coolDownUntil?: string;
  supportUrl?: string;
  introVideoUrl?: string;
  /** What the device has not seen yet. */
  newMessages?: readonly InboxRow[];
  maintenanceMessage?: { zhTW: string; en: string };
  maintenancePlanned?: { from: string; until: string };
}

/** A member with some of everything: balances in both coins, a duty, a listing, an order of each kind. */
export function fakeWorld(now = FAKE_NOW): FakeWorld {
  const cards = fakeCards(now);
  return {
    now,
    member: {
      account: 'amberlin88',
      nick: '小林',
      uid: '1000001001',
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
    record: { finished: 12, ended: 13, partners: 6, days: 200 },
    balances: fakeBalances(),
    cards: cards.map((card) => ({ ...card, refusal: null, coolingUntil: null })),
    payAccounts: fakePayAccounts(now),
    listings: fakeListings(now),
    offers: fakeOffers(),
    links: {},
    blocked: [],
    orders: fakeOrders(now),
    journal: fakeJournal(now),
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
    record: { finished: 0, ended: 0, partners: 0, days: 3 },
    info: { ...world.info, userLevel: 0, banks: [], realNameStatus: 'none' },
    balances: world.balances.map((balance) => {
      const zero = balance.coin === 'TWD' ? '0.00' : '0.000000';
      return { ...balance, total: zero, available: zero, listed: zero, inOrder: zero };
    }),
    cards: [],
    payAccounts: [],
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
    payAccounts: world.payAccounts.map((one) => ({ ...one, holderName: 'Maximiliana-Josephine' })),
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
