import { fillWaitingLookups } from '#platform/secrets/rotate-keys.store.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { claimReview } from '#testing/reviews.ts';
import { REAL_NAME, verify } from '#testing/personal.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { untilWaiting } from '#testing/waiting-commands.ts';
import type { CallOutput } from '@holdfast/contract/calls';

// As in production: a card waits for a reviewer.
const server = await testServer({ cardApproval: 'by-review' });
const { owner } = server.database;
const reviewer = await server.operator('reviewer');
let number = 50_000_000_000;
const HOLDER = REAL_NAME;

async function memberNamed(realName: string): Promise<TestMember> {
  const member = await server.member();
  await verify(owner, member.id, realName);
  return member;
}

async function withCard(member: TestMember, accountNumber = String((number += 1)), holderName = HOLDER) {
  const input = { bankCode: '822', accountNumber, holderName };
  return { member, accountNumber, card: (await member.call('/member/bankadd/{account}', input)).card };
}
type Detail = CallOutput<'/operator/bank-card/detail/{id}'>;
const read = async (cardId: string, by: TestClient) =>
  (await by.send<Detail>('/operator/bank-card/detail/{id}', {}, { id: cardId })).data;
/** In clear: the reviewer has claimed it. */
async function detail(cardId: string, by: TestClient = reviewer) {
  await claimReview(by, 'card', cardId);
  return read(cardId, by);
}
async function review(cardId: string, refusal?: string, by: TestClient = reviewer) {
  const { versionId } = (await detail(cardId, by)).card;
  const input = refusal === undefined ? { verdict: 'approve' } : { verdict: 'refuse', refusal };
  return (await by.send('/operator/bank-card/review/{id}', { versionId, ...input }, { id: cardId })).outcome;
}
const ownCard = async (member: TestMember) => (await member.call('/bank/list/{account}', {})).cards[0];

