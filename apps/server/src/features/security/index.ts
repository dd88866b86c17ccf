/** What keeps an account safe: cool-downs, known devices, the history of sign-ins, the anti-phishing phrase. */
export { coolDownUntil, findCoolDowns, findCoolPeriod, startCoolDown } from './cool-down.store.ts';
export { findSharedInstalls, listSharedContacts } from './common.store.ts';
export { forgetInstalls, installKnownSince, recordDevice } from './device.store.ts';
export { insertSignIn, listHistory, sweepSecurity } from './history.store.ts';
export {
  findOwnLimits,
  lowerOwnLimit,
  raiseOwnLimit,
  withdrawRecentRaises,
  type MemberLimit,
} from './own-limit.store.ts';
export { findPhrase } from './phrase.store.ts';
export { securityCalls } from './security.calls.ts';
