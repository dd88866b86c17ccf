import type { BuiltPath } from '@holdfast/contract';

/** What the client needs of a call at run time: over which endpoint, whether it is a command, and whether a session proves it. */
export interface CallFacts {
  readonly endpoint: '/proxypost' | '/proxyget';
  readonly isCommand: boolean;
  readonly isForAnyone: boolean;
}

const read: CallFacts = { endpoint: '/proxypost', isCommand: false, isForAnyone: false };
const command: CallFacts = { ...read, isCommand: true };

/**
 * The registry says all this too, with the schemas that only a server checks by; those must not ride along to the sign-in page.
 * The type makes a call that is missing here an error, and a test keeps every line equal to the registry's.
 */
export const CALL_FACTS: Readonly<Record<BuiltPath, CallFacts>> = {
  '/member/checkVersion': { ...read, isForAnyone: true },
  '/member/login': { ...command, isForAnyone: true },
  '/member/register': { ...command, isForAnyone: true },
  '/api/fast-registeration': { ...command, isForAnyone: true },
  '/member/security/rename': command,
  '/member/check-duplicate/account-and-nickname': { ...read, isForAnyone: true },
  '/utils/otp/mobile/send': { ...command, isForAnyone: true },
  '/utils/otp/mobile/verify': { ...command, isForAnyone: true },
  '/member/sign-out/{account}': command,
  '/member/info/{account}': read,
  '/member/account/permissions': read,
  '/member/account/use-level-get': read,
  '/member/force-reset-contect': command,
  '/member/mail-change/create-verification': command,
  '/member/mail-change/verify': command,
  '/member/mobile-change/create-verification': command,
  '/member/mobile-change/verify': command,
  '/member/security/devices': read,
  '/member/security/device-revoke': command,
  '/member/security/history': read,
  '/member/security/phrase': read,
  '/member/security/phrase-set': command,
  '/member/security/freeze': command,
  '/member/security/unfreeze': { ...command, isForAnyone: true },
  '/member/changepass/{account}': command,
  '/member/forget-password/set-password/{account}': { ...command, isForAnyone: true },
  '/member/reset-password/forced-set/{account}': { ...command, isForAnyone: true },
  '/member/flow/force-reset-password/create-cerification': { ...command, isForAnyone: true },
  '/member/flow/force-reset-password/verify': { ...command, isForAnyone: true },
  '/member/flow/force-reset-password/set-login-password': { ...command, isForAnyone: true },
  '/member/flow/force-reset-password/set-transaction-password': { ...command, isForAnyone: true },
  '/member/forgettranspass/{account}': command,
  '/member/settranspass/{account}': command,
  '/member/transpass/verify': command,
  '/member/account/passwordExpired': read,
  '/member/securityquestion/list': { ...read, endpoint: '/proxyget' },
  '/member/securityquestion/list/{id}': { ...read, endpoint: '/proxyget' },
  '/member/securityquestion/create': { ...command, endpoint: '/proxyget' },
  '/member/securityquestion/update': { ...command, endpoint: '/proxyget' },
  '/member/securityquestion/delete': command,
  '/member/security-questions-get': { ...read, isForAnyone: true },
  '/member/security-questions-verification/{account}': { ...command, isForAnyone: true },
  '/member/security/questions-set': command,
  '/member/balanceinfo': read,
  '/member/notification/list': read,
  '/bank/list/{account}': read,
  '/member/bankadd/{account}': command,
  '/api/wallet/get-journal': read,
  '/api/wallet/get-journal-usdt': read,
  '/listing/create': command,
  '/listing/close': command,
  '/listing/mine': read,
  '/listing/market': read,
  '/api/v1/members/orders-in-progress/{account}': { ...read, endpoint: '/proxyget' },
  '/order/list': read,
  '/order/detail': read,
  '/order/lock': command,
  '/order/paid': command,
  '/order/cancel': command,
  '/order/release': command,
};
