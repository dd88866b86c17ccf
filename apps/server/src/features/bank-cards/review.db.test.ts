import type { BankCard } from '@holdfast/contract/calls';
import { defined, toMemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { inTransaction } from '#platform/db/db.ts';
import { cards, listCards } from './card.store.ts';

// As in production: nobody has looked at a new card.
const server = await testServer({ cardApproval: 'by-review' });
/** What a reviewer will do: a new version of the card. */
const setStatus = (seller: TestMember, status: BankCard['status']) =>
  inTransaction(server.database.db, async (tx) => {
    const card = defined((await listCards(tx, toMemberId(seller.id)))[0], 'a card');
    return cards.change(tx, card, { ...card, status });
  });

let accountNumber = 60_000_000_000;
async function sellerWithCard() {
  const seller = await server.member();
  await server.issueTo(seller, 'TWD', '1000.00');
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: String((accountNumber += 1)),
    holderName: '林示範',
  });
  return { seller, card };
}
const termsWith = (cardId: string) =>
  ({
    coin: 'TWD',
    quantity: '1000.00',
    price: '1',
    minQuantity: '100.00',
    maxQuantity: '1000.00',
    payWindowMinutes: '15',
    cardIds: [cardId] as string[],
  }) as const;
const publish = (seller: TestMember, cardId: string) => seller.call('/listing/create', termsWith(cardId));

describe('a card that nobody has approved', () => {
  it.each(['Review', 'NotApproved'] as const)(
    'cannot be named by a listing while it is %s',
    async (status) => {
      const { seller, card } = await sellerWithCard();
      expect(card.status).toBe('Review');
      expect((await seller.call('/bank/list/{account}', {})).approval).toBe('by-review');
      await setStatus(seller, status);
      expect(await seller.refuse('/listing/create', termsWith(card.id))).toBe('BANK_CARD_NOT_APPROVED');
      await setStatus(seller, 'Approved');
      expect((await publish(seller, card.id)).listing.cardIds).toEqual([card.id]);
    },
  );

  it('is never shown to a buyer: the lock is refused by name, and nothing is locked', async () => {
    const { seller, card } = await sellerWithCard();
    await setStatus(seller, 'Approved');
    const { listing } = await publish(seller, card.id);
    await setStatus(seller, 'NotApproved');
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: '1', quantity: '500.00' };
    expect(await buyer.refuse('/order/lock', lock)).toBe('LISTING_NOT_PAYABLE');
    expect((await seller.call('/listing/mine', { scope: 'live' })).items[0]).toMatchObject({
      locked: '0.00',
    });
    await setStatus(seller, 'Approved');
    expect((await buyer.call('/order/lock', lock)).order.payTo).toMatchObject({ bank: { bankCode: '822' } });
  });
});