describe('a review', () => {
  it('approves a card, or refuses it with a reason; the member is told and sees it', async () => {
    const { member, card } = await withCard(await server.member());
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
      select distinct topic from platform.outbox, unnest(topics) topic where member_id = ${member.id} and topic = 'profile'`.execute(
      owner,
    );
    expect(rows).toEqual([{ topic: 'profile' }]);
  });

  it('asks a reason for a refusal, and decides only on what the reviewer has seen', async () => {
    const { member, card } = await withCard(await server.member());
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
    const { member, card } = await withCard(await server.member());
    await sql`update member.member set real_name_status = 'none' where id = ${member.id}`.execute(owner);
    expect((await detail(card.id)).realName).toBe('');
    expect(await review(card.id)).toBe('BANK_CARD_HOLDER_DIFFERS');
  });

  it('shows a reviewer who has the account already; it is claimed by one approved card', async () => {
    const first = await withCard(await server.member());
    const second = await withCard(await server.member(), first.accountNumber);
    expect((await read(second.card.id, reviewer)).claimedBy).toBeNull();
    expect(await review(first.card.id)).toBe('SUCCESS');
    expect((await detail(second.card.id)).claimedBy).toEqual({
      id: first.card.id,
      account: first.member.account,
    });
    expect(await review(second.card.id)).toBe('BANK_CARD_CLAIMED');
    expect(await ownCard(second.member)).toMatchObject({ status: 'Review', refusal: null });
    // The reviewer finds that the first one was a squatter: once that card is refused, the account goes to its owner.
    expect(await review(first.card.id, 'not-own')).toBe('SUCCESS');
    expect(await review(second.card.id)).toBe('SUCCESS');
  });

  it('shows a reviewer what else waits for the same account, and the queue that it is contested; no member hears of it', async () => {
    const first = await withCard(await server.member());
    const second = await withCard(await server.member(), first.accountNumber);
    const apart = await withCard(await server.member());
    const nameOf = ({ card, member }: typeof first) => ({ id: card.id, account: member.account });
    expect(await detail(first.card.id)).toMatchObject({ claimedBy: null, alsoWaiting: [nameOf(second)] });
    // Also before it is claimed: only then is it worth opening both.
    expect((await read(second.card.id, reviewer)).alsoWaiting).toEqual([nameOf(first)]);
    expect((await detail(apart.card.id)).alsoWaiting).toEqual([]);
    const contested = async () => {
      const list = { kind: 'card', state: 'waiting' };
      const { data } = await reviewer.send<CallOutput<'/operator/review/list'>>(
        '/operator/review/list',
        list,
      );
      const own = [first, second, apart].map(({ card }) => card.id);
      return data.items.filter(({ id }) => own.includes(id)).map((item) => item.isContested);
    };
    expect(await contested()).toEqual([true, true, false]);
    // What was sent to an older version of the product has no hashes yet: the worker writes them.
    await sql`delete from bank.waiting_lookup where card_id in (${second.card.id}, ${apart.card.id})`.execute(
      owner,
    );
    expect(await contested()).toEqual([false, true, false]);
    await fillWaitingLookups(server.database.db);
    expect(await contested()).toEqual([true, true, false]);
    // Decided, changed or removed, it waits no more.
    expect(await review(second.card.id, 'not-own')).toBe('SUCCESS');
    expect((await detail(first.card.id)).alsoWaiting).toEqual([]);
    const change = { cardId: second.card.id, bankCode: '822', accountNumber: first.accountNumber };
    await second.member.call('/member/bankmod/{account}', { ...change, holderName: HOLDER });
    expect((await detail(first.card.id)).alsoWaiting).toEqual([nameOf(second)]);
    await second.member.call('/member/bankdel/{account}', { cardId: second.card.id });
    expect(await contested()).toEqual([false, false]);
  });

  it('gives the account to one card, whichever of two approvals is faster', async () => {
    const first = await withCard(await server.member());
    const second = await withCard(await server.member(), first.accountNumber);
    const outcomes = await Promise.all([
      review(first.card.id),
      review(second.card.id, undefined, await server.operator('reviewer')),
    ]);
    expect(outcomes.toSorted()).toEqual(['BANK_CARD_CLAIMED', 'SUCCESS']);
  });
});

describe('the cards of an operator', () => {
  it('are listed by status, masked, oldest first, or those of one member; each look at one is audited', async () => {
    const { member, card, accountNumber } = await withCard(await server.member());
    const list = async (input: object) =>
      (await reviewer.send<CallOutput<'/member/appbk/bankcard-list'>>('/member/appbk/bankcard-list', input))
        .data;
    const { items } = await list({ status: 'Review', account: member.account });
    expect(items).toEqual([
      expect.objectContaining({ cardId: card.id, account: member.account, holderMasked: '林○範' }),
    ]);
    expect(JSON.stringify(items)).not.toContain(accountNumber);
    expect((await list({ status: 'Approved', account: member.account })).items).toEqual([]);
    expect(await read(card.id, reviewer)).toMatchObject({
      isClear: false,
      card: { accountNumber: items[0]?.accountMasked, holderName: '林○範' },
      realName: '林○範',
      isHolderApproved: true,
    });
    expect((await detail(card.id)).card).toMatchObject({ accountNumber, holderName: HOLDER });
    const { rows } = await sql`
      select detail->'isClear' as "isClear" from platform.audit
      where action = 'card-viewed' and subject = ${`member:${member.id}`} order by id`.execute(owner);
    expect(rows).toEqual([{ isClear: false }, { isClear: true }]);
  });

  it('get the approved name, and keep what they were reviewed for', async () => {
    const { member, card } = await withCard(await memberNamed('林舊名'), undefined, '林舊名');
    await sql`update member.member set real_name_status = 'none' where id = ${member.id}`.execute(owner);
    const update = async () => {
      const { outcome, data } = await reviewer.send('/member/bank/force-update-username', {
        reason: 'the approved name',
        account: member.account,
      });
      return outcome === 'SUCCESS' ? data : outcome;
    };
    expect(await update()).toBe('REAL_NAME_REQUIRED');
    await verify(owner, member.id);
    expect(await update()).toEqual({ changed: 1 });
    expect(await update()).toEqual({ changed: 0 });
    expect(await ownCard(member)).toMatchObject({ id: card.id, holderName: HOLDER, status: 'Review' });
  });

  it('that their member removes are gone, whoever renames them at the same moment', async () => {
    const { member, card } = await withCard(await memberNamed('林舊名'), undefined, '林舊名');
    const change = { cardId: card.id, bankCode: '822', holderName: '林中名' };
    await verify(owner, member.id, '林中名');
    await member.call('/member/bankmod/{account}', change); // another version, whose row is not the one that is locked
    await verify(owner, member.id);
    const sent = await owner.transaction().execute(async (tx) => {
      // Holds both back right before they write: neither sees what the other one does.
      await sql`select from bank.card where member_id = ${member.id} and replaced_at is null for share`.execute(
        tx,
      );
      const update = reviewer.send('/member/bank/force-update-username', {
        account: member.account,
        reason: 'the approved name',
      });
      await untilWaiting(owner, 1);
      const removal = member.call('/member/bankdel/{account}', { cardId: card.id });
      await untilWaiting(owner, 2);
      return [update, removal] as const;
    });
    await Promise.all(sent);
    expect((await member.call('/bank/list/{account}', {})).cards).toEqual([]);
  });

  it('are unbound, all or those that are named, but never while an order is paid on one', async () => {
    const { member, card } = await withCard(await server.member());
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
