import { fail } from '@holdfast/contract/errors';
import type { RealNameStatus } from '@holdfast/contract/member';
import { findMemberId } from '#features/member-profile/index.ts';
import { spendClaim } from '#features/reviews/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import {
  claimIdentity,
  closeApplication,
  findApplication,
  findLast,
  insertDecision,
  listDecisions,
  releaseIdentity,
  setStatus,
  takeStatusForUpdate,
} from './application.store.ts';
import { insertEnded } from './picture.store.ts';
import { tellReview } from './tell-review.ts';

const STATUS_AFTER = { approve: 'Approved', refuse: 'NotApproved' } as const satisfies Record<
  string,
  RealNameStatus
>;

/** Approves an application that the reviewer has claimed, or refuses items of it. The member's row is locked first, as everywhere in this slice. */
export const reviewApplication: Handler<'/member/real-name/review/{id}'> = async (
  { tx, operator, audit },
  { verdict, refusals = [] },
  { id },
) => {
  if ((verdict === 'refuse') !== refusals.length > 0)
    throw fail('PARAMETERS_INVALID', { fields: ['refusals'] });
  const application = (await findApplication(tx, id)) ?? fail('REAL_NAME_APPLICATION_NOT_FOUND');
  const { memberId } = application;
  await takeStatusForUpdate(tx, memberId);
  if (!(await closeApplication(tx, id))) throw fail('REAL_NAME_DECIDED');
  await spendClaim(tx, operator, { kind: 'identity', id });
  if (verdict === 'approve' && !(await claimIdentity(tx, application)))
    throw fail('REAL_NAME_IDENTITY_TAKEN');
  await insertDecision(tx, { applicationId: id, verdict, refusals, reason: '', operatorId: operator.id });
  if (verdict === 'refuse') await insertEnded(tx, id);
  const status = STATUS_AFTER[verdict];
  await setStatus(tx, memberId, status, verdict === 'approve' ? application.details.realName : null);
  await tellReview(tx, memberId, status);
  audit({
    action: verdict === 'approve' ? 'identity-approved' : 'identity-refused',
    subject: `member:${memberId}`,
    detail: { application: id, ...Object.fromEntries(refusals.map(({ item, reason }) => [item, reason])) },
  });
  return { status };
};

/** Takes a decision back: the member verifies anew, and the identity is free for the account that it belongs to. */
export const resetMember: Handler<'/member/real-name/reset/{account}'> = async (
  { tx, operator, audit },
  { reason },
  { account },
) => {
  const memberId = (await findMemberId(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const before = await takeStatusForUpdate(tx, memberId);
  if (before === 'none' || before === 'Review') throw fail('REAL_NAME_NOTHING_TO_RESET');
  const last = await findLast(tx, memberId);
  if (last && (await listDecisions(tx, [last.id])).at(-1)?.verdict !== 'reset') {
    await insertDecision(tx, {
      applicationId: last.id,
      verdict: 'reset',
      refusals: [],
      reason,
      operatorId: operator.id,
    });
    await releaseIdentity(tx, last.id);
    await insertEnded(tx, last.id);
  }
  await setStatus(tx, memberId, 'none');
  await tellReview(tx, memberId, 'none');
  audit({ action: 'identity-reset', subject: `member:${memberId}`, detail: { before, reason } });
  return { status: 'none' };
};
