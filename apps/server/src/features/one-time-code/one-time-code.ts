import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { TRANSACTION_CODE_LENGTH } from '@holdfast/contract/constants';
import { fail } from '@holdfast/contract/errors';
import {
  OTP_LIFE_MINUTES,
  OTP_RESEND_SECONDS,
  OTP_TRIES_MAX,
  otpTicketPurpose,
  type OtpChannel,
  type OtpPurpose,
} from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Origin } from '#platform/gateway/call-table.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { readTicket, redeemTicket, type Ticket } from '#platform/tickets/tickets.store.ts';
import { budgetsOf, paceOf, type Draw } from './budgets.rules.ts';
import { codeMessage, type MessageLanguage } from './code-texts.ts';
import {
  countTry,
  endCode,
  insertCode,
  lockSubject,
  recentCodes,
  chargeBudgets,
  type CountedCode,
} from './code.store.ts';

export interface CodeRequest {
  readonly purpose: OtpPurpose;
  readonly channel: OtpChannel;
  /** Where it goes. Undefined when there is nobody to send it to: everything happens as if there were, and nothing is sent. */
  readonly target: string | undefined;
  /** The member whose proven address that is. */
  readonly reader?: MemberId | undefined;
  /** What is proven of: the target itself for a purpose about an address, else the account. */
  readonly subject: string;
  readonly deviceHash: Buffer;
  readonly origin: Pick<Origin, 'network'>;
  /** zh-TW unless told otherwise. */
  readonly language?: MessageLanguage | undefined;
}

export interface CodeTry {
  readonly id: string;
  readonly code: string;
  readonly deviceHash: Buffer;
  /** Where only a code for this one will do. */
  readonly purpose?: OtpPurpose;
}

export type ProvenCode = Pick<CountedCode, 'purpose' | 'channel' | 'subject' | 'target'>;

/** What a try came to. `right` is no proof yet: `acceptCode` uses the code up in the transaction of what it opens. */
export type CodeVerdict =
  | { readonly kind: 'right'; readonly id: string; readonly proven: ProvenCode }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'dead' };

export interface OneTimeCodes {
  /**
   * In a handler: makes a code and queues its message. Throws CODE_TOO_SOON or CODE_LIMIT, which undo everything the call has done. A
   * newer code ends the older one of the same subject, purpose and device.
   */
  sendCode(tx: Tx, request: CodeRequest): Promise<{ id: string; resendAt: Date }>;
  /** In `prepare`: counts the try for good, then compares. It refuses nothing itself; hand the verdict to `acceptCode`. */
  checkCode(db: Database, attempt: CodeTry): Promise<CodeVerdict>;
}

export function createOneTimeCodes({
  secrets,
  messages,
}: {
  secrets: Pick<Secrets, 'codeHashKey'>;
  messages: Messages;
}): OneTimeCodes {
  // Six digits have no strength of their own: without the key, a copy of the table would give every code away.
  const hashCode = (id: string, code: string) =>
    createHmac('sha256', secrets.codeHashKey).update(`${id} ${code}`).digest();

  return {
    async sendCode(tx, request) {
      const { purpose, channel, subject, deviceHash, origin, language = 'zh-TW' } = request;
      await lockSubject(tx, channel, subject);
      const now = await appNow(tx);
      const pace = paceOf(await recentCodes(tx, { channel, subject }), now);
      if (pace.kind === 'too-soon') throw fail('CODE_TOO_SOON', { seconds: pace.seconds });
      if (pace.kind === 'too-many') throw fail('CODE_LIMIT', { until: pace.until.toISOString() });
      const target = await reachable(tx, request, now);
      await drawOnBudgets(tx, { channel, subject, target, network: origin.network });

      const id = randomUUID();
      const code = String(randomInt(10 ** TRANSACTION_CODE_LENGTH)).padStart(TRANSACTION_CODE_LENGTH, '0');
      // A code that nobody was sent is nobody's to guess.
      const codeHash = target === '' ? randomBytes(32) : hashCode(id, code);
      const common = { id, purpose, channel, subject, target, deviceHash };
      await insertCode(tx, { ...common, codeHash, lifeMinutes: OTP_LIFE_MINUTES });
      await messages.queue(tx, {
        channel: target === '' ? 'nowhere' : channel,
        to: target,
        usefulMinutes: OTP_LIFE_MINUTES,
        reader: request.reader,
        ...codeMessage({ purpose, code, language }),
      });
      return { id, resendAt: new Date(now.getTime() + OTP_RESEND_SECONDS * 1000) };
    },

    async checkCode(db, { id, code, deviceHash, purpose }) {
      const counted = await countTry(db, { id, deviceHash, triesMax: OTP_TRIES_MAX });
      if (!counted || (purpose !== undefined && counted.purpose !== purpose)) return { kind: 'dead' };
      const { codeHash, tries, ...proven } = counted;
      if (timingSafeEqual(hashCode(id, code), codeHash)) return { kind: 'right', id, proven };
      return tries < OTP_TRIES_MAX ? { kind: 'wrong', triesLeft: OTP_TRIES_MAX - tries } : { kind: 'dead' };
    },
  };
}

/**
 * The target, or '' when nothing must be sent. An address has its own limit beside its subject's, for it may be a member's and be asked
 * for by name as well; there the limit is silent, or it would tell which account an address belongs to.
 */
async function reachable(tx: Tx, { channel, target }: CodeRequest, now: Date): Promise<string> {
  if (target === undefined) return '';
  return paceOf(await recentCodes(tx, { channel, target }), now).kind === 'too-many' ? '' : target;
}

async function drawOnBudgets(tx: Tx, draw: Draw): Promise<void> {
  const budgets = new Map(budgetsOf(draw).map(({ key, max }) => [key, max]));
  const used = await chargeBudgets(tx, [...budgets.keys()]);
  const over = used.filter((budget) => budget.used > (budgets.get(budget.key) ?? 0));
  if (over.length === 0) return;
  const until = Math.max(...over.map((budget) => budget.endsAt.getTime()));
  throw fail('CODE_LIMIT', { until: new Date(until).toISOString() });
}

/** In the handler: what the code proves, used up with the transaction. Refuses by name whatever else the verdict was. */
export async function acceptCode(tx: Tx, verdict: CodeVerdict): Promise<ProvenCode> {
  if (verdict.kind === 'wrong') throw fail('CODE_WRONG', { triesLeft: verdict.triesLeft });
  if (verdict.kind === 'dead' || !(await endCode(tx, verdict.id))) throw fail('CODE_DEAD');
  return verdict.proven;
}

/** In `prepare`: refuses early what `redeemCodeTicket` would refuse, before anything slow is done for it. */
export async function expectCodeTicket(
  db: Database,
  token: string,
  { purpose, deviceHash }: { purpose: OtpPurpose; deviceHash: Buffer },
): Promise<Ticket> {
  const ticket = await readTicket(db, token, { purpose: otpTicketPurpose(purpose), deviceHash });
  return ticket ?? fail('TICKET_INVALID');
}

/** Redeems the ticket that a code was exchanged for; TICKET_INVALID whatever is wrong with it. */
export async function redeemCodeTicket(
  tx: Tx,
  token: string,
  { purpose, deviceHash }: { purpose: OtpPurpose; deviceHash: Buffer },
): Promise<Ticket> {
  const ticket = await redeemTicket(tx, token, { purpose: otpTicketPurpose(purpose), deviceHash });
  return ticket ?? fail('TICKET_INVALID');
}
