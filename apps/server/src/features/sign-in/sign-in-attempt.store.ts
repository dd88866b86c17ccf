import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { appNow } from '#platform/db/clock.ts';
import { inTransaction, keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { ALL, pour, unpour, type Bucket } from '#platform/limits/buckets.store.ts';
import { networkOf } from '#platform/limits/networks.ts';
import type { Place } from '#platform/place/place.ts';
import {
  DELAY_SECONDS_MAX,
  guessBucket,
  isBraked,
  pairBucket,
  rateBuckets,
  toldBucket,
  wrongBuckets,
} from './sign-in-limits.ts';

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  readonly device: string;
  readonly place: Place;
  /** Keyed hash of the install id that the request names. */
  readonly installKey: Buffer | undefined;
  /** What the caller has shown besides the password. */
  readonly shown: 'session' | 'code' | undefined;
}

/** An attempt that may be compared. */
export interface RecordedAttempt {
  /** Its row in the member's history, if the account is a member's. */
  readonly historyId: string | undefined;
  /** What a right password gives back, besides the guess at the account. */
  readonly poured: readonly Bucket[];
  readonly isKnown: boolean;
  /** The account is being guessed at, and this caller is nobody that it knows: a password alone opens nothing. */
  readonly isBraked: boolean;
}

/** Tells a member that the account is being guessed at. */
export type TellOfGuesses = (tx: Tx, memberId: MemberId) => Promise<void>;

export const installKeyOf = (db: Database | Tx, installId: string | undefined): Buffer | undefined =>
  installId === undefined ? undefined : keysOf(db).identify('install', installId);

/** Counts a try from an install that the account knows. False for any other install. */
async function countKnownTry(tx: Tx, { account, installKey }: SignInAttempt): Promise<boolean> {
  const { rows } = await sql`
    update member.device d set wrong_tries = d.wrong_tries + 1
    from member.member m
    where m.account = ${account} and d.member_id = m.id and d.install_key = ${installKey ?? null}::bytea and d.is_known
    returning 1`.execute(tx);
  return rows.length > 0;
}

const pairOf = ({ account, address, shown }: SignInAttempt): Bucket =>
  pairBucket(account, shown ?? networkOf(address));

/** What a wrong password fills: nothing from a known install, the account's own delay alone within a session or after a code. */
function wrongOf(attempt: SignInAttempt, isKnown: boolean): readonly Bucket[] {
  if (isKnown) return [];
  return attempt.shown ? [pairOf(attempt)] : wrongBuckets(attempt);
}

/**
 * Records an attempt as failed before the password is compared: counts it and adds it to the member's history. One transaction with the
 * same statements whether the account exists or not. Throws SIGN_IN_DELAYED, with nothing counted, where the caller must wait.
 */
export function recordFailedAttempt(
  db: Database,
  attempt: SignInAttempt,
  tell: TellOfGuesses,
): Promise<RecordedAttempt> {
  return inTransaction(db, async (tx) => {
    const { account, device, place, shown } = attempt;
    const isKnown = await countKnownTry(tx, attempt);
    const poured = wrongOf(attempt, isKnown);
    const all = isKnown || shown ? poured : [...rateBuckets(attempt), ...poured];
    const { fits, waitSeconds } = await pour(tx, all);
    if (!fits) await failDelayed(tx, waitSeconds);
    // After the others, always: of two attempts each waits for the other's buckets in one order.
    const { levels } = await pour(tx, [guessBucket(account)], { isSoft: true });
    const isStopped = !isKnown && !shown && isBraked(levels[0] ?? 0);
    const { rows } = await sql<{ id: string; memberId: MemberId }>`
      insert into member.sign_in (member_id, outcome, device_name, place, network)
      select id, ${isStopped ? 'code-asked' : 'wrong-password'}, ${device}, ${place.name}, ${place.network}
      from member.member where account = ${account}
      returning id::text, member_id::text as "memberId"`.execute(tx);
    const [row] = rows;
    if (isStopped && (await pour(tx, [toldBucket(account)])).fits && row) await tell(tx, row.memberId);
    return { historyId: row?.id, poured, isKnown, isBraked: isStopped };
  });
}

