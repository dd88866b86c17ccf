import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '@holdfast/testkit';
import { defined } from '@holdfast/kernel';
import { rowsReadBy } from '#testing/rows-read.ts';
import { forgetOldOperatorSessions } from './operator.store.ts';

/** What is forgotten of operators' sessions, and when. */
const { db, owner } = await testDatabase();
let serial = 0;

/** A session that began so long ago, with what came of it; ended sessions are said to have ended by a sign-out. */
async function session(times: { began: string; active: string; ended?: string }): Promise<string> {
  serial += 1;
  const { began, active, ended = null } = times;
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into operator.operator (email, name, role) values (${`o${serial}@operators.example`}, 'Somebody', 'support') returning id
    )
    insert into operator.session
      (operator_id, checksum_hash, device_hash, device_name, place, network, created_at, active_at, ended_at, end_reason)
    select id, sha256(${`s${serial}`}::text::bytea), sha256('d'), 'Firefox · Linux', '台北', '203.0.113.0/24',
      platform.app_now() - ${began}::interval, platform.app_now() - ${active}::interval,
      platform.app_now() - ${ended}::interval, case when ${ended}::text is not null then 'signed-out' end
    from made returning id::text`.execute(owner);
  return defined(rows[0], 'a session').id;
}

async function isDescribed(id: string): Promise<boolean> {
  const { rows } = await sql<{ text: string }>`
    select concat(device_name, place, network) as text from operator.session where id = ${id}`.execute(owner);
  return rows[0]?.text !== '';
}

it.each([
  ['that was ended', { began: '90 days 1 hour', active: '90 days 1 hour', ended: '90 days 1 minute' }],
  ['that expired idle', { began: '90 days 2 hours', active: '90 days 16 minutes' }],
  ['that expired by its age', { began: '90 days 8 hours 1 minute', active: '90 days 1 minute' }],
  [
    'that expired before a later sign-in ended it',
    { began: '90 days 1 hour', active: '90 days 16 minutes', ended: '1 day' },
  ],
])('forgets device and place of a session %s 90 days ago', async (_, times) => {
  const id = await session(times);
  await forgetOldOperatorSessions(db);
  expect(await isDescribed(id)).toBe(false);
});

it.each([
  ['was ended', { began: '90 days 1 hour', active: '90 days', ended: '89 days 23 hours 59 minutes' }],
  ['expired idle', { began: '90 days 2 hours', active: '90 days 14 minutes' }],
  ['expired by its age', { began: '90 days 7 hours 59 minutes', active: '90 days 1 minute' }],
])('keeps those of a session that %s later', async (_, times) => {
  const id = await session(times);
  await forgetOldOperatorSessions(db);
  expect(await isDescribed(id)).toBe(true);
});

it('forgets them in batches, and reads nothing of a history that is forgotten', async () => {
  for (let n = 0; n < 3; n += 1) await session({ began: '100 days', active: '100 days' });
  const forget = async () => {
    const { rows } = await sql<{ count: number }>`select operator.forget_old_sessions(2) as count`.execute(
      db,
    );
    return rows[0]?.count;
  };
  expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0]);
  await sql`
    insert into operator.session (operator_id, checksum_hash, device_hash, created_at, active_at, ended_at, end_reason)
    select 1, sha256(('h' || n)::bytea), sha256('d'), at, at, at, 'signed-out'
    from generate_series(1, 20000) n, lateral (select now() - interval '100 days' - n * interval '1 minute' as at) s`.execute(
    owner,
  );
  await sql`analyze operator.session`.execute(owner);
  const read = await rowsReadBy(db, 'operator.session', forgetOldOperatorSessions);
  expect(read).toBeLessThan(100);
});
