import type { CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { freshNumber, identityOf } from './identities.ts';
import { claimReview } from './reviews.ts';
import type { Reply, TestClient, TestMember } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Members who have lost every address. For tests only. */

/** Hands in an identity with a selfie, which the reviewer approves. */
export async function proveIdentity(
  server: TestServer,
  { member, reviewer, number }: { member: TestMember; reviewer: TestClient; number: string },
): Promise<void> {
  const identity = await identityOf(server, member, { number });
  await member.call('/member/real-name/upload-auth/{account}', identity);
  const { items } = (
    await reviewer.send<CallOutput<'/member/real-name/list'>>('/member/real-name/list', {
      state: 'waiting',
      account: member.account,
    })
  ).data;
  const { id } = defined(items[0], 'a waiting application');
  await claimReview(reviewer, 'identity', id);
  const { outcome } = await reviewer.send('/member/real-name/review/{id}', { verdict: 'approve' }, { id });
  if (outcome !== 'SUCCESS') throw new Error(`the reviewer: ${outcome}`);
}

/** An identity that was approved, and then, with a fresh selfie, once more. */
export async function takeFreshSelfie(server: TestServer, member: TestMember): Promise<void> {
  const reviewer = await server.operator('reviewer');
  const who = { member, reviewer, number: freshNumber() };
  await proveIdentity(server, who);
  const { account } = member;
  await reviewer.send('/member/real-name/reset/{account}', { reason: 'lost phone and mail' }, { account });
  await proveIdentity(server, who);
}

export function resetContact(
  risk: TestClient,
  { account }: { account: string },
  mobile: string,
): Promise<Reply<unknown>> {
  const reason = 'called, face and document compared';
  return risk.send('/member/force-reset-contect', { account, mobile, reason });
}

/** Has an operator declare every address of a member lost, and grant a number. */
export async function loseContacts(server: TestServer, member: TestMember, mobile: string): Promise<void> {
  await takeFreshSelfie(server, member);
  const { outcome } = await resetContact(await server.operator('risk'), member, mobile);
  if (outcome !== 'SUCCESS') throw new Error(`the operator: ${outcome}`);
}
