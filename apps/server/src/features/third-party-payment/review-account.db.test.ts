import type { CallOutput } from '@holdfast/contract/calls';
import { fillWaitingLookups } from '#platform/secrets/rotate-keys.store.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addPayAccount, freshCode } from '#testing/pay-codes.ts';
import { REAL_NAME, verify } from '#testing/personal.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { claimReview } from '#testing/reviews.ts';
import { testServer } from '#testing/test-server.ts';
import { readLink } from '#testing/uploads.ts';
import { untilWaiting } from '#testing/waiting-commands.ts';

// As in production: an account waits for a reviewer.
const server = await testServer({ cardApproval: 'by-review' });
const { owner } = server.database;
const reviewer = await server.operator('reviewer');
const HOLDER = REAL_NAME;
const naming = (member: TestMember) => ({ account: member.account, reason: 'the approved name' });
const SET_STATUS = '/member/third-party-payment/set-status/{id}';
const FORCE_ADD = '/member/third-party-payment/force-add';

type Detail = CallOutput<'/member/third-party-payment/detail/{id}'>;

async function withAccount(member: TestMember, codeContent = freshCode()) {
  return { member, codeContent, account: await addPayAccount(server, member, { codeContent }) };
}
const detail = async (id: string, by: TestClient = reviewer) =>
  (await by.send<Detail>('/member/third-party-payment/detail/{id}', {}, { id })).data;
async function review(id: string, refusal?: string, by: TestClient = reviewer) {
  await claimReview(by, 'pay-account', id);
  const { versionId } = (await detail(id)).payAccount;
  const input = refusal === undefined ? { verdict: 'approve' } : { verdict: 'refuse', refusal };
  return (await by.send(SET_STATUS, { versionId, ...input }, { id })).outcome;
}
const decide = async (id: string, versionId: string) =>
  (await reviewer.send(SET_STATUS, { versionId, verdict: 'approve' }, { id })).outcome;
const ownAccount = async (member: TestMember) =>
  (await member.call('/member/third-party-payment/list', {})).payAccounts[0];
const list = async (input: object) =>
  (
    await reviewer.send<CallOutput<'/member/third-party-payment/review'>>(
      '/member/third-party-payment/review',
      input,
    )
  ).data;

