import type { PushTestOutcome } from '@holdfast/contract/calls';
import { toMemberId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { daysAgo, sweep } from '#platform/db/sweep.ts';
import { unsubscribe } from '#platform/outbox/subscription.store.ts';
import type { PushTarget } from '#platform/push/port.ts';
import type { PushLanguage } from './push-message.rules.ts';

/**
 * More installs of one member are not told. Each takes a sign-in of its own. The one that was refreshed longest ago gives way, but none of before
 * today that is still used gives way to those of today: whoever has a password could crowd out the devices that tell of it.
 */
const TOKENS_MAX = 10;
/** An install that was opened within so many days is one that its member uses. */
const USED_DAYS = 30;
/** An install that has not been opened for this long is given up; push services forget their addresses about then too. */
const STALE_DAYS = 180;
/** For how long an ended one may still be told of its end, if its push service is down. */
const ENDED_HOURS = 24;

export const CARRIERS = { web: 'web-push', fcm: 'fcm' } as const;
type CarrierName = (typeof CARRIERS)[keyof typeof CARRIERS];

export interface Install {
  readonly memberId: MemberId;
  readonly installKey: Buffer;
}

const SEALED = 'push.token.target_sealed';
const addressOf = (target: PushTarget): string => (target.carrier === 'web' ? target.endpoint : target.token);

interface RemovedRow {
  readonly id: string;
  readonly carrier: CarrierName;
  readonly memberId: bigint;
}

/** Deletes the addresses of `which` with their subscriptions, and returns whose they were. */
async function remove(tx: Tx, which: ReturnType<typeof sql>): Promise<MemberId[]> {
  const { rows } = await sql<RemovedRow>`
    delete from push.token where ${which} returning id::text, carrier, member_id as "memberId"`.execute(tx);
  for (const { id, carrier } of rows) unsubscribe(tx, { carrier, key: id });
  return rows.map(({ memberId }) => toMemberId(memberId));
}

/** The same address of the same owner is only kept alive; returns the binding that stands in its messages. */
export async function refreshToken(
  tx: Tx,
  { memberId, installKey, target, language, isPrivate }: Install & Registered,
): Promise<string | undefined> {
  const { rows } = await sql<{ binding: string }>`
    update push.token
    set language = ${language}, is_private = ${isPrivate}, scope = 'all', ends_at = null, refreshed_at = platform.app_now()
    where token_hash = ${hashOf(tx, target)} and member_id = ${memberId} and install_key = ${installKey}
    returning binding`.execute(tx);
  return rows[0]?.binding;
}

export interface Registered {
  readonly target: PushTarget;
  readonly language: PushLanguage;
  readonly isPrivate: boolean;
}

const hashOf = (db: Database | Tx, target: PushTarget): Buffer =>
  keysOf(db).identify('push-token', addressOf(target));

/** Saves the address of an install in the place of the one it had, and of whoever else had this one: `previous` have lost it. */
export async function insertToken(
  tx: Tx,
  { memberId, installKey, target, language, isPrivate, binding }: Install & Registered & { binding: string },
): Promise<{ readonly id: string; readonly carrier: CarrierName; readonly previous: MemberId[] }> {
  const hash = hashOf(tx, target);
  const lost = await remove(
    tx,
    sql`token_hash = ${hash} or (member_id = ${memberId} and install_key = ${installKey})`,
  );
  await remove(
    tx,
    sql`id in (select id from push.token where member_id = ${memberId}
      order by (registered_at < platform.app_now() - interval '1 day' and refreshed_at > platform.app_now() - make_interval(days => ${USED_DAYS}::int)) desc,
        refreshed_at desc, id desc offset ${TOKENS_MAX - 1})`,
  );
  const carrier = CARRIERS[target.carrier];
  const sealed = keysOf(tx).seal(SEALED, hash.toString('hex'), JSON.stringify(target));
  const { rows } = await sql<{ id: string }>`
    insert into push.token (member_id, install_key, carrier, token_hash, target_sealed, binding, language, is_private)
    values (${memberId}, ${installKey}, ${carrier}, ${hash}, ${sealed}, ${binding}, ${language}, ${isPrivate})
    returning id::text`.execute(tx);
  return { id: rows[0]?.id ?? '', carrier, previous: lost.filter((other) => other !== memberId) };
}

export interface OwnToken {
  readonly binding: string;
  readonly refreshedAt: Date;
  readonly isPrivate: boolean;
  readonly testId: string | null;
  readonly testOutcome: PushTestOutcome | null;
}

const isOwn = ({ memberId, installKey }: Install) =>
  sql`member_id = ${memberId} and install_key = ${installKey}`;

export async function findToken(tx: Tx, install: Install): Promise<OwnToken | undefined> {
  const { rows } = await sql<OwnToken>`
    select binding, refreshed_at as "refreshedAt", is_private as "isPrivate", test_id as "testId", replace(test_outcome, 'sending', 'waiting') as "testOutcome"
    from push.token where ${isOwn(install)} and scope = 'all' and ends_at is null`.execute(tx);
  return rows[0];
}

/** How many other installs of the member are told of something; ten at most. */
export async function countOthers(tx: Tx, { memberId, installKey }: Install): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push.token
    where member_id = ${memberId} and install_key <> ${installKey} and ends_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function removeToken(tx: Tx, install: Install): Promise<void> {
  await remove(tx, isOwn(install));
}

/** Removes what other members have registered on an install, and returns whose that was. */
export const removeOthers = (tx: Tx, { memberId, installKey }: Install): Promise<MemberId[]> =>
  remove(tx, sql`install_key = ${installKey} and member_id <> ${memberId}`);

/** The other installs of a member are told of the account's safety only. */
export async function limitOthers(tx: Tx, { memberId, installKey }: Install): Promise<void> {
  await sql`update push.token set scope = 'safety'
            where member_id = ${memberId} and install_key <> ${installKey} and scope = 'all'`.execute(tx);
}

/** The other installs of a member are told of the account's safety until now, and of nothing more. */
export async function endOthers(
  tx: Tx,
  memberId: MemberId,
  exceptInstall: Buffer | undefined,
): Promise<void> {
  await sql`update push.token set scope = 'safety', ends_at = platform.app_now()
            where member_id = ${memberId} and install_key is distinct from ${exceptInstall ?? null} and ends_at is null`.execute(
    tx,
  );
}

/** One install is told of the account's safety until now, and of nothing more. */
export async function endToken(tx: Tx, install: Install): Promise<void> {
  await sql`update push.token set scope = 'safety', ends_at = platform.app_now() where ${isOwn(install)} and ends_at is null`.execute(
    tx,
  );
}

/** Asks for a test message. False if the install has no address. */
export async function requestTest(tx: Tx, install: Install, testId: string): Promise<boolean> {
  const { rows } = await sql`
    update push.token set test_id = ${testId}, test_outcome = 'waiting', test_since = platform.app_now()
    where ${isOwn(install)} and scope = 'all' and ends_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** An address with all that a message to it needs. */
export interface Token extends Registered {
  readonly id: string;
  readonly installKey: Buffer;
  readonly binding: string;
  readonly scope: 'all' | 'safety';
  readonly endsAt: Date | null;
  readonly refusals: number;
}

interface TokenRow extends Omit<Token, 'target'> {
  readonly hash: string;
  readonly sealed: Buffer;
}

const TOKEN = sql`id::text, install_key as "installKey", encode(token_hash, 'hex') as hash, target_sealed as sealed, binding,
  language, is_private as "isPrivate", scope, ends_at as "endsAt", refusals`;

const toToken = (db: Database, { hash, sealed, ...row }: TokenRow): Token => ({
  ...row,
  target: JSON.parse(keysOf(db).open(SEALED, hash, sealed)) as PushTarget,
});

export async function findTokenById(db: Database, id: string): Promise<Token | undefined> {
  const { rows } = await sql<TokenRow>`select ${TOKEN} from push.token where id = ${id}`.execute(db);
  return rows[0] && toToken(db, rows[0]);
}

/** Takes the test messages that wait, each once and the one that was asked for first before others: who has taken one sends it. */
export async function takeTests(
  db: Database,
  limit: number,
): Promise<(Token & { readonly testId: string })[]> {
  const { rows } = await sql<TokenRow & { testId: string }>`
    update push.token set test_outcome = 'sending', test_since = platform.app_now()
    where id = any(array(select id from push.token where test_outcome = 'waiting' order by test_since limit ${limit} for update skip locked))
    returning ${TOKEN}, test_id as "testId"`.execute(db);
  return rows.map(({ testId, ...row }) => ({ ...toToken(db, row), testId }));
}

/** Ends the tests whose worker died while it sent them: their members wait in front of the screen. */
export async function endLostTests(db: Database, afterSeconds: number): Promise<void> {
  await sql`
    update push.token set test_outcome = 'unreachable', test_since = platform.app_now()
    where id = any(array(select id from push.token
      where test_outcome = 'sending' and test_since < platform.app_now() - make_interval(secs => ${afterSeconds}::int)
      order by test_since limit 100 for update skip locked))`.execute(db);
}

export async function recordTest(
  db: Database,
  { id, testId, outcome }: { id: string; testId: string; outcome: PushTestOutcome },
): Promise<void> {
  await sql`update push.token set test_outcome = ${outcome} where id = ${id} and test_id = ${testId}`.execute(
    db,
  );
}

/** Counts a message that the service has refused, or begins anew after one that it took. */
export async function countRefusals(
  db: Database,
  { id }: Pick<Token, 'id'>,
  refusals: number,
): Promise<void> {
  await sql`update push.token set refusals = ${refusals}::smallint where id = ${id} and refusals <> ${refusals}::smallint`.execute(
    db,
  );
}

/** Deletes an address that takes no more messages. Its subscription is ended by whoever delivers. */
export async function dropToken(db: Database, { id }: Pick<Token, 'id'>): Promise<void> {
  await sql`delete from push.token where id = ${id}`.execute(db);
}

/** Deletes the addresses of installs that nobody opens any more, and those that have ended. */
export async function sweepTokens(db: Database): Promise<void> {
  const ended = sql`platform.app_now() - make_interval(hours => ${ENDED_HOURS}::int)`;
  await sweep(db, { table: 'push.token', column: 'refreshed_at', before: daysAgo(STALE_DAYS) });
  await sweep(db, { table: 'push.token', column: 'ends_at', before: ended });
}
