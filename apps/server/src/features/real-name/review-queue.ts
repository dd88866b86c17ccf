import { maskHolderName, maskIdentityNumber } from '@holdfast/contract/rules';
import type { QueueItem, ReviewKind } from '#features/reviews/index.ts';
import { findApplication, listDecisions } from './application.store.ts';
import { countWaiting, listApplications, stateOf, type ListedApplication } from './queue.store.ts';

const toItem = ({ realName, number, submittedAt, ...row }: ListedApplication): QueueItem => ({
  id: row.id,
  account: row.account,
  nick: row.nick,
  version: row.version,
  nameMasked: maskHolderName(realName),
  numberMasked: maskIdentityNumber(number),
  since: submittedAt,
  decidedAt: row.decidedAt,
  isContested: row.isContested,
  key: row.key,
});

/** Applications in the reviewers' queue. */
export const identityReviews: ReviewKind = {
  async list(tx, { state, after, ageHours, limit }) {
    const filter = { state, after, ageHours, account: undefined, number: undefined };
    return (await listApplications(tx, filter, limit)).map(toItem);
  },
  count: countWaiting,
  async find(tx, id) {
    const application = await findApplication(tx, id);
    if (!application) return undefined;
    const state = stateOf((await listDecisions(tx, [id])).at(-1)?.verdict);
    return {
      memberId: application.memberId,
      version: application.version,
      // What was reset is decided; the member begins anew with another application.
      state: state === 'reset' ? 'refused' : state,
    };
  },
};
