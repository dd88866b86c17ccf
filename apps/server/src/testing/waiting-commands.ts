import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** Holds back `command` right before its transaction begins in earnest, does `meanwhile`, and lets it go. */
export async function whileCommandWaits<T>(
  { database: { owner } }: TestServer,
  command: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const sent = await owner.transaction().execute(async (tx) => {
    await sql`lock table platform.command in share row exclusive mode`.execute(tx);
    const answer = command();
    await expect
      .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(owner)).rows.length)
      .toBe(1);
    await meanwhile();
    return { answer };
  });
  return sent.answer;
}
