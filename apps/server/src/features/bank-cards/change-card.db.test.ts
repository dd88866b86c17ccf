import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { startCoolDown } from '#features/security/index.ts';
import { verify } from '#testing/personal.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));
let number = 40_000_000_000;
const fresh = (change: object = {}) => ({
  bankCode: '822',
  accountNumber: String((number += 1)),
  holderName: '林示範',
  ...change,
});
async function memberWithCard() {
  const member = await server.member();
  const input = fresh();
  const { card } = await member.call('/member/bankadd/{account}', input);
  return { member, card, input };
}

describe('a card that nothing uses', () => {
  it('is removed; its account is free for whoever owns it, and past orders go on showing it', async () => {
    const { member, card, input } = await memberWithCard();
    await member.call('/member/bankdel/{account}', { cardId: card.id });
    expect((await member.call('/bank/list/{account}', {})).cards).toEqual([]);
    const other = await server.member();
    expect((await other.call('/member/bankadd/{account}', input)).card.status).toBe('Approved');
    expect(await member.refuse('/member/bankdel/{account}', { cardId: card.id })).toBe('BANK_CARD_NOT_FOUND');
  });

  it('is changed into another account by a new row, which is free of the old one', async () => {
    const { member, card, input } = await memberWithCard();
    const changed = await member.call('/member/bankmod/{account}', {
      ...fresh({ bankCode: '013' }),
      cardId: card.id,
    });
    expect(changed.card).toMatchObject({ id: card.id, bankCode: '013', status: 'Approved' });
    const { rows } = await sql<{ bank_code: string }>`
      select bank_code from bank.card where card_id = ${card.id} order by version`.execute(database.owner);
    expect(rows).toEqual([{ bank_code: '822' }, { bank_code: '013' }]);
    const other = await server.member();
    expect((await other.call('/member/bankadd/{account}', input)).card.status).toBe('Approved');
  });

  it('keeps its number when the form sends none, but not at another bank', async () => {
    const { member, card } = await memberWithCard();
    await verify(database.owner, member.id, '林新名');
    const input = { cardId: card.id, bankCode: '822', holderName: '林新名' };
    expect((await member.call('/member/bankmod/{account}', input)).card).toMatchObject({
      accountMasked: card.accountMasked,
      holderName: '林新名',
    });
    expect(await member.refuse('/member/bankmod/{account}', input)).toBe('NOTHING_CHANGES');
    expect(await member.send('/member/bankmod/{account}', { ...input, bankCode: '013' })).toMatchObject({
      outcome: 'BANK_CARD_INVALID',
      data: { clauses: ['accountLength', 'accountDigits'] },
    });
  });

  it('cools down as a new one when its account is changed during a cool-down', async () => {
    const { member, card } = await memberWithCard();
    await database.setClock('10 minutes');
    await inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause: 'password' }));
    const coolingUntil = async () => (await member.call('/bank/list/{account}', {})).cards[0]?.coolingUntil;
    expect(await coolingUntil()).toBeNull();
    await member.call('/member/bankmod/{account}', { ...fresh(), cardId: card.id });
    expect(await coolingUntil()).not.toBeNull();
  });

  it('is changed and removed by its owner alone, with the transaction secret', async () => {
    const { member, card } = await memberWithCard();
    const other = await server.member();
    for (const [path, input] of [
      ['/member/bankdel/{account}', { cardId: card.id }],
      ['/member/bankmod/{account}', { ...fresh(), cardId: card.id }],
    ] as const) {
      expect(await other.refuse(path, input)).toBe('BANK_CARD_NOT_FOUND');
      expect(await member.refuse(path, input, { secret: '999999' })).toBe('TRANSACTION_SECRET_WRONG');
    }
  });

  it('does not become an account that another card of the member is', async () => {
    const { member, card } = await memberWithCard();
    const second = fresh();
    await member.call('/member/bankadd/{account}', second);
    expect(await member.refuse('/member/bankmod/{account}', { ...second, cardId: card.id })).toBe(
      'BANK_CARD_DUPLICATE',
    );
  });
});

describe('a card that is in use', () => {
  it('is neither changed nor removed, and the refusal names the listing and the order', async () => {
    const { seller, listing, order } = await lockedOrder(server, '300.00');
    const cardId = listing.cardIds[0] ?? '';
    const uses = [
      { kind: 'order', id: order.orderId, title: order.serialNo },
      { kind: 'listing', id: listing.id, title: '300.00 TWD' },
    ];
    expect(await seller.send('/member/bankdel/{account}', { cardId })).toMatchObject({
      outcome: 'BANK_CARD_IN_USE',
      data: { uses },
    });
    expect(await seller.refuse('/member/bankmod/{account}', { ...fresh(), cardId })).toBe('BANK_CARD_IN_USE');
    const offered = await sellerWithListing(server, { quantity: '100.00' });
    const named = { cardId: offered.listing.cardIds[0] ?? '' };
    expect(await offered.seller.send('/member/bankdel/{account}', named)).toMatchObject({
      outcome: 'BANK_CARD_IN_USE',
      data: { uses: [{ kind: 'listing', id: offered.listing.id, title: '100.00 TWD' }] },
    });
    await offered.seller.call('/listing/close', { listingId: offered.listing.id, version: '1' });
    await offered.seller.call('/member/bankdel/{account}', named);
  });

  it('is not named by a listing that is published while it is removed', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { member, card } = await memberWithCard();
      await server.issueTo(member, 'TWD', '100.00');
      const terms = { coin: 'TWD', quantity: '100.00', price: '1.0000', payWindowMinutes: '15' } as const;
      const limits = { minQuantity: '10.00', maxQuantity: '100.00', cardIds: [card.id] };
      const [published, removed] = await Promise.all([
        member.send('/listing/create', { ...terms, ...limits }),
        member.send('/member/bankdel/{account}', { cardId: card.id }),
      ]);
      expect([published.outcome, removed.outcome].filter((one) => one === 'SUCCESS')).toHaveLength(1);
    }
  });
});