async function failDelayed(tx: Tx, waitSeconds: number): Promise<never> {
  const seconds = Math.min(DELAY_SECONDS_MAX, waitSeconds);
  const until = new Date((await appNow(tx)).getTime() + seconds * 1000);
  throw fail('SIGN_IN_DELAYED', { seconds, until: until.toISOString() });
}

/** Forgets the failed attempts at an account, those of other networks too, after the caller has proven to be its owner. */
export async function clearFailedAttempts(
  tx: Tx,
  { account, network }: { account: string; network: string },
): Promise<void> {
  await unpour(tx, [{ name: pairBucket(account, network).name, weight: ALL }]);
  await unpour(tx, [{ name: guessBucket(account).name, weight: ALL }]);
}

/** Forgets every guess at an account, as if there had been none: an operator knows that its member is at the door. */
export async function liftSignInBrake(tx: Tx, account: string): Promise<void> {
  await unpour(tx, [
    { name: guessBucket(account).name, weight: ALL },
    { name: toldBucket(account).name, weight: ALL },
  ]);
  await sql`
    update member.device d set wrong_tries = 0 from member.member m
    where m.account = ${account} and d.member_id = m.id and d.wrong_tries > 0`.execute(tx);
}

/**
 * How an attempt ended that was not wrong. `not-compared`: the queue was full. `step-asked`: the password was right, and a second step is
 * asked for; that clears nobody's earlier mistakes, or wrong codes could be tried without end.
 */
export type SettledAs = 'no-session' | 'forbidden' | 'step-asked' | 'not-compared';

/**
 * Takes back what an attempt was counted as: the password was right, or nothing was compared. `no-session`, `step-asked` and `forbidden`
 * stay in the history: that somebody had the right password is what its member must see. Who opens a session takes the row away.
 */
export async function revertFailedAttempt(
  db: Database,
  attempt: SignInAttempt,
  { historyId, poured, isKnown }: RecordedAttempt,
  outcome: SettledAs,
): Promise<void> {
  const wasCompared = outcome !== 'not-compared';
  const clears = wasCompared && outcome !== 'step-asked';
  const { account, installKey } = attempt;
  const pair = pairOf(attempt).name;
  await inTransaction(db, async (tx) => {
    const others = poured.filter(({ name }) => name !== pair);
    await unpour(tx, [...others, { name: pair, weight: clears ? ALL : isKnown ? 0 : 1 }]);
    await unpour(tx, [guessBucket(account)]);
    if (isKnown)
      await sql`
        update member.device d set wrong_tries = ${clears ? sql`0` : sql`greatest(0, d.wrong_tries - 1)`}
        from member.member m
        where m.account = ${account} and d.member_id = m.id and d.install_key = ${installKey ?? null}::bytea`.execute(
        tx,
      );
    if (!wasCompared) await deleteAttempt(tx, historyId);
    else await markAttempt(tx, historyId, outcome === 'step-asked' ? 'no-session' : outcome);
  });
}

/** Says in the history how an attempt ended. */
export async function markAttempt(
  db: Database | Tx,
  historyId: string | undefined,
  outcome: 'no-session' | 'forbidden' | 'wrong-code',
): Promise<void> {
  if (historyId !== undefined)
    await sql`update member.sign_in set outcome = ${outcome} where id = ${historyId}`.execute(db);
}

/** Deletes the row of an attempt: a new session adds its own, and within a session it tells nothing. */
export async function deleteAttempt(db: Database | Tx, historyId: string | undefined): Promise<void> {
  if (historyId !== undefined) await sql`delete from member.sign_in where id = ${historyId}`.execute(db);
}
