import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givePersonal } from '#testing/personal.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import type { CallOutput } from '@holdfast/contract/calls';

// As in production: a card waits for a reviewer.
const server = await testServer({ cardApproval: 'by-review' });
const { owner } = server.database;
const reviewer = await server.operator('reviewer');
let number = 50_000_000_000;
const HOLDER = '林示範';

async function verifiedMember(): Promise<TestMember> {
  const member = await server.member();
  await givePersonal(owner, member.id, { realName: HOLDER });
  await sql`update member.member set real_name_status = 'Approved' where id = ${member.id}`.execute(owner);
  return member;
}
async function withCard(member: TestMember, accountNumber = String((number += 1)), holderName = HOLDER) {
  const input = { bankCode: '822', accountNumber, holderName };
  return { member, accountNumber, card: (await member.call('/member/bankadd/{account}', input)).card };
}
const detail = async (cardId: string) =>
  (
    await reviewer.send<CallOutput<'/operator/bank-card/detail/{id}'>>(
      '/operator/bank-card/detail/{id}',
      {},
      { id: cardId },
    )
  ).data;
async function review(cardId: string, refusal?: string, by: TestClient = reviewer) {
  const { versionId } = (await detail(cardId)).card;
  const input = refusal === undefined ? { verdict: 'approve' } : { verdict: 'refuse', refusal };
  return (await by.send('/operator/bank-card/review/{id}', { versionId, ...input }, { id: cardId })).outcome;
}
const ownCard = async (member: TestMember) => (await member.call('/bank/list/{account}', {})).cards[0];

describe('a review', () => {
  it('approves a card, or refuses it with a reason; the member is told and sees it', async () => {
    const { member, card } = await withCard(await verifiedMember());
    expect(await review(card.id, 'account-wrong')).toBe('SUCCESS');
    expect(await ownCard(member)).toMatchObject({ status: 'NotApproved', refusal: 'account-wrong' });
    expect(await review(card.id)).toBe('SUCCESS');
    expect(await ownCard(member)).toMatchObject({ status: 'Approved', refusal: null });
    const { items } = await member.call('/member/notification/list', { newestFirst: '1' });
    expect(items.slice(0, 2).map(({ type, extra }) => [type, extra])).toEqual([
      ['userBankCardReview', { bankCardStatus: 'Approved', reviewSuccess: true, bankCode: '822' }],
      [
        'userBankCardReview',
        { bankCardStatus: 'NotApproved', reviewSuccess: false, bankCode: '822', refusal: 'account-wrong' },
      ],
    ]);
    expect(await review(card.id)).toBe('NOTHING_CHANGES');
    // The open app reads its cards again.
    const { rows } = await sql`
      select distinct topic from platform.outbox where member_id = ${member.id} and topic = 'profile'`.execute(
      owner,
    );
    expect(rows).toEqual([{ topic: 'profile' }]);
  });

  it('asks a reason for a refusal, and decides only on what the reviewer has seen', async () => {
    const { member, card } = await withCard(await verifiedMember());
    const { versionId } = (await detail(card.id)).card;
    const send = async (input: object) =>
      (await reviewer.send('/operator/bank-card/review/{id}', { versionId, ...input }, { id: card.id }))
        .outcome;
    expect(await send({ verdict: 'refuse' })).toBe('PARAMETERS_INVALID');
    const other = {
      cardId: card.id,
      bankCode: '013',
      accountNumber: String((number += 1)),
      holderName: HOLDER,
    };
    await member.call('/member/bankmod/{account}', other);
    expect(await send({ verdict: 'approve' })).toBe('BANK_CARD_CHANGED');
    expect(await ownCard(member)).toMatchObject({ status: 'Review', bankCode: '013' });
  });

  it('never approves a card whose holder is not the approved name of its member', async () => {
    const { card } = await withCard(await server.member());
    expect((await detail(card.id)).realName).toBe('');
    expect(await review(card.id)).toBe('BANK_CARD_HOLDER_DIFFERS');
  });

  it('shows a reviewer who has the account already; it is claimed by one approved card', async () => {
    const first = await withCard(await verifiedMember());
    const second = await withCard(await verifiedMember(), first.accountNumber);
    expect((await detail(second.card.id)).claimedBy).toBeNull();
    expect(await review(first.card.id)).toBe('SUCCESS');
    expect((await detail(second.card.id)).claimedBy).toEqual({
      cardId: first.card.id,
      account: first.member.account,
    });
    expect(await review(second.card.id)).toBe('BANK_CARD_CLAIMED');
    expect(await ownCard(second.member)).toMatchObject({ status: 'Review', refusal: null });
    // The reviewer finds that the first one was a squatter: once that card is refused, the account goes to its owner.
    expect(await review(first.card.id, 'not-own')).toBe('SUCCESS');
    expect(await review(second.card.id)).toBe('SUCCESS');
  });

  it('gives the account to one card, whichever of two approvals is faster', async () => {
    const first = await withCard(await verifiedMember());
    const second = await withCard(await verifiedMember(), first.accountNumber);
    const outcomes = await Promise.all([
      review(first.card.id),
      review(second.card.id, undefined, await server.operator('reviewer')),
    ]);
    expect(outcomes.toSorted()).toEqual(['BANK_CARD_CLAIMED', 'SUCCESS']);
  });
});

