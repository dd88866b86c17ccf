import { randomBytes } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { Rid, SessionId } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { TRANSACTION_SECRET } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { secretGuard } from './secret-guard.ts';

const server = await testServer();
const { db } = server.database;

it('accepts any number of right secrets at once', async () => {
  const member = await server.member();
  const release = () => member.send('/order/release', { orderId: '999999', version: '1' });
  const outcomes = (await Promise.all(Array.from({ length: 12 }, release))).map((reply) => reply.outcome);
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => 'ORDER_NOT_FOUND'));
});

it('counts no try when the hashing queue is full and nothing is compared', async () => {
  const member = await server.member();
  const { verifySecret } = secretGuard({
    db,
    passwords: { verify: async () => fail('RATE_LIMITED', { seconds: 1 }) },
  });
  const session = {
    id: '1' as SessionId,
    memberId: member.id,
    installKey: Buffer.alloc(32),
    checksumHash: Buffer.alloc(32),
    account: member.account,
    uid: '',
    nick: '',
  };
  for (let round = 0; round < 6; round += 1) {
    const secret = { value: TRANSACTION_SECRET, rid: makeRid() as Rid, hmac: randomBytes(32) };
    await expect(verifySecret(session, secret, Buffer.alloc(32))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  }
  const { rows } =
    await sql`select secret_tries from member.credential where member_id = ${member.id}`.execute(db);
  expect(rows).toEqual([{ secret_tries: 0 }]);
});
