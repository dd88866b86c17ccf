import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { linkAudit } from './audit-chain.ts';
import { inTransaction } from '#platform/db/db.ts';

/** What linking new lines of the audit log reads behind a long log. */
const { db, owner } = await testDatabase();

const write = (lines: number) =>
  sql`insert into platform.audit (actor, action, subject)
    select 'system', 'operator-invited', 'many' from generate_series(1, ${lines}::int)`.execute(db);

it('reads the new lines alone, however long the log is', async () => {
  await write(3000);
  // As many wait as PostgreSQL will expect from now on.
  await sql`analyze platform.audit, platform.audit_unlinked`.execute(owner);
  expect(await linkAudit(db)).toBeGreaterThanOrEqual(3000);
  await write(10);
  const read = await inTransaction(db, async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where relid = 'platform.audit'::regclass`.execute(tx);
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await readSoFar();
    await linkAudit(tx);
    return (await readSoFar()) - before;
  });
  expect(read).toBe(10);
});
