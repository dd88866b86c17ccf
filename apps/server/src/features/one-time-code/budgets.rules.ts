import { OTP_RESEND_SECONDS, OTP_SENT_PER_HOUR, type OtpChannel } from '@holdfast/contract/member';

/** Rate limits of sent codes (threats B5): a message costs money and disturbs a person. */

const HOUR_MS = 3_600_000;
/** A network of a mobile carrier serves many people at once. */
const NETWORK_PER_HOUR = 60;
/** A block of a thousand consecutive numbers. More than this is SMS pumping: somebody earns money on the messages. */
const BLOCK_PER_HOUR = 30;
const BLOCK_DIGITS = 3;
const ALL_PER_HOUR = 5000;

export interface Budget {
  readonly key: string;
  readonly max: number;
}

/** One code to be charged. */
export interface Charge {
  readonly channel: OtpChannel;
  readonly subject: string;
  readonly target: string;
  readonly network: string;
}

/** The budgets that one code is charged to, besides the limit of its own subject. */
export function budgetsOf({ channel, subject, target, network }: Charge): Budget[] {
  const budgets = [
    { key: `all ${channel}`, max: ALL_PER_HOUR },
    { key: `network ${network}`, max: NETWORK_PER_HOUR },
  ];
  // Only for a number that the caller named: a limit that depends on a member's stored number would reveal its block.
  if (channel === 'mobile' && target === subject)
    budgets.push({ key: `block ${target.slice(0, -BLOCK_DIGITS)}`, max: BLOCK_PER_HOUR });
  return budgets;
}

export type Pace =
  | { readonly kind: 'free' }
  | { readonly kind: 'too-soon'; readonly seconds: number }
  | { readonly kind: 'too-many'; readonly until: Date };

/** Whether another code may be sent after those of the last hour, newest first: one a minute, five an hour. */
export function paceOf(sent: readonly Date[], now: Date): Pace {
  const [newest] = sent;
  const fifth = sent[OTP_SENT_PER_HOUR - 1];
  if (fifth) return { kind: 'too-many', until: new Date(fifth.getTime() + HOUR_MS) };
  const waitMs = newest ? newest.getTime() + OTP_RESEND_SECONDS * 1000 - now.getTime() : 0;
  return waitMs > 0 ? { kind: 'too-soon', seconds: Math.ceil(waitMs / 1000) } : { kind: 'free' };
}
