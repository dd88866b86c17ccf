import type { CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { claimReview } from '#testing/reviews.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { owner } = server.database;
const setStatus = ({ id }: TestMember, status: string) =>
  sql`update member.member set real_name_status = ${status} where id = ${id}`.execute(owner);
const card = { bankCode: '822', accountNumber: '70000000001', holderName: '林示範' };

it('tells the app that names are checked', async () => {
  const { features } = await (
    await server.member()
  ).call('/member/checkVersion', { version: '1.0.0', platform: 'web' });
  expect(features.realNameCheck).toBe(true);
});

const terms = {
  coin: 'TWD' as const,
  quantity: '300.00',
  price: '1',
  minQuantity: '100.00',
  maxQuantity: '300.00',
  payWindowMinutes: '15' as const,
};

it.each(['none', 'Review', 'NotApproved'])(
  'refuses a card and a listing of somebody who is %s',
  async (status) => {
    const member = await server.member();
    await setStatus(member, status);
    expect(await member.refuse('/member/bankadd/{account}', card)).toBe('REAL_NAME_REQUIRED');
    expect(await member.refuse('/listing/create', { ...terms, cardIds: ['1'] })).toBe('REAL_NAME_REQUIRED');
  },
);

it('lets a reviewer open the card of a member whose approval was taken back, and never approve it', async () => {
  const [member, reviewer] = [await server.member(), await server.operator('reviewer')];
  const added = await member.call('/member/bankadd/{account}', { ...card, accountNumber: '70000000002' });
  await setStatus(member, 'none');
  const id = added.card.id;
  await claimReview(reviewer, 'card', id);
  const read = async () =>
    (
      await reviewer.send<CallOutput<'/operator/bank-card/detail/{id}'>>(
        '/operator/bank-card/detail/{id}',
        {},
        { id },
      )
    ).data;
  expect(await read()).toMatchObject({ realName: '', isHolderApproved: false });
  const review = async (verdict: object) => {
    const { versionId } = (await read()).card;
    return (await reviewer.send('/operator/bank-card/review/{id}', { versionId, ...verdict }, { id }))
      .outcome;
  };
  expect(await review({ verdict: 'refuse', refusal: 'holder-differs' })).toBe('SUCCESS');
  await claimReview(reviewer, 'card', id);
  expect(await review({ verdict: 'approve' })).toBe('BANK_CARD_HOLDER_DIFFERS');
});

it('lets who is approved sell, and refuses the lock of who is not', async () => {
  const [seller, buyer] = [await server.member(), await server.member()];
  await server.issueTo(seller, 'TWD', '300.00');
  const added = await seller.call('/member/bankadd/{account}', card);
  const { listing } = await seller.call('/listing/create', { ...terms, cardIds: [added.card.id] });
  const lock = { listingId: listing.id, version: '1', quantity: '300.00' };
  await setStatus(buyer, 'Review');
  expect(await buyer.refuse('/order/lock', lock)).toBe('REAL_NAME_REQUIRED');
  await setStatus(buyer, 'Approved');
  expect((await buyer.call('/order/lock', lock)).order.orderId).toMatch(/^\d+$/);
});
