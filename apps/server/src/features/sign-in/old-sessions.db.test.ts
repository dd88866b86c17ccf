import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { forgetOldSessions } from './old-sessions.store.ts';

const server = await testServer();
const { database } = server;

const described = async (account: string) => {
  const { rows } = await sql<{ isEnded: boolean; text: string }>`
    select s.ended_at is not null as "isEnded", concat(device_name, place, network, nullif(ended_by, '{}')) as text
    from member.session s join member.member m on m.id = s.member_id
    where m.account = ${account} order by s.id`.execute(database.db);
  return rows.map(({ isEnded, text }) => [isEnded, text !== '']);
};

it('forgets device and place of a session 90 days after its end, and of no live one', async () => {
  const member = await server.member();
  await (await server.visitor()).signIn(member.account, PASSWORD);
  await database.setClock('89 days 23 hours');
  await forgetOldSessions(database.db);
  expect(await described(member.account)).toEqual([
    [true, true],
    [false, true],
  ]);
  await database.setClock('90 days 1 hour');
  await forgetOldSessions(database.db);
  expect(await described(member.account)).toEqual([
    [true, false],
    [false, true],
  ]);
  // The proof of the old session is still one of a session that ended.
  expect((await member.send('/member/info/{account}', {})).outcome).toBe('NOT_SIGNED_IN');
});
