import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import type { Place } from '#platform/place/place.ts';
import type { Asker } from './budgets.rules.ts';

/** An install that the account has come to know within three days may be a thief's. */
const NEW_HOURS = 72;

/**
 * As whom an account sees the caller of a call that anybody may make: by the install that the request names, by a live session on the
 * caller's device, by the network. One query, with the same work for an account that nobody has.
 */
export async function findAsker(
  db: Database | Tx,
  {
    account,
    installId,
    deviceHash,
    place,
  }: { account: string; installId: string | undefined; deviceHash: Buffer; place: Place },
): Promise<Asker> {
  const installKey = keysOf(db).identify('install', installId ?? '');
  const { rows } = await sql<{
    member: MemberId | null;
    known: boolean;
    long: boolean;
    session: boolean;
    own: boolean;
    familiar: boolean;
  }>`
    select m.id::text as member,
           exists (select from member.device d
                   where d.member_id = m.id and d.install_key = ${installKey} and d.is_known) as known,
           exists (select from member.device d
                   where d.member_id = m.id and d.install_key = ${installKey} and d.is_known
                     and d.known_since < platform.app_now() - make_interval(hours => ${NEW_HOURS}::int)) as long,
           exists (select from member.session s
                   where s.member_id = m.id and s.ended_at is null and s.device_hash = ${deviceHash}) as session,
           exists (select from member.session s
                   where s.member_id = m.id and s.ended_at is null and s.device_hash = ${deviceHash}
                     and s.install_key = ${installKey}) as own,
           exists (select from member.sign_in s
                   where s.member_id = m.id and s.network = ${place.network} and s.outcome = 'success') as familiar
    from (select (select id from member.member where account = ${account}) as id) m`.execute(db);
  const { member, known, long, session, own, familiar } = defined(rows[0], 'such a query has one row');
  if (member !== null && known && own) return { kind: 'own', member };
  if (member !== null && known) return { kind: long ? 'known' : 'new', member };
  if (member !== null && session) return { kind: 'session', member };
  return familiar ? { kind: 'familiar', network: place.network } : { kind: 'anonymous' };
}