describe('the review of a pay account', () => {
  it('approves it, or refuses it with a reason; the member is told by the notice of cards, which says that it is none', async () => {
    const { member, account } = await withAccount(await server.member());
    expect(await review(account.id, 'account-wrong')).toBe('SUCCESS');
    expect(await ownAccount(member)).toMatchObject({ status: 'NotApproved', refusal: 'account-wrong' });
    expect(await review(account.id)).toBe('SUCCESS');
    expect(await ownAccount(member)).toMatchObject({ status: 'Approved', refusal: null });
    const { items } = await member.call('/member/notification/list', { newestFirst: '1' });
    const told = { bankCardStatus: 'none', payApp: 'jkopay' };
    expect(items.slice(0, 2).map(({ type, extra }) => [type, extra])).toEqual([
      ['userBankCardReview', { ...told, reviewSuccess: true }],
      ['userBankCardReview', { ...told, reviewSuccess: false, refusal: 'account-wrong' }],
    ]);
    expect(await review(account.id)).toBe('NOTHING_CHANGES');
  });

  it('asks a reason for a refusal, and decides only on what the reviewer has seen', async () => {
    const { member, account } = await withAccount(await server.member());
    const { versionId } = (await detail(account.id)).payAccount;
    const send = async (input: object) =>
      (await reviewer.send(SET_STATUS, { versionId, ...input }, { id: account.id })).outcome;
    expect(await send({ verdict: 'refuse' })).toBe('PARAMETERS_INVALID');
    await addPayAccount(server, member, { payAccountId: account.id });
    expect(await send({ verdict: 'approve' })).toBe('PAY_ACCOUNT_CHANGED');
    expect(await ownAccount(member)).toMatchObject({ status: 'Review' });
  });

  it('shows the picture and what its code says to the reviewer who has claimed it, and to no other; each look is audited', async () => {
    const { member, account, codeContent } = await withAccount(await server.member());
    const { payAccount: masked, ...before } = await detail(account.id);
    expect(before).toMatchObject({
      isClear: false,
      picture: null,
      realName: '林○範',
      isHolderApproved: true,
    });
    expect(masked).toMatchObject({ codeContent: null, holderName: '林○範', place: 'service.jkopay.com' });
    expect(masked.accountNumber).toBe(`****${codeContent.slice(-4)}`);
    expect(await decide(account.id, masked.versionId)).toBe('REVIEW_CLAIM_NEEDED');
    await claimReview(reviewer, 'pay-account', account.id);
    const { payAccount, picture, realName } = await detail(account.id);
    expect(payAccount).toMatchObject({ codeContent, account: member.account, holderName: HOLDER });
    expect(realName).toBe(HOLDER);
    if (!picture) throw new Error('there is a picture');
    expect((await readLink(server.consoleApp, picture)).statusCode).toBe(200);
    const { rows } = await sql`
      select from platform.audit where action = 'pay-account-viewed' and subject = ${`member:${member.id}`}`.execute(
      owner,
    );
    expect(rows).toHaveLength(2);
  });

  it('never approves one whose holder is not the approved name of its member', async () => {
    const { member, account } = await withAccount(await server.member());
    await sql`update member.member set real_name_status = 'none' where id = ${member.id}`.execute(owner);
    expect((await detail(account.id)).realName).toBe('');
    expect(await review(account.id)).toBe('PAY_ACCOUNT_HOLDER_DIFFERS');
  });

  it('shows a reviewer who has the account already, and its member not; it is claimed by one approved account', async () => {
    const first = await withAccount(await server.member());
    const second = await withAccount(await server.member(), first.codeContent);
    expect(await review(first.account.id)).toBe('SUCCESS');
    const { id } = second.account;
    expect((await detail(id)).claimedBy).toEqual({
      id: first.account.id,
      account: first.member.account,
    });
    const own = await second.member.call('/member/third-party-payment/detail/{id}', {}, { params: { id } });
    expect(own.claimedBy).toBeNull();
    expect(await review(id)).toBe('PAY_ACCOUNT_CLAIMED');
    expect(await ownAccount(second.member)).toMatchObject({ status: 'Review', refusal: null });
    // The reviewer finds that the first one was a squatter: once it is refused, the account goes to its owner.
    expect(await review(first.account.id, 'not-own')).toBe('SUCCESS');
    expect(await review(id)).toBe('SUCCESS');
  });

  it('shows a reviewer what else waits for the same account, and its member not', async () => {
    const first = await withAccount(await server.member());
    const second = await withAccount(await server.member(), first.codeContent);
    const { id } = first.account;
    expect((await detail(id)).alsoWaiting).toEqual([
      { id: second.account.id, account: second.member.account },
    ]);
    const own = await first.member.call('/member/third-party-payment/detail/{id}', {}, { params: { id } });
    expect(own.alsoWaiting).toEqual([]);
    // The worker has nothing to add to what stands there.
    await fillWaitingLookups(server.database.db);
    expect((await detail(id)).alsoWaiting).toHaveLength(1);
    // The approved one is not among what waits: it is who claims the account.
    expect(await review(second.account.id)).toBe('SUCCESS');
    expect(await detail(id)).toMatchObject({ alsoWaiting: [], claimedBy: { id: second.account.id } });
  });

  it('gives the account to one member, whichever of two approvals is faster', async () => {
    const first = await withAccount(await server.member());
    const second = await withAccount(await server.member(), first.codeContent);
    const outcomes = await Promise.all([
      review(first.account.id),
      review(second.account.id, undefined, await server.operator('reviewer')),
    ]);
    expect(outcomes.toSorted()).toEqual(['PAY_ACCOUNT_CLAIMED', 'SUCCESS']);
  });

  it('waits in the queue of the reviewers, masked, and says that it is contested', async () => {
    const first = await withAccount(await server.member());
    await review(first.account.id);
    const second = await withAccount(await server.member(), first.codeContent);
    const { items } = (
      await reviewer.send<CallOutput<'/operator/review/list'>>('/operator/review/list', {
        kind: 'pay-account',
        state: 'waiting',
      })
    ).data;
    expect(items.find(({ id }) => id === second.account.id)).toMatchObject({
      account: second.member.account,
      nameMasked: '林○範',
      numberMasked: second.account.targetMasked,
      isContested: true,
    });
  });

  it('is listed by status, masked, or for one member', async () => {
    const { member, account, codeContent } = await withAccount(await server.member());
    const { items } = await list({ status: 'Review', account: member.account });
    expect(items).toEqual([
      expect.objectContaining({ payAccountId: account.id, account: member.account, holderMasked: '林○範' }),
    ]);
    expect(JSON.stringify(items)).not.toContain(codeContent);
    expect((await list({ status: 'Approved', account: member.account })).items).toEqual([]);
  });
});

