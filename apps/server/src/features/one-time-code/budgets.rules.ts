import {
  isOtpAddressPurpose,
  OTP_RESEND_SECONDS,
  OTP_SENT_PER_HOUR,
  type OtpChannel,
  type OtpPurpose,
} from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';

/**
 * Limits of sent codes (threats B5): a message costs money and disturbs a person. Callers are of kinds that share no limit, so that whoever
 * is nobody can use up neither what a signed-in member needs nor what an account's owner needs on an own device.
 */

const HOUR_SECONDS = 3600;

/**
 * Who asks. `session`: within a session. `known`: from an install that the account knows, `new` where
 * it has done so for less than three days. `own`: both at once, the install of the session;
 * whoever has signed in once, or has copied a session, is one of the others. `familiar`: from a network that it has signed in from, on a new
 * phone perhaps. `sign-in`: after the right password, while the account is being guessed at.
 */
export type Asker =
  | { readonly kind: 'anonymous' | 'sign-in' }
  | { readonly kind: 'own' | 'session' | 'known' | 'new'; readonly member: MemberId }
  | { readonly kind: 'familiar'; readonly network: string };

/** Nobody that the account knows. One from a familiar network is none the less: that it is familiar must not show. */
export const isStranger = ({ kind }: Asker): boolean => kind === 'anonymous' || kind === 'familiar';

/** The name of the limits that a code counts towards. A member's are nobody else's, whatever address the codes go to. */
export function poolOf(asker: Asker): string {
  if (asker.kind === 'familiar') return `familiar ${asker.network}`;
  return 'member' in asker ? `${asker.kind} ${asker.member}` : asker.kind;
}

/**
 * Whether the caller may hear that a limit is reached. Not where it would tell whose account exists, or from where it is used: then the
 * answer is as if the code had been sent.
 */
export const hearsLimits = (asker: Asker, purpose: OtpPurpose): boolean =>
  'member' in asker || isOtpAddressPurpose(purpose);

/** What the smallest network of the caller may ask for. A network of a mobile carrier serves many people at once. */
const NETWORK = { capacity: 60, drainSeconds: HOUR_SECONDS } as const;
/** A block of a thousand consecutive numbers. More than this is SMS pumping: somebody earns money on the messages. */
const BLOCK = { capacity: 30, drainSeconds: HOUR_SECONDS } as const;
const BLOCK_DIGITS = 3;
/** What all members together may send to an address that they name: whose it is, is not proven yet. Each has the limits of the own address besides. */
const NAMED = { capacity: 10, drainSeconds: HOUR_SECONDS } as const;

/** Codes that were sent in an hour for callers whom nobody knows. From here on the breaker is open. */
export const BREAKER_PER_HOUR = 5000;
/** While the breaker is open, a code for who is anonymous fills the network's budget as so many do. It slows who sends many, and stops nobody else. */
const BREAKER_WEIGHT = 10;
export const weightOf = ({ kind }: Asker, isBreakerOpen: boolean): number =>
  kind === 'anonymous' && isBreakerOpen ? BREAKER_WEIGHT : 1;

/** The budgets that a code is charged to, besides the limits of its subject and address. */
interface Budget {
  readonly name: string;
  readonly capacity: number;
  readonly drainSeconds: number;
}

export interface Budgets {
  /** By the networks of the caller. */
  readonly network: Budget | undefined;
  readonly others: readonly Budget[];
}

interface Asked {
  readonly channel: OtpChannel;
  readonly purpose: OtpPurpose;
  readonly subject: string;
  /** Undefined for nowhere. */
  readonly target: string | undefined;
}

/** Sends to nowhere, to accounts and to addresses that the caller names share nothing: the first are free for anybody, so they must use up nothing. */
function networkBudget({ purpose, target }: Asked): Budget {
  const to = isOtpAddressPurpose(purpose) ? 'addresses' : target === undefined ? 'nowhere' : 'accounts';
  return { name: `codes to ${to}`, ...NETWORK };
}

export function budgetsOf(asker: Asker, asked: Asked): Budgets {
  const { channel, purpose, subject } = asked;
  const isNamed = isOtpAddressPurpose(purpose);
  const side = 'member' in asker ? 'member' : 'anybody';
  // Only for a number that the caller named: a limit that depends on a member's stored number would reveal its block.
  const block = { name: `codes ${side} block ${subject.slice(0, -BLOCK_DIGITS)}`, ...BLOCK };
  const blocks = isNamed && channel === 'mobile' ? [block] : [];
  if ('member' in asker) {
    const address = { name: `codes of members to ${subject}`, ...NAMED };
    return { network: undefined, others: isNamed ? [address, ...blocks] : [] };
  }
  const isCharged = isNamed || isStranger(asker);
  return { network: isCharged ? networkBudget(asked) : undefined, others: blocks };
}

export type Pace =
  | { readonly kind: 'free' }
  | { readonly kind: 'too-soon'; readonly seconds: number }
  | { readonly kind: 'too-many'; readonly until: Date };

/** Whether another code may be sent after those of the last hour, newest first: one a minute, five an hour. */
export function paceOf(sent: readonly Date[], now: Date): Pace {
  const [newest] = sent;
  const fifth = sent[OTP_SENT_PER_HOUR - 1];
  if (fifth) return { kind: 'too-many', until: new Date(fifth.getTime() + HOUR_SECONDS * 1000) };
  const waitMs = newest ? newest.getTime() + OTP_RESEND_SECONDS * 1000 - now.getTime() : 0;
  return waitMs > 0 ? { kind: 'too-soon', seconds: Math.ceil(waitMs / 1000) } : { kind: 'free' };
}

/** A code of the last hour for the same subject. */
export interface RecentCode {
  readonly at: Date;
  readonly pool: string;
  readonly isSameDevice: boolean;
  /** It went to an address. */
  readonly isSent: boolean;
}

/**
 * What the codes of the last hour for the subject mean for another one, newest first. `told` is said to the caller. `withheld`: the code is
 * not sent, and the answer is as if it were.
 */
export function admissionOf(
  recent: readonly RecentCode[],
  { asker, purpose, now }: { asker: Asker; purpose: OtpPurpose; now: Date },
): { readonly told: Pace; readonly isWithheld: boolean } {
  const pool = poolOf(asker);
  const times = (codes: readonly RecentCode[]) => codes.map(({ at }) => at);
  const ofPool = recent.filter((code) => code.pool === pool);
  if (hearsLimits(asker, purpose)) return { told: paceOf(times(ofPool), now), isWithheld: false };
  // What this device has asked for it knows anyway. Wrong passwords ask too, so those of a sign-in have no end.
  const own = times(recent.filter(({ isSameDevice }) => isSameDevice));
  const told = paceOf(asker.kind === 'sign-in' ? own.slice(0, 1) : own, now);
  const isWithheld = paceOf(times(ofPool.filter(({ isSent }) => isSent)), now).kind !== 'free';
  return { told, isWithheld };
}
