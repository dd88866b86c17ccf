import type { AccountNoticeType } from './account-notice-names.ts';

/** What somebody else may have done: whoever did not do it must know what to do now. Apart from the titles, which the first code has too. */
const DENIABLE: ReadonlySet<string> = new Set<AccountNoticeType>([
  'userNormalLogin',
  'accountUnfrozen',
  'mobileAdded',
  'mailAdded',
  'mobileVerified',
  'mailVerified',
  'mobileChanged',
  'mailChanged',
  'passwordChanged',
  'passwordGuessed',
  'transactionSecretChanged',
  'securityQuestionsChanged',
  'phraseChanged',
  'limitRaised',
  'limitLowered',
  'authenticatorAdded',
  'authenticatorRemoved',
  'authenticatorRemovedForMember',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
]);

/** Whether 這不是我 may be the answer to a message. */
export const isDeniable = (type: string): boolean => DENIABLE.has(type);
