import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { PASSWORD } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { forgetOldSessions } from './old-sessions.store.ts';

const server = await testServer();
const { database } = server;
beforeEach(() => database.setClock('0'));

const described = async (account: string) => {
  const { rows } = await sql<{ isEnded: boolean; text: string }>`
    select s.ended_at is not null as "isEnded", concat(device_name, place, network, nullif(ended_by, '{}')) as text
    from member.session s join member.member m on m.id = s.member_id
    where m.account = ${account} order by s.id`.execute(database.db);
  return rows.map(({ isEnded, text }) => [isEnded, text !== '']);
};

/** What is left of a member's sessions after a run at this time. */
const leftAt = async (ahead: string, account: string) => {
  await database.setClock(ahead);
  await forgetOldSessions(database.db);
  return described(account);
};

/** A member whose only session began now, and who was last active so long after that. */
const activeAfter = async (active: string) => {
  const member = await server.member();
  await sql`update member.session set active_at = created_at + ${active}::interval where member_id = ${member.id}`.execute(
    database.owner,
  );
  return member;
};

it('forgets device and place of a session 90 days after somebody ended it', async () => {
  const member = await server.member();
  await (await server.visitor()).signIn(member.account, PASSWORD);
  expect(await leftAt('89 days 23 hours', member.account)).toEqual([
    [true, true],
    [false, true],
  ]);
  expect((await leftAt('90 days 59 minutes', member.account))[0]).toEqual([true, false]);
  // The proof of the old session is still one of a session that ended.
  expect((await member.send('/member/info/{account}', {})).outcome).toBe('NOT_SIGNED_IN');
});

it.each([
  ['idle, from its last minute of activity', '0', '90 days 59 minutes', '90 days 61 minutes'],
  ['idle, after hours of activity', '5 hours', '90 days 5 hours 59 minutes', '90 days 6 hours 1 minute'],
  [
    'by its age, however active it was',
    '23 hours 50 minutes',
    '90 days 23 hours 59 minutes',
    '91 days 1 minute',
  ],
])('forgets a session 90 days after it expired: %s', async (_, active, before, after) => {
  const { account } = await activeAfter(active);
  expect(await leftAt(before, account)).toEqual([[false, true]]);
  expect(await leftAt(after, account)).toEqual([[false, false]]);
});

it('forgets nothing of a live session', async () => {
  const old = await server.member();
  await database.setClock('120 days');
  const { account } = await activeAfter('23 hours');
  expect(await leftAt('120 days 23 hours 59 minutes', account)).toEqual([[false, true]]);
  expect(await described(old.account)).toEqual([[false, false]]);
});

it('tells whoever comes back to a forgotten session what it tells of any expired one', async () => {
  const member = await server.member();
  await leftAt('91 days 1 hour', member.account);
  expect((await member.send('/member/info/{account}', {})).outcome).toBe('SESSION_TIMEOUT');
  await (await server.visitor()).signIn(member.account, PASSWORD);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from ended_at - created_at)::float / 3600 as hours
    from member.session where member_id = ${member.id} order by id limit 1`.execute(database.db);
  expect(rows).toEqual([{ hours: 1 }]);
});

it('reads nothing of a long history that is forgotten', async () => {
  const member = await server.member();
  await sql`
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, created_at, active_at, ended_at, end_reason)
    select ${member.id}::bigint, sha256(n::text::bytea), sha256('d'), sha256('i'), '', at, at, at, 'signed-out'
    from generate_series(1, 20000) n, lateral (select now() - interval '100 days' - n * interval '1 minute' as at) s`.execute(
    database.owner,
  );
  await sql`analyze member.session`.execute(database.owner);
  const read = await rowsReadBy(database.db, 'member.session', forgetOldSessions);
  expect(read).toBeLessThan(100);
});
