import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { TRANSACTION_CODE_LENGTH } from '@holdfast/contract/constants';
import { fail } from '@holdfast/contract/errors';
import {
  OTP_LIFE_MINUTES,
  OTP_RESEND_SECONDS,
  OTP_TRIES_MAX,
  type OtpChannel,
  type OtpPurpose,
} from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Origin } from '#platform/gateway/call-table.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { budgetsOf, paceOf, type Charge } from './budgets.rules.ts';
import { codeMessage, type MessageLanguage } from './code-texts.ts';
import {
  chargeBudgets,
  countTry,
  endCode,
  insertCode,
  listRecentCodes,
  takeSubjectAdvisory,
  type CountedCode,
} from './code.store.ts';

export interface CodeRequest {
  readonly purpose: OtpPurpose;
  readonly channel: OtpChannel;
  /** The address. Undefined if there is nobody to send it to: the work is the same, and nothing is sent. */
  readonly target: string | undefined;
  /** The member whose proven address it is. */
  readonly reader?: MemberId | undefined;
  /** What the code proves: the target itself for a purpose about an address, else the account. */
  readonly subject: string;
  readonly deviceHash: Buffer;
  readonly origin: Pick<Origin, 'network'>;
  /** zh-TW by default. */
  readonly language?: MessageLanguage | undefined;
}

export interface CodeTry {
  readonly id: string;
  readonly code: string;
  readonly deviceHash: Buffer;
  /** If given, a code for another purpose counts as dead. */
  readonly purpose?: OtpPurpose;
}

export type ProvenCode = Pick<CountedCode, 'purpose' | 'channel' | 'subject' | 'target'>;

/** The result of a try. `right` is not final: `acceptCode` ends the code in the transaction of its effect. */
export type CodeVerdict =
  | { readonly kind: 'right'; readonly id: string; readonly proven: ProvenCode }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'dead' };

export interface OneTimeCodes {
  /**
   * In a handler: creates a code and queues its message. Throws CODE_TOO_SOON or CODE_LIMIT, which roll back the call. It ends an older
   * code of the same subject, purpose and device.
   */
  sendCode(tx: Tx, request: CodeRequest): Promise<{ id: string; resendAt: Date }>;
  /** In a `prepare`: counts the try, then compares. It throws nothing; pass the verdict to `acceptCode`. */
  checkCode(db: Database, attempt: CodeTry): Promise<CodeVerdict>;
}

export function createOneTimeCodes({
  secrets,
  messages,
}: {
  secrets: Pick<Secrets, 'codeHashKey'>;
  messages: Messages;
}): OneTimeCodes {
  // Six digits are easily guessed: an unkeyed hash in a copy of the table would reveal every code.
  const hashCode = (id: string, code: string) =>
    createHmac('sha256', secrets.codeHashKey).update(`${id} ${code}`).digest();

  return {
    async sendCode(tx, request) {
      const { purpose, channel, subject, deviceHash, origin, language = 'zh-TW' } = request;
      await takeSubjectAdvisory(tx, channel, subject);
      const now = await appNow(tx);
      const pace = paceOf(await listRecentCodes(tx, { channel, subject }), now);
      if (pace.kind === 'too-soon') throw fail('CODE_TOO_SOON', { seconds: pace.seconds });
      if (pace.kind === 'too-many') throw fail('CODE_LIMIT', { until: pace.until.toISOString() });
      const target = await targetToSend(tx, request, now);
      await chargeOrFail(tx, { channel, subject, target, network: origin.network });

      const id = randomUUID();
      const code = String(randomInt(10 ** TRANSACTION_CODE_LENGTH)).padStart(TRANSACTION_CODE_LENGTH, '0');
      // A code that is not sent must not be guessable.
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
 * The target, or '' if nothing may be sent. An address has a limit of its own besides its subject's, because it may belong to a member
 * and be asked for by account too. That limit is silent: an error would reveal which account the address belongs to.
 */
async function targetToSend(tx: Tx, { channel, target }: CodeRequest, now: Date): Promise<string> {
  if (target === undefined) return '';
  return paceOf(await listRecentCodes(tx, { channel, target }), now).kind === 'too-many' ? '' : target;
}

async function chargeOrFail(tx: Tx, charge: Charge): Promise<void> {
  const budgets = new Map(budgetsOf(charge).map(({ key, max }) => [key, max]));
  const used = await chargeBudgets(tx, [...budgets.keys()]);
  const over = used.filter((budget) => budget.used > (budgets.get(budget.key) ?? 0));
  if (over.length === 0) return;
  const until = Math.max(...over.map((budget) => budget.endsAt.getTime()));
  throw fail('CODE_LIMIT', { until: new Date(until).toISOString() });
}

/** In a handler: ends the code and returns what it proves. Throws for any verdict but `right`. */
export async function acceptCode(tx: Tx, verdict: CodeVerdict): Promise<ProvenCode> {
  if (verdict.kind === 'wrong') throw fail('CODE_WRONG', { triesLeft: verdict.triesLeft });
  if (verdict.kind === 'dead' || !(await endCode(tx, verdict.id))) throw fail('CODE_DEAD');
  return verdict.proven;
}
