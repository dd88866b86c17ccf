import { defined, type MemberId, type SessionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { Place } from '#platform/place/place.ts';

export interface SeenDevice {
  readonly memberId: MemberId;
  readonly installKey: Buffer;
  readonly name: string;
  readonly place: Place;
}

export interface KnownDevice {
  readonly id: string;
  readonly name: string;
  readonly place: Place;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** The device of the asking session. */
  readonly isCurrent: boolean;
}

/**
 * Records the sign-in of a member on an install. `first`: the member registers on it (a member cannot remove the device in use, so there
 * is always one). The caller holds the member's row lock.
 */
export async function recordDevice(tx: Tx, device: SeenDevice): Promise<'first' | 'new' | 'known'> {
  const { rows } = await sql<{ others: boolean; known: boolean }>`
    select exists (select from (select install_key from member.device where member_id = ${device.memberId}
                                order by last_seen_at desc, id desc limit 2) newest
                   where install_key <> ${device.installKey}) as others,
           exists (select from member.device
                   where member_id = ${device.memberId} and install_key = ${device.installKey} and is_known) as known`.execute(
    tx,
  );
  await sql`
    insert into member.device (member_id, install_key, name, place, network)
    values (${device.memberId}, ${device.installKey}, ${device.name}, ${device.place.name}, ${device.place.network})
    on conflict (member_id, install_key) do update
    set name = excluded.name, place = excluded.place, network = excluded.network, last_seen_at = excluded.last_seen_at,
        known_since = case when device.is_known then device.known_since else excluded.known_since end, wrong_tries = 0`.execute(
    tx,
  );
  const { known, others } = defined(rows[0], 'a select of one row');
  if (known) return 'known';
  return others ? 'new' : 'first';
}

/** Makes every install of a member unknown, until the next sign-in on it: one of them may be in other hands. */
export async function forgetInstalls(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`update member.device set known_since = null where member_id = ${memberId}`.execute(tx);
}

/**
 * Since when the account has known an install without a break, as PostgreSQL's text: a `Date` would lose its microseconds. Undefined for an
 * unknown one.
 */
export async function installKnownSince(
  tx: Tx,
  memberId: MemberId,
  installKey: Buffer,
): Promise<string | undefined> {
  const { rows } = await sql<{ since: string }>`
    select known_since::text as since from member.device
    where member_id = ${memberId} and install_key = ${installKey} and is_known`.execute(tx);
  return rows[0]?.since;
}

const SHOWN_MAX = 50;

/**
 * Lists the installs of a member, the last used first. The session is the member's only live one, so its install signed in last and is
 * always on the page.
 */
export async function listKnownDevices(
  tx: Tx,
  { memberId, sessionId }: { memberId: MemberId; sessionId: SessionId },
): Promise<KnownDevice[]> {
  const { rows } = await sql<KnownDevice>`
    with live as materialized (
      select id, install_key, active_at from member.session where member_id = ${memberId} and ended_at is null
    ), page as (
      select * from member.device where member_id = ${memberId} order by last_seen_at desc, id desc limit ${SHOWN_MAX}
    )
    select page.id::text, page.name, jsonb_build_object('name', page.place, 'network', page.network) as place,
           page.first_seen_at as "firstSeenAt", greatest(page.last_seen_at, live.active_at) as "lastSeenAt",
           coalesce(live.id = ${sessionId}, false) as "isCurrent"
    from page left join live on live.install_key = page.install_key
    order by "isCurrent" desc, "lastSeenAt" desc, page.id desc`.execute(tx);
  return rows;
}

/** Deletes an install and returns its key. Undefined if the member has none of that id, or asks from it. */
export async function removeDevice(
  tx: Tx,
  { memberId, sessionId, id }: { memberId: MemberId; sessionId: SessionId; id: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ installKey: Buffer }>`
    delete from member.device d where d.member_id = ${memberId} and d.id = ${id}
      and d.install_key <> (select install_key from member.session where id = ${sessionId})
    returning d.install_key as "installKey"`.execute(tx);
  return rows[0]?.installKey;
}
