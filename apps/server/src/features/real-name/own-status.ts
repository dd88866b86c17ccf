import { maskHolderName, maskIdentityNumber } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { itemsAsked } from './application.rules.ts';
import { findLast, listDecisions } from './application.store.ts';
import { listDeleted } from './picture.store.ts';
import { readQueue } from './queue.store.ts';

/** Where the member's verification stands, and what it asks for. */
export const ownStatus: Handler<'/member/real-name/status/{account}'> = async ({ tx, session }) => {
  const { memberId } = session;
  const status = defined((await findMembers(tx, [memberId])).get(memberId), 'a member').realNameStatus;
  const application = status === 'none' ? undefined : await findLast(tx, memberId);
  const decision = application && (await listDecisions(tx, [application.id])).at(-1);
  return {
    status,
    asks: itemsAsked(status, decision?.refusals ?? [], await listDeleted(tx, application)),
    application: application
      ? {
          document: application.details.document,
          nameMasked: maskHolderName(application.details.realName),
          numberMasked: maskIdentityNumber(application.details.number),
          submittedAt: application.submittedAt.toISOString(),
          decidedAt: decision?.decidedAt.toISOString() ?? null,
          refusals: [...(decision?.refusals ?? [])],
        }
      : null,
    queue: application && status === 'Review' ? await readQueue(tx, application) : null,
  };
};
