import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { sweepSecurity } from './history.store.ts';

/** What deleting old sign-ins costs behind many that are kept. */
const { db, owner } = await testDatabase();

/** Spread over two weeks before `age`, in no order. */
const signIns = (count: number, age: string) =>
  sql`
    with member as (
      insert into member.member (uid, account, nick, nick_key) values (1000000001, 'reader', 'reader', 'reader')
      on conflict (account) do update set nick = 'reader' returning id
    )
    insert into member.sign_in (member_id, outcome, device_name, at)
    select id, 'success', 'Firefox', platform.app_now() - ${age}::interval - (n * 7919 % 20011) * interval '1 minute'
    from member, generate_series(1, ${count}::int) n`.execute(owner);

it('deletes old sign-ins and reads none of those that are kept', async () => {
  await signIns(20_000, '1 day');
  await sql`analyze member.sign_in`.execute(owner);
  await signIns(3, '400 days');
  const read = await rowsReadBy(db, 'member.sign_in', sweepSecurity);
  expect(read).toBeLessThan(20);
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from member.sign_in`.execute(
    owner,
  );
  expect(rows).toEqual([{ left: 20_000 }]);
});
