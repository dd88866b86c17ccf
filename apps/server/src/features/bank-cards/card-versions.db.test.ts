import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { REAL_NAME } from '#testing/personal.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';
import { cards, listCards, type Card } from './card.store.ts';

const server = await testServer();
const { db } = server.database;

const cardOf = (member: TestMember) =>
  inTransaction(db, async (tx) => defined((await listCards(tx, toMemberId(member.id)))[0], 'a card'));
const change = async (member: TestMember, how: Partial<Card>) => {
  const card = await cardOf(member);
  return inTransaction(db, (tx) => cards.change(tx, card, { ...card, ...how }));
};

it('shows in an order the card as it was at the lock, and the changed one in a later order', async () => {
  const { seller, listing } = await sellerWithListing(server, { quantity: '600.00' });
  const [first, second] = [await server.member(), await server.member()];
  const lock = { listingId: listing.id, version: '1', quantity: '200.00' };
  const { order } = await first.call('/order/lock', lock);
  expect(order.payTo).toMatchObject({ holderName: '林示範' });
  await change(seller, { holderName: '林新名' });
  expect((await first.call('/order/detail', { orderId: order.orderId })).order.payTo).toEqual(order.payTo);
  const input = { orderId: order.orderId, version: '1', notPaid: '1', reason: 'other' } as const;
  await first.call('/order/cancel', input);
  expect((await second.call('/order/lock', lock)).order.payTo).toEqual({
    ...order.payTo,
    holderName: '林新名',
  });
});

it('keeps the id that listings name, the time at which it was added, and one current version', async () => {
  const { seller, listing } = await sellerWithListing(server, { quantity: '100.00' });
  const before = await cardOf(seller);
  const after = await change(seller, { status: 'NotApproved' });
  const { madeAt: _, ...kept } = before;
  expect(after).toMatchObject({
    ...kept,
    status: 'NotApproved',
    version: before.version + 1,
    versionId: after?.versionId,
  });
  expect(after?.versionId).not.toBe(before.versionId);
  expect(listing.cardIds).toEqual([after?.id]);
  const own = await seller.call('/bank/list/{account}', {});
  expect(own.cards.map(({ id, status }) => [id, status])).toEqual([[before.id, 'NotApproved']]);
});

it('is changed once of two changes at once: the other one has seen a version that is gone', async () => {
  const { seller } = await sellerWithListing(server, { quantity: '100.00' });
  const card = await cardOf(seller);
  const [one, two] = await Promise.all(
    (['林新名', '林另名'] as const).map((holderName) =>
      inTransaction(db, (tx) => cards.change(tx, card, { ...card, holderName })),
    ),
  );
  expect([one, two].filter((each) => each !== undefined)).toHaveLength(1);
  expect((await cardOf(seller)).holderName).toBe((one ?? two)?.holderName);
});

it('still claims its account after a change of its name', async () => {
  const { seller, accountNumber } = await sellerWithListing(server, { quantity: '100.00' });
  await change(seller, { holderName: '林新名' });
  const other = await server.member();
  const { card } = await other.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber,
    holderName: REAL_NAME,
  });
  expect(card.status).toBe('Review');
});

it.each(['status', 'bank_code', 'member_id', 'card_id', 'version', 'added_at', 'refusal'])(
  'cannot have its %s edited by the application',
  (column) =>
    expect(sql.raw(`update bank.card set ${column} = ${column}`).execute(db)).rejects.toMatchObject({
      code: '42501',
    }),
);

it('shows its number to nobody but the payer of the order, in whatever version', async () => {
  const { seller, order } = await lockedOrder(server, '100.00');
  await change(seller, { holderName: '林新名' });
  expect((await seller.call('/order/detail', { orderId: order.orderId })).order.payTo).toBeNull();
});