describe('the cards of an operator', () => {
  it('are listed by status, masked, oldest first, or those of one member; each look at one is audited', async () => {
    const { member, card, accountNumber } = await withCard(await verifiedMember());
    const list = async (input: object) =>
      (await reviewer.send<CallOutput<'/member/appbk/bankcard-list'>>('/member/appbk/bankcard-list', input))
        .data;
    const { items } = await list({ status: 'Review', account: member.account });
    expect(items).toEqual([
      expect.objectContaining({ cardId: card.id, account: member.account, holderMasked: '林○範' }),
    ]);
    expect(JSON.stringify(items)).not.toContain(accountNumber);
    expect((await list({ status: 'Approved', account: member.account })).items).toEqual([]);
    expect((await detail(card.id)).card).toMatchObject({ accountNumber, holderName: HOLDER });
    const { rows } = await sql`
      select from platform.audit where action = 'card-viewed' and subject = ${`member:${member.id}`}`.execute(
      owner,
    );
    expect(rows).toHaveLength(1);
  });

  it('get the approved name, and keep what they were reviewed for', async () => {
    const { member, card } = await withCard(await server.member(), undefined, '林舊名');
    const update = async () => {
      const { outcome, data } = await reviewer.send('/member/bank/force-update-username', {
        account: member.account,
      });
      return outcome === 'SUCCESS' ? data : outcome;
    };
    expect(await update()).toBe('REAL_NAME_REQUIRED');
    await givePersonal(owner, member.id, { realName: HOLDER });
    await sql`update member.member set real_name_status = 'Approved' where id = ${member.id}`.execute(owner);
    expect(await update()).toEqual({ changed: 1 });
    expect(await update()).toEqual({ changed: 0 });
    expect(await ownCard(member)).toMatchObject({ id: card.id, holderName: HOLDER, status: 'Review' });
  });

  it('are unbound, all or those that are named, but never while an order is paid on one', async () => {
    const { member, card } = await withCard(await verifiedMember());
    const kept = await withCard(member);
    const unbind = async (ids?: string[]) => {
      const input = { reason: 'asked by the member', ...(ids && { cardIds: JSON.stringify(ids) }) };
      const path = '/api/v1/members/unbind-bank-cards/{account}';
      return (await reviewer.send(path, input, { account: member.account })).outcome;
    };
    expect(await unbind([card.id, '999999'])).toBe('BANK_CARD_NOT_FOUND');
    expect(await unbind([card.id])).toBe('SUCCESS');
    await review(kept.card.id);
    await server.issueTo(member, 'TWD', '100.00');
    const terms = { coin: 'TWD', quantity: '100.00', price: '1.0000', payWindowMinutes: '15' } as const;
    const limits = { minQuantity: '10.00', maxQuantity: '100.00', cardIds: [kept.card.id] };
    const { listing } = await member.call('/listing/create', { ...terms, ...limits });
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', {
      listingId: listing.id,
      version: '1',
      quantity: '100.00',
    });
    expect(await unbind()).toBe('BANK_CARD_IN_USE');
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'other',
    });
    expect(await unbind()).toBe('SUCCESS');
    expect((await member.call('/bank/list/{account}', {})).cards).toEqual([]);
    expect(await unbind()).toBe('NOTHING_CHANGES');
  });
});
