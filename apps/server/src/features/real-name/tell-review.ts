import type { RealNameStatus } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';

/** Has the member's open apps read the profile again, and tells the member what was decided, where something was. */
export async function tellReview(
  tx: Tx,
  memberId: MemberId,
  decided: RealNameStatus | undefined,
): Promise<void> {
  const message = { memberId, type: 'userRealNameReview', extra: { realNameStatus: decided ?? '' } };
  await notify(tx, decided === undefined ? [] : [message], [{ memberId, topic: 'profile' }]);
}
