import { defined, type Rid } from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Database, type Tx } from '#platform/db/db.ts';
import { unflushed } from '#platform/db/unflushed.ts';
import { NEWEST_SETTING, type Moment } from '#platform/settings/settings.store.ts';
import type { Use } from '#platform/limits/limits.ts';

/** The store of idempotency keys: one row per RID and actor, written in the transaction of the effect (docs/spec/channel.md). */

export interface CommandKey {
  readonly actor: string;
  readonly rid: Rid;
}

export interface NewCommand extends CommandKey {
  readonly bUrl: string;
  /** Keyed hash of the body: a retry must have the same one. */
  readonly bodyHmac: Buffer;
  /** For how long its answer is stored, and for how long after that its RID is still known. */
  readonly keptMinutes: number;
  readonly forgottenMinutes: number;
}

export interface StoredCommand {
  readonly bodyHmac: Buffer;
  readonly answer: Buffer;
  readonly isExpired: boolean;
}

export async function findCommand(
  db: Database | Tx,
  { actor, rid, forgottenMinutes }: NewCommand,
): Promise<StoredCommand | undefined> {
  const { rows } = await sql<StoredCommand>`
    select body_hmac as "bodyHmac", answer,
           expires_at <= platform.app_now() + make_interval(mins => ${forgottenMinutes}::int) as "isExpired"
    from platform.command where actor = ${actor} and rid = ${rid}`.execute(db);
  return rows[0];
}

/**
 * Looks a command up and, where there is none of this RID, counts it against its limit: one round trip before its transaction. A crash may lose the
 * count, and a retry is then counted once more.
 */
export async function admitCommand(
  db: Database,
  { actor, rid, forgottenMinutes }: NewCommand,
  { counter, points, windowMs, isBlocked }: Use,
): Promise<{ stored: StoredCommand | undefined; waitMs: number | null }> {
  const { rows } = await sql<Partial<StoredCommand> & { waitMs: number | null; unflushed: string }>`
    select body_hmac as "bodyHmac", answer, is_expired as "isExpired", wait as "waitMs", ${unflushed(db)} as unflushed
    from platform.admit_command(${actor}, ${rid}, ${forgottenMinutes}::int, ${counter}, ${points}::int, ${windowMs}, ${isBlocked})`.execute(
    db,
  );
  const { waitMs, unflushed: _, ...stored } = defined(rows[0], 'a function that answers with one row');
  return { stored: stored.bodyHmac ? (stored as StoredCommand) : undefined, waitMs };
}

/**
 * Claims the RID for this transaction. Not claimed when it exists already: a concurrent duplicate waits here on the unique index until
 * the first transaction commits.
 */
export async function claimCommand(
  tx: Tx,
  command: NewCommand,
): Promise<{ claimed: boolean; moment: Moment }> {
  const { rows } = await sql<Moment & { claimed: boolean }>`
    with claim as (
      insert into platform.command (actor, rid, b_url, body_hmac, answer, expires_at)
      values (${command.actor}, ${command.rid}, ${command.bUrl}, ${command.bodyHmac}, ''::bytea,
              platform.app_now() + make_interval(mins => ${command.keptMinutes + command.forgottenMinutes}::int))
      on conflict (actor, rid) do nothing
      returning 1
    )
    select exists (select 1 from claim) as claimed, platform.app_now() as now, ${NEWEST_SETTING} as "newestSetting"`.execute(
    tx,
  );
  const { claimed, ...moment } = defined(rows[0], 'a select of one row');
  return { claimed, moment };
}

/** The same for many of different actors. In one order everywhere, because a concurrent duplicate is waited for. Returns which were claimed. */
export async function claimCommands(
  tx: Tx,
  commands: readonly NewCommand[],
): Promise<{ isClaimed: (key: CommandKey) => boolean; moment: Moment }> {
  const { rows } = await sql<Moment & { actor: string | null }>`
    with claim as (
      insert into platform.command (actor, rid, b_url, body_hmac, answer, expires_at)
      select actor, rid, b_url, body_hmac, ''::bytea, platform.app_now() + make_interval(mins => minutes)
      from unnest(${commands.map(({ actor }) => actor)}::text[], ${commands.map(({ rid }) => rid)}::text[],
        ${commands.map(({ bUrl }) => bUrl)}::text[], ${commands.map(({ bodyHmac }) => bodyHmac)}::bytea[],
        ${commands.map(({ keptMinutes, forgottenMinutes }) => keptMinutes + forgottenMinutes)}::int[])
        as command (actor, rid, b_url, body_hmac, minutes)
      order by actor, rid
      on conflict (actor, rid) do nothing
      returning actor
    )
    select actor, moment.* from (select platform.app_now() as now, ${NEWEST_SETTING} as "newestSetting") moment
    left join claim on true`.execute(tx);
  const claimed = new Set(rows.map(({ actor }) => actor));
  const { now, newestSetting } = defined(rows[0], 'a clock');
  return { isClaimed: ({ actor }) => claimed.has(actor), moment: { now, newestSetting } };
}

/** Gives up claims of this transaction: their commands run in another one. */
export function unclaimCommands(tx: Tx, keys: readonly CommandKey[]): void {
  if (keys.length === 0) return;
  const [actors, rids] = [keys.map(({ actor }) => actor), keys.map(({ rid }) => rid)];
  sendLater(
    tx,
    sql`delete from platform.command where (actor, rid) in (select * from unnest(${actors}::text[], ${rids}::text[]))`,
  );
}

export function storeAnswers(
  tx: Tx,
  answers: readonly { readonly key: CommandKey; readonly answer: Uint8Array }[],
): void {
  const [actors, rids] = [answers.map(({ key }) => key.actor), answers.map(({ key }) => key.rid)];
  sendLater(
    tx,
    sql`update platform.command c set answer = a.answer
        from unnest(${actors}::text[], ${rids}::text[], ${answers.map(({ answer }) => Buffer.from(answer))}::bytea[]) a (actor, rid, answer)
        where c.actor = a.actor and c.rid = a.rid`,
  );
}

export async function storeAnswer(tx: Tx, key: CommandKey, answer: Uint8Array): Promise<void> {
  sendLater(
    tx,
    sql`update platform.command set answer = ${Buffer.from(answer)} where actor = ${key.actor} and rid = ${key.rid}`,
  );
}
