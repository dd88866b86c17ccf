import { randomBytes } from 'node:crypto';
import { createKeyring, parseMasterKeys } from '@holdfast/database';
import { TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { nameWithKeys } from '#platform/secrets/keys-of-processes.ts';
import { rotateFromCommand } from './keys.ts';

const [oldKey, newKey] = [`1:${randomBytes(32).toString('hex')}`, `2:${randomBytes(32).toString('hex')}`];
const ringOf = (...keys: string[]) => createKeyring(parseMasterKeys(keys.join('\n')));

/** A process of the product that is connected with these keys. */
async function connect(url: string, ids: readonly number[]) {
  const process = openDatabase({
    url,
    name: nameWithKeys(['gateway', 'worker'], ids),
    timeouts: TEST_TIMEOUTS,
    onIdleError: () => {},
  });
  await sql`select 1`.execute(process.db);
  return process;
}

it('nothing is sealed anew while a process is connected that lacks the new key', async () => {
  const { url, appUrl } = await testDatabase();
  const rotate = async (...keys: string[]) => {
    const lines: string[] = [];
    const code = await rotateFromCommand(url, { ring: ringOf(...keys) }, (line) => lines.push(line));
    return { code, said: lines.join('\n') };
  };
  expect((await rotate(oldKey)).code).toBe(0); // the database keeps its keys under it
  const [early, ready] = [await connect(appUrl, [1]), await connect(appUrl, [2, 1])];
  const refused = await rotate(newKey, oldKey);
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Connected without key 2: holdfast\/gateway\+worker keys 1$/m),
  });
  expect((await rotate(oldKey)).code).toBe(0); // everything still opens with the old one alone
  await early.close();
  await expect.poll(async () => (await rotate(newKey, oldKey)).code).toBe(0);
  await ready.close();
});
