import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { createSettings } from './settings.ts';

const { db, owner } = await testDatabase();

it('are those of the instant that each transaction has, also where one that began earlier asks later', async () => {
  const { rows } = await sql<{ id: string; at: Date }>`
    insert into platform.setting (name, value, starts_at, set_by, reason)
    values ('clock.ack', '20', now(), 1, 'test'), ('clock.ack', '25', now() + interval '1 hour', 1, 'test')
    returning id::text, starts_at as at`.execute(owner);
  const newestSetting = rows[1]?.id ?? null;
  const start = rows[0]?.at.getTime() ?? 0;
  const HOUR = 3_600_000;
  const settings = createSettings();
  const ackAt = (ms: number) =>
    inTransaction(db, async (tx) => {
      const at = await settings.at(tx, { now: new Date(start + ms), newestSetting });
      return at['clock.ack'];
    });
  const asked = [-1, 0, HOUR - 1, HOUR, HOUR - 1, 0, -1, 2 * HOUR];
  const found: number[] = [];
  for (const ms of asked) found.push(await ackAt(ms));
  expect(found).toEqual([15, 20, 20, 25, 20, 20, 15, 25]);
});
