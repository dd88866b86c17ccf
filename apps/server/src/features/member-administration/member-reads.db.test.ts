import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { testServer } from '#testing/test-server.ts';
import { listNewest } from './member.store.ts';

/** What a page of the operators' list of members costs, wherever it begins. */
const { db, owner } = (await testServer()).database;
const PAGE = 31;

it('a page behind many others costs a page', async () => {
  await sql`
    with made as (
      insert into member.member (uid, account, nick, nick_key)
      select 1000000000 + n, 'member' || n, 'm' || n, 'm' || n from generate_series(1, 20000) n returning id
    )
    insert into member.credential (member_id, password_hash, secret_form) select id, 'nobody signs in', 'six-digit' from made`.execute(
    owner,
  );
  await sql`analyze member.member, member.credential`.execute(owner);
  const { rows } = await sql<{ id: bigint }>`
    select id from member.member order by id offset 1000 limit 1`.execute(owner);
  const read = await rowsReadBy(db, 'member.credential', async (tx) => {
    expect(await listNewest(tx, rows[0]?.id ?? 0n, PAGE)).toHaveLength(PAGE);
  });
  expect(read).toBe(PAGE);
});
