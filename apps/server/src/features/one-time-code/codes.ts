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
import type { Tx } from '#platform/db/db.ts';
import type { Origin } from '#platform/gateway/call-table.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { chargeNetworks } from '#platform/limits/charge-networks.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { networkBuckets } from '#platform/limits/networks.ts';
import type { Bearer } from '#platform/tickets/require-ticket.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import {
  admissionOf,
  budgetsOf,
  hearsLimits,
  paceOf,
  poolOf,
  weightOf,
  type Asker,
} from './budgets.rules.ts';
import { createBreaker } from './breaker.ts';
import { codeMessage, type MessageLanguage } from './code-texts.ts';
import {
  countTry,
  endCode,
  insertCode,
  listRecentCodes,
  listRecentToAddress,
  takeSubjectAdvisory,
  wasAskedBy,
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
  readonly asker: Asker;
  readonly deviceHash: Buffer;
  readonly origin: Pick<Origin, 'address' | 'place'>;
  /** zh-TW by default. */
  readonly language?: MessageLanguage | undefined;
}

export interface CodeTry {
  readonly id: string;
  readonly code: string;
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
   * In a handler: creates a code and queues its message. Throws CODE_TOO_SOON or CODE_LIMIT, which roll back the call, where the caller may
   * hear of them; elsewhere nothing is sent, and the answer is the same. It ends an older code of the same subject, purpose and device.
   */
  sendCode(tx: Tx, request: CodeRequest): Promise<{ id: string; resendAt: Date }>;
  /**
   * In a `prepare`: counts the try, then compares; pass the verdict to `acceptCode`. Tries are limited by code. Only who tries at a code that
   * this device never asked for is charged by network (RATE_LIMITED), so that neighbours stop nobody who was sent one.
   */
  checkCode(bearer: Bearer, attempt: CodeTry): Promise<CodeVerdict>;
}

/** In a minute. A person may type a code that is used or too old, but never one that was nobody's. */
const UNKNOWN_CODES = { name: 'unknown codes', capacity: 60, drainSeconds: 60 };

export function createOneTimeCodes({
  secrets,
  messages,
  watch,
}: {
  secrets: Pick<Secrets, 'codeHashKey'>;
  messages: Messages;
  watch: Watch;
}): OneTimeCodes {
  // Six digits are easily guessed: an unkeyed hash in a copy of the table would reveal every code.
  const hashCode = (id: string, code: string) =>
    createHmac('sha256', secrets.codeHashKey).update(`${id} ${code}`).digest();
  const isBreakerOpen = createBreaker();

  return {
    async sendCode(tx, request) {
      const { purpose, channel, subject, asker, deviceHash, language = 'zh-TW' } = request;
      await takeSubjectAdvisory(tx, channel, subject);
      const now = await appNow(tx);
      const isOpen = await isBreakerOpen(tx, channel, now);
      const { isWithheld } = await admit(tx, request, { now, isOpen });
      const target = isWithheld ? '' : (request.target ?? '');
      see(request, { isSent: target !== '', isOpen, watch });

      const id = randomUUID();
      const code = String(randomInt(10 ** TRANSACTION_CODE_LENGTH)).padStart(TRANSACTION_CODE_LENGTH, '0');
      // A code that is not sent must not be guessable.
      const codeHash = target === '' ? randomBytes(32) : hashCode(id, code);
      const common = { id, purpose, channel, subject, target, deviceHash, pool: poolOf(asker) };
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

    async checkCode({ db, origin, deviceHash }, { id, code, purpose }) {
      const counted = await countTry(db, { id, deviceHash, triesMax: OTP_TRIES_MAX });
      if (!counted && !(await wasAskedBy(db, { id, deviceHash })))
        await chargeNetworks(db, UNKNOWN_CODES, origin.address);
      if (!counted || (purpose !== undefined && counted.purpose !== purpose)) return { kind: 'dead' };
      const { codeHash, tries, ...proven } = counted;
      if (timingSafeEqual(hashCode(id, code), codeHash)) return { kind: 'right', id, proven };
      return tries < OTP_TRIES_MAX ? { kind: 'wrong', triesLeft: OTP_TRIES_MAX - tries } : { kind: 'dead' };
    },
  };
}

/**
 * Throws a limit that the caller may hear of; `isWithheld` says that another one is reached, in silence. The statements are the same for every
 * account, existing or not.
 */
async function admit(
  tx: Tx,
  request: CodeRequest,
  { now, isOpen }: { now: Date; isOpen: boolean },
): Promise<{ isWithheld: boolean }> {
  const { purpose, channel, subject, asker, deviceHash } = request;
  const recent = await listRecentCodes(tx, { channel, subject, deviceHash });
  const { told, isWithheld } = admissionOf(recent, { asker, purpose, now });
  if (told.kind === 'too-soon') throw fail('CODE_TOO_SOON', { seconds: told.seconds });
  if (told.kind === 'too-many') throw fail('CODE_LIMIT', { until: told.until.toISOString() });
  // The address has a limit of its own in each pool, because it may be asked for by itself and by account. If it spoke, it would tell whose it is.
  const toAddress = await listRecentToAddress(tx, {
    channel,
    target: request.target ?? '',
    pool: poolOf(asker),
  });
  const isAddressFull = paceOf(toAddress, now).kind === 'too-many';
  const isOverBudget = await charge(tx, request, { now, isOpen });
  return { isWithheld: isWithheld || isAddressFull || (isOverBudget && asker.kind !== 'familiar') };
}

/** Charges the budgets. One that is used up is said, or where that would tell something, answered by true. */
async function charge(
  tx: Tx,
  request: CodeRequest,
  { now, isOpen }: { now: Date; isOpen: boolean },
): Promise<boolean> {
  const { asker, purpose, origin } = request;
  const { network, others } = budgetsOf(asker, request);
  const weight = weightOf(asker, isOpen);
  const byNetwork =
    network && (await pour(tx, networkBuckets(network.name, origin.address, network), { weight }));
  const byOthers = others.length > 0 ? await pour(tx, others) : undefined;
  const waitSeconds = Math.max(byNetwork?.waitSeconds ?? 0, byOthers?.waitSeconds ?? 0);
  if (waitSeconds === 0) return false;
  if (hearsLimits(asker, purpose))
    throw fail('CODE_LIMIT', { until: new Date(now.getTime() + waitSeconds * 1000).toISOString() });
  return true;
}

/** Counts the code for who watches, and warns where strangers ask for too many. No row counts it: all of them would wait for that one. */
function see(
  { channel, asker, target, origin }: CodeRequest,
  { isSent, isOpen, watch }: { isSent: boolean; isOpen: boolean; watch: Watch },
): void {
  const { kind } = asker;
  const labels = { channel, asker: kind, sent: String(isSent) };
  if ('member' in asker) return watch.count('holdfast_codes_total', labels);
  watch.suspect('holdfast_codes_total', labels);
  if (isOpen && kind === 'anonymous') watch.alarm('codes: breaker', { of: channel });
  if (!isSent && target !== undefined)
    watch.alarm('codes: withheld', { of: kind, network: origin.place.network });
  return undefined;
}

/** In a handler: ends the code and returns what it proves. Throws for any verdict but `right`. */
export async function acceptCode(tx: Tx, verdict: CodeVerdict): Promise<ProvenCode> {
  if (verdict.kind === 'wrong') throw fail('CODE_WRONG', { triesLeft: verdict.triesLeft });
  if (verdict.kind === 'dead' || !(await endCode(tx, verdict.id))) throw fail('CODE_DEAD');
  return verdict.proven;
}
