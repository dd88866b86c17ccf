import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { listUses, type PayAccountUsesParts } from './account-uses.ts';
import { bindAccount, type BindParts } from './bind-account.ts';
import { listOwnAccounts } from './list-accounts.ts';
import { addForMember, unbindAccounts } from './operator-accounts.ts';
import { reviewPayAccount } from './pay-account-kind.ts';
import { listForReview, readAccount } from './read-accounts.ts';
import { removeAccount } from './remove-account.ts';

export const thirdPartyPaymentCalls = (parts: BindParts & PayAccountUsesParts) =>
  calls({
    '/member/third-party-payment/list': handle(listOwnAccounts(parts.approval), {
      limit: readsPerMinute(120),
    }),
    '/member/third-party-payment/upload-resource-id-binding': handle(bindAccount(parts), {
      limit: perMinute(10),
    }),
    '/member/third-party-payment/delete': handle(removeAccount(parts), { limit: perMinute(10) }),
    '/member/delelecp/{account}': handle(removeAccount(parts), { limit: perMinute(10) }),
    '/member/third-party-payment/check-payment-in-progress': handle(listUses(parts), {
      limit: readsPerMinute(60),
    }),
    '/member/third-party-payment/review': handle(listForReview, { limit: readsPerMinute(120) }),
    '/member/third-party-payment/detail/{id}': handle(readAccount, { limit: readsPerMinute(60) }),
    '/member/third-party-payment/set-status/{id}': handle(reviewPayAccount, { limit: perMinute(60) }),
    '/member/third-party-payment/force-add': handle(addForMember, { limit: perMinute(20) }),
    '/api/v1/members/unbind-3rd-payments/{account}': handle(unbindAccounts(parts), { limit: perMinute(60) }),
  });
