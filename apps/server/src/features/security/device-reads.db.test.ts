import { defined, toMemberId, type MemberId, type SessionId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { listKnownDevices, recordDevice } from './device.store.ts';

const { db, owner } = await testDatabase();

let serial = 0;
/** A member with so many installs and, on each, ended sessions; a live one on the newest install. */
async function memberWith(installs: number): Promise<{ memberId: MemberId; sessionId: SessionId }> {
  serial += 1;
  const name = `member${serial}`;
  const { rows } = await sql<{ member: bigint; session: SessionId }>`
    with made as (
      insert into member.member (uid, account, nick, nick_key)
      values (${1_000_000_000 + serial}, ${name}, ${name}, ${name}) returning id
    ), device as (
      insert into member.device (member_id, install_key, name, last_seen_at)
      select id, sha256(n::text::bytea), 'Firefox ' || n, now() - n * interval '1 hour' from made, generate_series(1, ${installs}::int) n
    ), ended as (
      insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, created_at, active_at, ended_at, end_reason)
      select id, sha256((id || ' ' || n || ' ' || m)::bytea), sha256('device'), sha256(n::text::bytea), 'Firefox',
             now() - n * interval '1 hour', now() - n * interval '1 hour', now(), 'signed-out'
      from made, generate_series(1, ${installs}::int) n, generate_series(1, 3) m
    )
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name)
    select id, sha256(id::text::bytea), sha256('device'), sha256('1'), 'Firefox' from made
    returning member_id as member, id::text as session`.execute(owner);
  const { member, session } = defined(rows[0], 'a member');
  return { memberId: toMemberId(member), sessionId: session };
}

/** What `work` read of the two tables, in rows. The counters hold what this connection has read and not yet reported: hence twice. */
const rowsReadBy = (work: (tx: Tx) => Promise<unknown>) =>
  inTransaction(db, async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ device: number; session: number }>`
        select coalesce(sum(read) filter (where relname = 'device'), 0)::int as device,
               coalesce(sum(read) filter (where relname = 'session'), 0)::int as session
        from (select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
              where schemaname = 'member') tables`.execute(tx);
      return defined(rows[0], 'a sum');
    };
    const before = await count();
    await work(tx);
    const after = await count();
    return { device: after.device - before.device, session: after.session - before.session };
  });

await memberWith(15_000); // somebody else
const heavy = await memberWith(1000);
await sql`analyze member.session, member.device`.execute(owner);

it('lists one page of devices, whatever a member or anybody else has left behind', async () => {
  expect(await rowsReadBy((tx) => listKnownDevices(tx, heavy))).toEqual({ device: 50, session: 1 });
  const devices = await inTransaction(db, (tx) => listKnownDevices(tx, heavy));
  expect(devices.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `Firefox ${n + 1}`));
  expect(devices.filter(({ isCurrent }) => isCurrent)).toEqual([devices[0]]);
});

it('recognizes a device at a sign-in without reading the others', async () => {
  const place = { name: '', network: '' };
  const installKey = Buffer.alloc(32, 7);
  const { device } = await rowsReadBy((tx) =>
    recordDevice(tx, { ...heavy, installKey, name: 'Safari', place }),
  );
  expect(device).toBeLessThan(10);
});

it('says that a device was last used when its session was, not when it was signed in on', async () => {
  const { memberId, sessionId } = await memberWith(3);
  await sql`update member.session set install_key = sha256('3'), active_at = now() + interval '5 minutes'
            where id = ${sessionId}`.execute(owner);
  const namesAndTimes = () =>
    inTransaction(db, async (tx) =>
      (await listKnownDevices(tx, { memberId, sessionId })).map(
        ({ name, lastSeenAt }) => `${name} ${lastSeenAt.toISOString()}`,
      ),
    );
  const before = await namesAndTimes();
  await sql`update member.session set ended_at = now(), end_reason = 'signed-out' where id = ${sessionId}`.execute(
    owner,
  );
  expect(before[0]).toMatch(/^Firefox 3 /);
  expect(await namesAndTimes()).toEqual(before);
});
