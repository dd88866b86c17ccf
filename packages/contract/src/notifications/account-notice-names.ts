/**
 * What a member is told about the safety of the account, by name; `account-notices.ts` has what each says. Apart from that, because an app has to
 * know them before it shows one.
 */
export const ACCOUNT_NOTICE_TYPES = [
  'userNormalLogin',
  'userForcedLogout',
  'accountFrozen',
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
  'pushMoved',
  'contactReset',
] as const;
export type AccountNoticeType = (typeof ACCOUNT_NOTICE_TYPES)[number];

/** Whether a notice is about the safety of the account: it is shown until another install of the member than its cause has seen it. */
export function isSafetyNotice(type: string): type is AccountNoticeType {
  return (ACCOUNT_NOTICE_TYPES as readonly string[]).includes(type);
}