describe('a pay account that a reviewer has added', () => {
  const add = async (member: TestMember, codeContent = freshCode(), app = 'jkopay') =>
    reviewer.send<{ payAccountId: string }>(FORCE_ADD, {
      account: member.account,
      app,
      codeContent,
      reason: 'the picture is worn',
    });

  it('is held under the approved name, is told of, and is approved by another reviewer alone', async () => {
    const member = await server.member();
    const { payAccountId: id } = (await add(member)).data;
    expect(await ownAccount(member)).toMatchObject({ id, holderName: HOLDER, status: 'Review' });
    const { items } = await member.call('/member/notification/list', { newestFirst: '1' });
    expect(items[0]).toMatchObject({
      type: 'userBankCardReview',
      extra: { payApp: 'jkopay', payAccountAdded: true },
    });
    expect(await detail(id)).toMatchObject({ picture: null, isOwnAddition: true });
    expect(await review(id)).toBe('PAY_ACCOUNT_OWN_ADDITION');
    await reviewer.send('/operator/review/release/{id}', { kind: 'pay-account' }, { id });
    const second = await server.operator('reviewer');
    expect((await detail(id, second)).isOwnAddition).toBe(false);
    expect(await review(id, undefined, second)).toBe('SUCCESS');
  });

  it('follows the rules of codes, and needs a verified member', async () => {
    const member = await server.member();
    expect((await add(member, 'javascript:alert(1)')).outcome).toBe('PAY_ACCOUNT_INVALID');
    expect((await add(member, freshCode(), 'linepay')).outcome).toBe('PAY_ACCOUNT_INVALID');
    const { codeContent } = await withAccount(member);
    expect((await add(member, codeContent)).outcome).toBe('PAY_ACCOUNT_DUPLICATE');
    expect((await add(await server.member({ isVerified: false }))).outcome).toBe('REAL_NAME_REQUIRED');
  });
});

describe('pay accounts', () => {
  it('get the approved name with the cards of their member', async () => {
    const member = await server.member();
    await verify(owner, member.id, '林舊名');
    const { id } = await addPayAccount(server, member, { holderName: '林舊名' });
    await verify(owner, member.id);
    const { data } = await reviewer.send('/member/bank/force-update-username', naming(member));
    expect(data).toEqual({ changed: 1 });
    expect(await ownAccount(member)).toMatchObject({ id, holderName: HOLDER, status: 'Review' });
  });

  it('that their member removes are gone, whoever renames them at the same moment', async () => {
    const member = await server.member();
    await verify(owner, member.id, '林舊名');
    const { id } = await addPayAccount(server, member, { holderName: '林舊名' });
    // Another version, whose row is not the one that is locked.
    await verify(owner, member.id, '林中名');
    await addPayAccount(server, member, { payAccountId: id, holderName: '林中名' });
    await verify(owner, member.id);
    const sent = await owner.transaction().execute(async (tx) => {
      // Holds both back right before they write: neither sees what the other one does.
      await sql`select from pay.account where member_id = ${member.id} and replaced_at is null for share`.execute(
        tx,
      );
      const update = reviewer.send('/member/bank/force-update-username', naming(member));
      await untilWaiting(owner, 1);
      const removal = member.call('/member/third-party-payment/delete', { payAccountId: id });
      await untilWaiting(owner, 2);
      return [update, removal] as const;
    });
    await Promise.all(sent);
    expect(await ownAccount(member)).toBeUndefined();
  });

  it('are unbound, all or those that are named; the member is told', async () => {
    const { member, account } = await withAccount(await server.member());
    await withAccount(member);
    const unbind = async (ids?: string[]) => {
      const input = { reason: 'asked by the member', ...(ids && { payAccountIds: JSON.stringify(ids) }) };
      const path = '/api/v1/members/unbind-3rd-payments/{account}';
      return (await reviewer.send(path, input, { account: member.account })).outcome;
    };
    expect(await unbind([account.id, '999999'])).toBe('PAY_ACCOUNT_NOT_FOUND');
    expect(await unbind([account.id])).toBe('SUCCESS');
    expect(await unbind()).toBe('SUCCESS');
    expect(await ownAccount(member)).toBeUndefined();
    expect(await unbind()).toBe('NOTHING_CHANGES');
    const { items } = await member.call('/member/notification/list', { newestFirst: '1' });
    expect(items[0]).toMatchObject({ extra: { payAccountsRemoved: true } });
  });
});
