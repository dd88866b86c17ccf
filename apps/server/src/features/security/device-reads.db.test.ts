import { toMemberId, type SessionId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { listKnownDevices } from './device.store.ts';

const { db, owner } = await testDatabase();

it("lists a member's devices without reading other members' sessions", async () => {
  await sql`
    with made as (
      insert into member.member (uid, account, nick, nick_key)
      select 1000000000 + n, 'member' || n, 'm' || n, 'm' || n from generate_series(1, 200) n returning id
    ), device as (
      insert into member.device (member_id, install_key, name, place)
      select id, sha256('install'), 'Firefox', '-' from made
    )
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, place, ended_at, end_reason)
    select id, sha256((id || ' ' || n)::bytea), sha256('device'), sha256('install'), 'Firefox', '-', now(), 'signed-out'
    from made, generate_series(1, 20) n`.execute(owner);
  await sql`analyze member.session`.execute(owner);
  const { devices, read } = await inTransaction(db, async (tx) => {
    const found = await listKnownDevices(tx, { memberId: toMemberId(100n), sessionId: '1' as SessionId });
    const { rows } = await sql<{ read: bigint }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
      where relname = 'session'`.execute(tx);
    return { devices: found, read: Number(rows[0]?.read) };
  });
  expect(devices).toHaveLength(1);
  expect(read).toBe(20);
});
