import { randomBytes } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { MemberId, Rid, SessionId } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { TRANSACTION_SECRET, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';
import { secretGuard } from './secret-guard.ts';

const server = await testServer();
const { db } = server.database;

it('accepts any number of right secrets at once', async () => {
  const member = await server.member();
  const release = () => member.send('/order/release', { orderId: '999999', version: '1' });
  const outcomes = (await Promise.all(Array.from({ length: 12 }, release))).map((reply) => reply.outcome);
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => 'ORDER_NOT_FOUND'));
});

const DEVICE = Buffer.alloc(32);
const sessionOf = ({ id, account }: { id: MemberId; account: string }) => ({
  id: '1' as SessionId,
  memberId: id,
  installKey: Buffer.alloc(32),
  checksumHash: Buffer.alloc(32),
  account,
  uid: '',
  nick: '',
});
const given = (value: string) => ({ value, rid: makeRid() as Rid, hmac: randomBytes(32) });
const readTries = async ({ id }: { id: MemberId }) => {
  const { rows } = await sql<{ tries: number }>`
    select secret_tries as tries from member.credential where member_id = ${id}`.execute(db);
  return rows[0]?.tries;
};
const setTries = ({ id }: { id: MemberId }, tries: number) =>
  sql`update member.credential set secret_tries = ${tries} where member_id = ${id}`.execute(db);

it('counts no try when the hashing queue is full and nothing is compared', async () => {
  const member = await server.member();
  const { verifySecret } = secretGuard({
    db,
    passwords: { verify: async () => fail('RATE_LIMITED', { seconds: 1 }) },
  });
  for (let round = 0; round < 6; round += 1) {
    await expect(verifySecret(sessionOf(member), given(TRANSACTION_SECRET), DEVICE)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  }
  expect(await readTries(member)).toBe(0);
});

describe('a secret that was right a moment ago', () => {
  let hashed: number;
  /** Whether the queue of what is to be hashed is full. */
  let isFull: boolean;
  let member: TestMember;
  let give: (value: string) => Promise<unknown>;

  beforeEach(async () => {
    [hashed, isFull] = [0, false];
    member = await server.member();
    // What the hash of the member is right for; the work of a hash is not what is tested here.
    const { verifySecret } = secretGuard({
      db,
      passwords: {
        verify: async (_stored, secret) => {
          if (isFull) throw fail('OVERLOADED', { seconds: 1 });
          hashed += 1;
          return secret === TRANSACTION_SECRET;
        },
      },
    });
    give = (value) => verifySecret(sessionOf(member), given(value), DEVICE);
    await give(TRANSACTION_SECRET);
  });

  it('is known again, without hashing and without a row that is written', async () => {
    const read = () =>
      sql`select xmin::text from member.credential where member_id = ${member.id}
          union all select rid from member.secret_try where member_id = ${member.id}`.execute(db);
    const { rows: before } = await read();
    await give(TRANSACTION_SECRET);
    expect(hashed).toBe(1);
    expect((await read()).rows).toEqual(before);
  });

  it('is refused all the same once the tries are used up', async () => {
    await setTries(member, 5);
    await expect(give(TRANSACTION_SECRET)).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_LOCKED' });
    expect(hashed).toBe(1);
  });

  it('waits for the tries that are being counted, and is refused after the last one', async () => {
    let outcome: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      for (let tried = 1; tried <= 5; tried += 1)
        await sql`select member.count_secret_try(${member.id}, ${makeRid()}, ${randomBytes(32)}, 5)`.execute(
          tx,
        );
      outcome = give(TRANSACTION_SECRET).catch((error: unknown) => error);
      await untilSomebodyWaitsFor(tx, server.database.owner);
    });
    expect(await outcome).toMatchObject({ code: 'TRANSACTION_SECRET_LOCKED' });
  });

  it('cannot be guessed while the hashing queue is full: a wrong one stays counted', async () => {
    isFull = true;
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect(give(`13579${tries}`)).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_WRONG' });
      expect(await readTries(member)).toBe(tries);
    }
    await expect(give('135795')).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_LOCKED' });
    await expect(give(TRANSACTION_SECRET)).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_LOCKED' });
  });

  it('clears the tries that others have used, and is not hashed for that', async () => {
    await expect(give('135790')).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_WRONG' });
    expect(await readTries(member)).toBe(1);
    await give(TRANSACTION_SECRET);
    expect(await readTries(member)).toBe(0);
    expect(hashed).toBe(2);
  });

  it('is compared anew with a stored hash that is another one', async () => {
    await sql`update member.credential set secret_hash = 'another' where member_id = ${member.id}`.execute(
      db,
    );
    await give(TRANSACTION_SECRET);
    expect(hashed).toBe(2);
    await give(TRANSACTION_SECRET);
    expect(hashed).toBe(2);
  });

  it('does not make a wrong one cheaper, nor uncounted', async () => {
    for (const [wrong, tries] of [
      ['135791', 1],
      ['135792', 2],
    ] as const) {
      await expect(give(wrong)).rejects.toMatchObject({ code: 'TRANSACTION_SECRET_WRONG' });
      expect(await readTries(member)).toBe(tries);
    }
    expect(hashed).toBe(3);
  });
});
