import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';

/**
 * Failed sign-ins are counted for an account and a network together, so that a stranger cannot lock a member out, and for a network,
 * so that nobody can walk through many accounts. After the free ones each further one makes the wait longer.
 */
const PAIR_FREE = 5;
const NETWORK_FREE = 50;
const DELAYS_SECONDS: readonly number[] = [30, 60, 120, 300, 900];

export interface SignInTry {
  readonly account: string;
  readonly network: string;
  readonly device: string;
  readonly place: string;
}

/**
 * A try that was counted; `id` is its row in the member's history, if the account is a member's. Until when it made others wait is a text,
 * for a `Date` has not the precision to know it by.
 */
export interface CountedTry {
  readonly id: bigint | undefined;
  readonly pairUntil: string;
  readonly networkUntil: string;
}

/** Until when this caller must wait. */
export interface Blocked {
  readonly until: Date;
  readonly seconds: number;
}

/** Before any time that a transaction may have begun at: of two at once, the one that comes second may have begun first. */
const NO_WAIT = sql`'-infinity'::timestamptz`;

const pairKey = ({ account, network }: Pick<SignInTry, 'account' | 'network'>): string =>
  `pair|${account}|${network}`;
const networkKey = ({ network }: SignInTry): string => `network|${network}`;

/** Counts one try as failed and answers until when the next one waits; undefined while the key is blocked, when nothing is counted. */
async function count(tx: Tx, key: string, free: number): Promise<string | undefined> {
  const now = sql`platform.app_now()`;
  const failures = sql`(case when d.counted_at < ${now} - interval '1 day' then 1 else d.failures + 1 end)`;
  const until = sql`case when ${failures} < ${free} then ${NO_WAIT}
    else ${now} + make_interval(secs => (${DELAYS_SECONDS}::int[])[least(${failures} - ${free} + 1, ${DELAYS_SECONDS.length})]) end`;
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
 * Counts a try as failed, and writes it into the history of the member whose account it is, before anything is compared. One
 * transaction with the same statements whether there is such a member or not.
 */
export async function beginTry(db: Database, it: SignInTry): Promise<CountedTry | Blocked> {
  try {
    return await inTransaction(db, async (tx) => {
      const networkUntil = await count(tx, networkKey(it), NETWORK_FREE);
      const pairUntil = networkUntil && (await count(tx, pairKey(it), PAIR_FREE));
      if (!networkUntil || !pairUntil) throw new BlockedError('nothing of it is counted');
      const { rows } = await sql<{ id: bigint }>`
        insert into member.sign_in (member_id, outcome, device_name, place)
        select id, 'wrong-password', ${it.device}, ${it.place} from member.member where account = ${it.account}
        returning id`.execute(tx);
      return { id: rows[0]?.id, pairUntil, networkUntil };
    });
  } catch (error) {
    if (!(error instanceof BlockedError)) throw error;
    return findBlock(db, it);
  }
}

async function findBlock(db: Database, it: SignInTry): Promise<Blocked> {
  const { rows } = await sql<Blocked>`
    select until, greatest(1, ceil(extract(epoch from until - platform.app_now())))::int as seconds
    from (select greatest(max(blocked_until), platform.app_now()) as until
          from member.sign_in_delay where key in (${pairKey(it)}, ${networkKey(it)})) longest`.execute(db);
  return defined(rows[0], 'a select of one row');
}

/** Forgets the failed tries at an account from a network: its caller has shown whose account it is. */
export async function forgetTries(
  tx: Tx,
  { account, network }: Pick<SignInTry, 'account' | 'network'>,
): Promise<void> {
  await sql`delete from member.sign_in_delay where key = ${pairKey({ account, network })}`.execute(tx);
}

/** One failure less. A wait that a later try has set stays: whoever is let in must not open the way for a guess beside it. */
async function discount(tx: Tx, key: string, until: string): Promise<void> {
  await sql`
    update member.sign_in_delay set failures = greatest(0, failures - 1),
      blocked_until = case when blocked_until = ${until}::timestamptz then ${NO_WAIT} else blocked_until end
    where key = ${key}`.execute(tx);
}

/** Takes a try back: the password was right, or nothing was compared. */
export async function takeBackTry(
  db: Database,
  it: SignInTry,
  { id, pairUntil, networkUntil }: CountedTry,
  outcome: 'right' | 'forbidden' | 'not-compared',
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await discount(tx, networkKey(it), networkUntil);
    if (outcome === 'not-compared') await discount(tx, pairKey(it), pairUntil);
    else await forgetTries(tx, it);
    if (id === undefined) return;
    if (outcome === 'forbidden')
      await sql`update member.sign_in set outcome = 'forbidden' where id = ${id}`.execute(tx);
    else await sql`delete from member.sign_in where id = ${id}`.execute(tx); // the session that opens has its own row
  });
}
