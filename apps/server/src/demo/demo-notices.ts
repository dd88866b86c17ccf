import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountNoticeTitle,
  isListingNotice,
  isNotificationType,
  isOrderNotificationType,
  NOTIFICATION_TYPES,
  orderNoteTitle,
  type OrderNotificationType,
} from '@holdfast/contract/notifications';
import { TRANSITIONS, type Transition, type TransitionNotice } from '@holdfast/contract/orders';
import { COINS, defined, type MemberId } from '@holdfast/kernel';
import { findMemberId, findMembers } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import { listOrdersOf, listPastOrders, noticesOf, type Order } from '#features/orders/index.ts';
import { appNow } from '#platform/db/clock.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { isDemoDatabase } from '#platform/db/demo-mark.ts';

/**
 * `--demo-notices <account> [type|all] [seconds]`: sends a member of a demo a notification of a type, or of each type one after another, so that a
 * person can see them. By `notify` like everything else: the inbox, the streams of the running product and push carry them. Nothing
 * happens but the message: no order moves and no session ends.
 */

const COMMAND = '--demo-notices';
const SECONDS_DEFAULT = 8;
const MINUTE = 60_000;

export const isDemoNotices = (argv: readonly string[]): boolean => argv.includes(COMMAND);

/** Sent as the last one: whoever confirms it is signed out. */
const LAST = 'userForcedLogout';
/** One of "any other type" (spec 4). */
const ANY_OTHER = 'demoNotice';
export const DEMO_NOTICE_TYPES: readonly string[] = [
  ...NOTIFICATION_TYPES.filter((type) => type !== LAST),
  ANY_OTHER,
  LAST,
];

type Extra = Record<string, string | number | boolean>;

interface Parts {
  readonly argv: readonly string[];
  readonly mode: 'demo' | 'test' | 'production';
  readonly db: Database;
  readonly print: (line: string) => void;
}

/** Runs the command; resolves to the exit code. */
export async function sendDemoNotices({ argv, mode, db, print }: Parts): Promise<number> {
  const [account = '', wanted = 'all', seconds = SECONDS_DEFAULT] = argv.slice(argv.indexOf(COMMAND) + 1);
  const isForTrying = mode === 'test' || (mode === 'demo' && (await isDemoDatabase(db)));
  if (!isForTrying) return refuse(print, 'Only members of a demo are sent notifications of nothing.');
  const memberId = await inTransaction(db, (tx) => findMemberId(tx, account.toLowerCase()));
  if (memberId === undefined)
    return refuse(
      print,
      `There is no member "${account}": npm run demo:notices -- <account> [type] [seconds]`,
    );
  const types = wanted === 'all' ? DEMO_NOTICE_TYPES : [wanted];
  for (const [index, type] of types.entries()) {
    if (index > 0) await sleep(Number(seconds) * 1000);
    await inTransaction(db, (tx) => sendOne(tx, { memberId, type, nth: index }));
    print(isKnown(type) ? type : `${type} (none of the known types: shown as "any other")`);
  }
  return 0;
}

function refuse(print: Parts['print'], why: string): number {
  print(why);
  return 1;
}

const isKnown = (type: string): boolean =>
  isNotificationType(type) ||
  isListingNotice(type) ||
  accountNoticeTitle(type) !== undefined ||
  orderNoteTitle(type, {}) !== undefined;

interface Sending {
  readonly memberId: MemberId;
  readonly type: string;
  /** One after another about another order of the member, so that none supersedes the one before. */
  readonly nth: number;
}

async function sendOne(tx: Tx, sending: Sending): Promise<void> {
  const { memberId, type } = sending;
  const now = await appNow(tx);
  const ofOrder = isOrderNotificationType(type) ? await orderExtra(tx, { ...sending, type }, now) : {};
  await notify(tx, [{ memberId, type, extra: { type, ...accountExtra(type, now), ...ofOrder } }]);
}

