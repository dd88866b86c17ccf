import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { notify } from './notify.ts';

const server = await testServer();

const tell = (member: TestMember, ...said: readonly (readonly [type: string, orderId?: string])[]) =>
  inTransaction(server.database.db, (tx) =>
    notify(
      tx,
      said.map(([type, orderId]) => ({
        memberId: member.id,
        type,
        extra: orderId === undefined ? {} : { orderId },
      })),
    ),
  );

const supersededOf = async (
  member: TestMember,
  filter: { unread?: '1'; group?: 'orders'; cursor?: string } = {},
) => {
  const { items } = await member.call('/member/notification/list', { newestFirst: '1', ...filter });
  return items.filter(({ isSuperseded }) => isSuperseded).map(({ seq }) => seq);
};

describe('a message of the list asks for nothing any more', () => {
  it('once its member was told of another state of its order', async () => {
    const member = await server.member();
    await tell(member, ['orderLock', '1'], ['orderPaid', '2'], ['orderPaid', '1'], ['userNormalLogin']);
    expect(await supersededOf(member)).toEqual(['1']);
  });

  it('where what has ended it is read, and not among the unread ones', async () => {
    const member = await server.member();
    await tell(member, ['orderPaid', '1'], ['orderFinish', '1']);
    await member.call('/member/notification/read', { seqs: ['2'] });
    expect(await supersededOf(member, { unread: '1' })).toEqual(['1']);
  });

  it('where what has ended it stands on another page', async () => {
    const member = await server.member();
    const elsewhere = Array.from({ length: 60 }, () => ['orderLock', '2'] as const);
    await tell(member, ['orderPaid', '1'], ['orderFinish', '1'], ...elsewhere);
    expect(await supersededOf(member, { cursor: '2' })).toEqual(['1']);
    expect(await supersededOf(member, { cursor: '2', group: 'orders' })).toEqual(['1']);
  });

  it('and what was said of another member’s inbox changes nothing of it', async () => {
    const [payee, payer] = [await server.member(), await server.member()];
    await tell(payee, ['orderPaid', '1']);
    await tell(payer, ['orderLock', '1'], ['orderFinish', '1']);
    expect(await supersededOf(payee)).toEqual([]);
  });
});

it('an outage and a line in the thread take away only an earlier one of their kind', async () => {
  const member = await server.member();
  await tell(
    member,
    ['orderOutage', '1'],
    ['orderMessage', '1'],
    ['orderPaid', '1'],
    ['orderMessage', '1'],
    ['orderOutage', '1'],
  );
  expect(await supersededOf(member)).toEqual(['2', '1']);
});
