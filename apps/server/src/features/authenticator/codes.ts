import { codeKindOf, foldCode } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { stepOfCode } from '#platform/authenticator/authenticator.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import { pour, type Bucket } from '#platform/limits/buckets.store.ts';
import {
  findAuthenticator,
  isRecoveryCode,
  suspendRecent,
  takeRecoveryCode,
  takeStep,
} from './authenticator.store.ts';

/**
 * Codes of one member's authenticator that are compared in a day, right and wrong, where nothing else limits them. A code is one of a
 * million, and three of them are right at any moment. Only who has the password, or a session, comes this far.
 */
const codeBucket = (memberId: MemberId, asker: string): Bucket => ({
  name: `authenticator ${memberId} ${asker}`,
  capacity: 30,
  drainSeconds: 24 * 3600,
});

/** A right code, to be taken in the transaction of its effect. */
export type ShownCode =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'recovery'; readonly code: string };

/** Whether a sign-in asks for a code. One that is suspended is not asked for. */
export async function hasAuthenticator(db: Database | Tx, memberId: MemberId): Promise<boolean> {
  const found = await findAuthenticator(db, memberId);
  return found !== undefined && !found.isSuspended;
}

/**
 * Compares a code with the member's authenticator and recovery codes, outside the transaction. Undefined for a wrong one, one that was taken
 * already, and one too many. Recovery codes are long and have no limit of their own, so that nobody can use up the way back of a member.
 * `asker`: whose tries count together.
 */
export async function compareCode(
  db: Database,
  { memberId, typed, asker }: { memberId: MemberId; typed: string; asker: string },
): Promise<ShownCode | undefined> {
  const code = foldCode(typed);
  const kind = codeKindOf(code);
  if (kind === 'recovery')
    return (await isRecoveryCode(db, memberId, code)) ? { kind: 'recovery', code } : undefined;
  const authenticator = await findAuthenticator(db, memberId);
  if (kind === undefined || !authenticator) return undefined;
  if (!(await pour(db, [codeBucket(memberId, asker)])).fits) return undefined;
  const step = stepOfCode(authenticator.secret, code, await appNow(db));
  return step === undefined || step <= authenticator.lastStep ? undefined : { kind: 'step', step };
}

/** Takes a right code; false if somebody was faster. */
export async function takeCode(tx: Tx, memberId: MemberId, shown: ShownCode): Promise<boolean> {
  return shown.kind === 'recovery'
    ? takeRecoveryCode(tx, memberId, shown.code)
    : takeStep(tx, memberId, shown.step);
}

const SUSPENDED_HOURS = 72;

/** "This was not me": what was added within three days may be somebody else's. */
export async function suspendRecentAuthenticator(tx: Tx, memberId: MemberId): Promise<void> {
  await suspendRecent(tx, memberId, SUSPENDED_HOURS);
}