/** What the types that are about no order say. */
function accountExtra(type: string, now: Date): Extra {
  if (type === 'userWithdrawSuccess') return { coinType: 'TWD', amount: 3000 };
  if (type === 'merchantBindReview') return { reviewSuccess: true };
  if (type === 'userBankCardReview') return { reviewSuccess: true, bankCardStatus: 'Approved' };
  if (type === 'userRealNameReview') return { realNameStatus: 'Approved' };
  return accountNoticeTitle(type) === undefined
    ? {}
    : { when: now.toISOString(), device: 'Chrome · Windows', place: '', network: '203.0.113.0/24' };
}

const ALL_PAST = {
  coins: COINS,
  roles: ['payer', 'payee'],
  from: undefined,
  to: undefined,
  otherId: undefined,
  orderId: undefined,
} as const;

/** What an order says of itself, and of what it has not come to what such a notification would say of it. */
async function orderExtra(
  tx: Tx,
  { memberId, type, nth }: Sending & { type: OrderNotificationType },
  now: Date,
): Promise<Extra> {
  const page = { memberId, before: undefined, limit: 20 };
  const orders = [...(await listOrdersOf(tx, page)), ...(await listPastOrders(tx, { ...page, ...ALL_PAST }))];
  const order = orders[nth % Math.max(orders.length, 1)];
  const own = order ? await noticeOf(tx, { memberId, type, order }) : {};
  const nick = typeof own['nick'] === 'string' ? own['nick'] : '阿德';
  return { ...inventedExtra(nick), ...own, ...timesFrom(now) };
}

async function noticeOf(
  tx: Tx,
  { memberId, type, order }: { memberId: MemberId; type: OrderNotificationType; order: Order },
): Promise<Extra> {
  const { transition, told } = exampleOf(type);
  const members = await findMembers(tx, [order.payerId, order.payeeId]);
  const toBoth: Transition = { ...transition, notices: [{ ...told, to: ['payer', 'payee'] }] };
  const own = noticesOf(order, toBoth, members).find((notice) => notice.memberId === memberId);
  return { ...own?.extra, ...sideOf(told) };
}

/** A transition that sends a type: one that tells both sides, if there is one, because either may be the member. */
function exampleOf(type: OrderNotificationType): { transition: Transition; told: TransitionNotice } {
  const examples = TRANSITIONS.flatMap((transition) =>
    transition.notices.filter((told) => told.type === type).map((told) => ({ transition, told })),
  );
  const tellsBoth = examples.find(({ told: { to } }) => to.includes('payer') && to.includes('payee'));
  return defined(tellsBoth ?? examples[0], 'a transition sends it');
}

/** Where only one side is told, the words are for that side, whoever reads them here. */
function sideOf({ to }: TransitionNotice): Extra {
  const isTold = (side: 'payer' | 'payee') => to.includes(side);
  if (isTold('payee') === isTold('payer')) return {};
  return { transactionType: isTold('payee') ? 'out' : 'in' };
}

/** What a notification must carry and the order of a demo may not have. */
const inventedExtra = (nick: string): Extra => ({
  coinType: 'TWD',
  quantity: 3000,
  amount: 3000,
  lockType: 'full',
  lockQuantity: '3000',
  lockUserNick: nick,
  userLevelName: 'Lv.3',
  isOwner: true,
  nick,
  cancelUserNick: nick,
  payType: 'bank',
  paidBank: '013',
  paidUserNick: nick,
  payer: '林予安',
  reason: 'other',
  resolution: 'parties',
  stage: 'self',
  ackOf: 'cancel',
  onSilence: 'lapses',
  canExtend: true,
  listingPaused: false,
  ended: false,
  transactionType: 'out',
});

/** The orders of a demo are old: what is asked for in a message that is sent now can still be done. */
function timesFrom(now: Date): Extra {
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE).toISOString();
  return { lockDate: after(0), deadlineDate: after(15), claimUntil: after(72 * 60) };
}
