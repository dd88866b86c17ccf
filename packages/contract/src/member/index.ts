export { LIMIT_RAISE_HOURS, ownLimitAt, TRADE_SIDES, type OwnLimit, type TradeSide } from './daily-limits.ts';
export {
  isOtpAddressPurpose,
  OTP_ASKED_PURPOSES,
  OTP_CHANNELS,
  OTP_LIFE_MINUTES,
  OTP_PURPOSES,
  OTP_RESEND_SECONDS,
  OTP_SENT_PER_HOUR,
  OTP_TRIES_MAX,
  otpTicketPurpose,
  type OtpAskedPurpose,
  type OtpChannel,
  type OtpPurpose,
} from './one-time-code.ts';
export {
  isRefusalList,
  IDENTITY_PICTURE_DAYS,
  REAL_NAME_ITEMS,
  REAL_NAME_REASON_NAMES,
  REAL_NAME_REASONS,
  reasonsFor,
  type RealNameItem,
  type RealNameReason,
  type RealNameRefusal,
} from './real-name-refusals.ts';
export {
  doesRealNameRedirect,
  isRealNamePassed,
  REAL_NAME_RULES,
  REAL_NAME_STATUSES,
  type RealNameRule,
  type RealNameStatus,
} from './real-name.ts';
export {
  debugMod,
  deviceIdentity,
  logAsk,
  memberData,
  otherSetUp,
  pinHash,
  pmid,
  STORED_RECORDS,
  userDeviceSet,
  type MemberData,
  type OtherSetUp,
  type UserDeviceSet,
} from './stored.ts';
export { CARD_REFUSAL_TEXTS, CARD_REFUSALS, type CardRefusal } from './card-refusals.ts';
export {
  amountOf,
  earnedLevel,
  lackingFor,
  LEVEL_NEEDS,
  LEVELS,
  levelOf,
  type Level,
  type LevelNeed,
  type LevelNeeds,
  type LevelRecord,
} from './levels.ts';
export {
  AUTHENTICATOR_STATES,
  CONTACT_STATES,
  COOL_DOWN_CAUSES,
  COOLED_ACTS,
  PASSKEY_NAME_MAX,
  SIGN_IN_OUTCOMES,
  type ContactState,
  type CoolDownCause,
  type SignInOutcome,
} from './security.ts';
export {
  isStepUpTicket,
  PASSWORD_MARKS,
  QUESTIONS_CHOSEN,
  SECRET_FORMS,
  secretFormOf,
  type PasswordMark,
  type SecretForm,
} from './secrets.ts';
export {
  isSortCode,
  MEMBER_ROLES,
  OWN_LOCKS_MAX,
  rankOf,
  SORT_CODE_MAX,
  SORT_CODE_USUAL,
  type MemberRole,
  type SortCode,
} from './sort-codes.ts';
export {
  blockedBeginningsOf,
  REGISTER_BLOCK_KINDS,
  toMobilePrefix,
  type RegisterBlockKind,
} from './register-block.ts';
export { MAINTENANCE_MESSAGE_MAX, MAINTENANCE_TEXTS } from './maintenance.ts';
