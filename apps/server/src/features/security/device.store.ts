import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface SeenDevice {
  readonly memberId: MemberId;
  readonly installId: string;
  readonly name: string;
  readonly place: string;
}

export interface DeviceRow {
  readonly id: bigint;
  readonly name: string;
  readonly place: string;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly is_current: boolean;
}

/**
 * Notes that a member signs in on an install. `first`: the one it registers on (the asking device cannot be removed, so a member
 * always has one). The caller holds the member's row lock.
 */
export async function noteDevice(tx: Tx, device: SeenDevice): Promise<'first' | 'new' | 'known'> {
  const { rows } = await sql<{ others: boolean; known: boolean }>`
    select count(*) filter (where install_id <> ${device.installId}) > 0 as others,
           count(*) filter (where install_id = ${device.installId}) > 0 as known
    from member.device where member_id = ${device.memberId}`.execute(tx);
  await sql`
    insert into member.device (member_id, install_id, name, place)
    values (${device.memberId}, ${device.installId}, ${device.name}, ${device.place})
    on conflict (member_id, install_id) do update
    set name = excluded.name, place = excluded.place, last_seen_at = excluded.last_seen_at`.execute(tx);
  const { known, others } = defined(rows[0], 'a select of one row');
  if (known) return 'known';
  return others ? 'new' : 'first';
}

const SHOWN_MAX = 50;

/** The installs of a member, the last used first. */
export async function findDevices(
  tx: Tx,
  { memberId, sessionId }: { memberId: MemberId; sessionId: string },
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.name, d.place, d.first_seen_at,
           greatest(d.last_seen_at, max(s.active_at)) as last_seen_at,
           coalesce(bool_or(s.id = ${sessionId}), false) as is_current
    from member.device d
    left join member.session s on s.member_id = d.member_id and s.install_id = d.install_id
    where d.member_id = ${memberId}
    group by d.id, d.member_id, d.install_id
    order by is_current desc, last_seen_at desc limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/** Forgets an install. False when the member has none of that id, or asks from it. */
export async function removeDevice(
  tx: Tx,
  { memberId, sessionId, id }: { memberId: MemberId; sessionId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from member.device d where d.member_id = ${memberId} and d.id = ${id}
      and d.install_id <> (select install_id from member.session where id = ${sessionId})
    returning 1`.execute(tx);
  return rows.length > 0;
}
