import { testDatabase } from '@holdfast/testkit';
import { toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { claim } from './file.store.ts';

/** What naming a file costs while many wait to be named. */
const { db, owner } = await testDatabase();

const idOf = (n: number) => `file${String(n).padStart(18, '0')}`;
const files = (from: number, to: number, by: string | null) =>
  sql`
    insert into assets.file (id, member_id, purpose, state, key_sealed, type, bytes, claimed_by)
    select 'file' || lpad(n::text, 18, '0'), 1, 'avatar', 'stored', '\\x00', 'image/jpeg', 1, ${by} from generate_series(${from}::int, ${to}::int) n`.execute(
    owner,
  );

it('reads one file, also by a plan that was made while all had a name', async () => {
  await files(1, 2000, 'avatar');
  await sql`analyze assets.file`.execute(owner);
  await files(2001, 4000, null);
  const wanted = { id: idOf(3000), memberId: toMemberId(1n), purpose: 'avatar', by: 'avatar' } as const;
  const read = await rowsReadBy(db, 'assets.file', async (tx) => {
    expect(await claim(tx, wanted)).toMatchObject({ id: wanted.id, claimedBy: 'avatar' });
  });
  expect(read).toBe(1);
  const again = await rowsReadBy(db, 'assets.file', async (tx) => {
    expect(await claim(tx, wanted)).toBeUndefined();
  });
  expect(again).toBe(1);
});
