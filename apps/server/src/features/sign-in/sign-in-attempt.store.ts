import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import type { Place } from '#platform/place/place.ts';

/**
 * Throttling of failed sign-ins. They are counted per account and network, so that a stranger cannot lock a member out, and per network,
 * so that nobody can try many accounts. After some free attempts each further one lengthens the delay (back-off).
 */
const PAIR_FREE = 5;
const NETWORK_FREE = 50;
const BACK_OFF_SECONDS: readonly number[] = [30, 60, 120, 300, 900];

export interface SignInAttempt {
  readonly account: string;
  readonly network: string;
  readonly device: string;
  readonly place: Place;
}

/**
 * A recorded attempt. `historyId` is its row in the member's history, if the account is a member's. The end of the delay that it has set
 * is a text, because a `Date` has not PostgreSQL's precision.
 */
export interface RecordedAttempt {
  readonly historyId: string | undefined;
  readonly pairUntil: string;
  readonly networkUntil: string;
}

/** How long this caller must wait. */
export interface Blocked {
  readonly until: Date;
  readonly seconds: number;
}

/** No delay. Earlier than the start of any transaction, because of two concurrent ones the second may have begun first. */
const NO_WAIT = sql`'-infinity'::timestamptz`;

const pairKey = ({ account, network }: Pick<SignInAttempt, 'account' | 'network'>): string =>
  `pair|${account}|${network}`;
const networkKey = ({ network }: SignInAttempt): string => `network|${network}`;

/** Counts one failure and returns the end of the delay that follows. Undefined, and not counted, while the key is blocked. */
async function count(tx: Tx, key: string, free: number): Promise<string | undefined> {
  const now = sql`platform.app_now()`;
  const failures = sql`(case when d.counted_at < ${now} - interval '1 day' then 1 else d.failures + 1 end)`;
  const until = sql`case when ${failures} < ${free} then ${NO_WAIT}
    else ${now} + make_interval(secs => (${BACK_OFF_SECONDS}::int[])[least(${failures} - ${free} + 1, ${BACK_OFF_SECONDS.length})]) end`;
  const { rows } = await sql<{ until: string }>`
    insert into member.sign_in_delay as d (key, failures, blocked_until) values (${key}, 1, ${NO_WAIT})
    on conflict (key) do update
    set failures = ${failures}, blocked_until = ${until}, counted_at = ${now}
    where d.blocked_until <= ${now} returning blocked_until::text as until`.execute(tx);
  return rows[0]?.until;
}

class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/**
 * Records an attempt as failed before the password is compared: counts it and adds it to the member's history. One transaction with the
 * same statements whether the account exists or not.
 */
export async function recordFailedAttempt(
  db: Database,
  attempt: SignInAttempt,
): Promise<RecordedAttempt | Blocked> {
  try {
    return await inTransaction(db, async (tx) => {
      const networkUntil = await count(tx, networkKey(attempt), NETWORK_FREE);
      const pairUntil = networkUntil && (await count(tx, pairKey(attempt), PAIR_FREE));
      if (!networkUntil || !pairUntil) throw new BlockedError('not counted');
      const { rows } = await sql<{ id: string }>`
        insert into member.sign_in (member_id, outcome, device_name, place, network)
        select id, 'wrong-password', ${attempt.device}, ${attempt.place.name}, ${attempt.place.network}
        from member.member where account = ${attempt.account}
        returning id::text`.execute(tx);
      return { historyId: rows[0]?.id, pairUntil, networkUntil };
    });
  } catch (error) {
    if (!(error instanceof BlockedError)) throw error;
    return findBlock(db, attempt);
  }
}

/** Throws SIGN_IN_DELAYED if the attempt was not recorded because its caller must wait. */
export function assertNotDelayed(recorded: RecordedAttempt | Blocked): RecordedAttempt {
  if (!('until' in recorded)) return recorded;
  const { seconds, until } = recorded;
  throw fail('SIGN_IN_DELAYED', { seconds, until: until.toISOString() });
}

async function findBlock(db: Database, attempt: SignInAttempt): Promise<Blocked> {
  const { rows } = await sql<Blocked>`
    select until, greatest(1, ceil(extract(epoch from until - platform.app_now())))::int as seconds
    from (select greatest(max(blocked_until), platform.app_now()) as until
          from member.sign_in_delay where key in (${pairKey(attempt)}, ${networkKey(attempt)})) longest`.execute(
    db,
  );
  return defined(rows[0], 'a select of one row');
}

/** Clears the failed attempts at an account from a network, after the caller has proven to be its owner. */
export async function clearFailedAttempts(
  tx: Tx,
  { account, network }: Pick<SignInAttempt, 'account' | 'network'>,
): Promise<void> {
  await sql`delete from member.sign_in_delay where key = ${pairKey({ account, network })}`.execute(tx);
}

/** Uncounts one failure. A delay set by a later attempt stays, so that a success does not enable guesses in parallel. */
async function uncount(tx: Tx, key: string, until: string): Promise<void> {
  await sql`
    update member.sign_in_delay set failures = greatest(0, failures - 1),
      blocked_until = case when blocked_until = ${until}::timestamptz then ${NO_WAIT} else blocked_until end
    where key = ${key}`.execute(tx);
}

/** Reverts a recorded attempt: the password was right, or nothing was compared. */
export async function revertFailedAttempt(
  db: Database,
  attempt: SignInAttempt,
  { historyId, pairUntil, networkUntil }: RecordedAttempt,
  outcome: 'right' | 'forbidden' | 'not-compared',
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await uncount(tx, networkKey(attempt), networkUntil);
    if (outcome === 'not-compared') await uncount(tx, pairKey(attempt), pairUntil);
    else await clearFailedAttempts(tx, attempt);
    if (historyId === undefined) return;
    if (outcome === 'forbidden')
      await sql`update member.sign_in set outcome = 'forbidden' where id = ${historyId}`.execute(tx);
    else await sql`delete from member.sign_in where id = ${historyId}`.execute(tx); // the new session adds its own row
  });
}
