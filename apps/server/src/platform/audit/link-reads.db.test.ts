import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { linkAudit } from './audit-chain.ts';

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
  expect(await rowsReadBy(db, 'platform.audit', linkAudit)).toBe(10);
});
