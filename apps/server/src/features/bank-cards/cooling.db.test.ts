import { afterEach, describe, expect, it } from 'vitest';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));

let number = 60_000_000_000;
const addCard = async (member: TestMember) =>
  (
    await member.call('/member/bankadd/{account}', {
      bankCode: '822',
      accountNumber: String((number += 1)),
      holderName: '林示範',
    })
  ).card.id;

const terms = {
  coin: 'TWD',
  quantity: '100.00',
  price: '1.0000',
  minQuantity: '10.00',
  maxQuantity: '100.00',
  payWindowMinutes: '15',
} as const;

async function seller(): Promise<TestMember> {
  const member = await server.member();
  await server.issueTo(member, 'TWD', '1000.00');
  return member;
}

const publish = (member: TestMember, ...cardIds: string[]) =>
  member.send('/listing/create', { ...terms, cardIds });
const cool = (member: TestMember, cause: 'device' | 'password') =>
  inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause }));

describe('a card that was added during a cool-down', () => {
  it('cannot be named by a listing before the cool-down ends; an older card can', async () => {
    const member = await seller();
    const older = await addCard(member);
    await cool(member, 'device');
    const added = await addCard(member);
    const list = await member.call('/bank/list/{account}', {});
    const until = list.newCoolsUntil;
    expect(list.cards.map(({ id, coolingUntil }) => [id, coolingUntil])).toEqual([
      [older, null],
      [added, until],
    ]);
    const refused = await publish(member, older, added);
    expect(refused).toMatchObject({ outcome: 'BANK_CARD_COOLING', data: { until } });
    expect((await publish(member, older)).outcome).toBe('SUCCESS');
    await database.setClock('24 hours 1 minute');
    const reply = await member.client.signIn(member.account, 'Kelp7tide', '1'.repeat(32));
    expect(reply.outcome).toBe('SUCCESS');
    expect((await publish(member, added)).outcome).toBe('SUCCESS');
  });

  it('stays so when the cool-down begins anew, by the same cause or another one', async () => {
    for (const cause of ['device', 'password'] as const) {
      const member = await seller();
      await cool(member, 'device');
      const added = await addCard(member);
      await cool(member, cause);
      expect((await publish(member, added)).outcome).toBe('BANK_CARD_COOLING');
    }
  });

  it('does not make an older card cool when a later cool-down has nothing to do with it', async () => {
    const member = await seller();
    await cool(member, 'device');
    await database.setClock('25 hours');
    await member.client.signIn(member.account, 'Kelp7tide', '1'.repeat(32));
    const added = await addCard(member);
    await cool(member, 'device');
    expect((await publish(member, added)).outcome).toBe('SUCCESS');
  });
});
