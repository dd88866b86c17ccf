export { ACCOUNT_NOTICES, accountNoticeTitle, type AccountNoticeType } from './account-notices.ts';
export { OPERATOR_ROLES, type Call, type CallSchemas, type OperatorRole, type Who } from './call.ts';
export { bankCard, type BankCard } from './calls/bank-cards.ts';
export type { Listing, Offer } from './calls/listings.ts';
export { memberInfo, type MemberInfo } from './calls/member-profile.ts';
export { inboxRow, type InboxRow } from './calls/notifications.ts';
export type { OrderDetail, OrderSummary } from './calls/orders.ts';
export type { SecurityQuestion } from './calls/security-questions.ts';
export { JOURNAL_KINDS, type Balance, type JournalEntry } from './calls/wallet.ts';
export { bUrlOf, ENVELOPE_PAIRS, toPairs } from './request.ts';
export {
  callOf,
  registry,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type CallPath,
  type ParamsOf,
  type Registry,
} from './registry.ts';

export * from './constants.ts';
export {
  appError,
  CANCEL_LIMIT_PREFIX,
  ERRORS,
  errorText,
  fail,
  findErrorByCode,
  isErrorName,
  isFailure,
  isWireErrorName,
  wireError,
  type ErrorData,
  type ErrorEntry,
  type ErrorLocale,
  type ErrorName,
  type ErrorReply,
  type ErrorSource,
  type Retry,
  type WireCode,
  type WireErrorName,
} from './errors.ts';
export {
  EXTRA_FIELDS_ASKED,
  fromExtraNumber,
  isNotificationType,
  isOrderNotificationType,
  notification,
  notificationExtra,
  notificationRuleOf,
  NOTIFICATION_RULES,
  NOTIFICATION_TYPES,
  ORDER_NOTIFICATION_TYPES,
  pushPayload,
  toExtraNumber,
  type ExtraField,
  type Notification,
  type NotificationButton,
  type NotificationExtra,
  type NotificationRule,
  type NotificationType,
  type OrderNotificationType,
  type PushPayload,
} from './notifications.ts';
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
} from './one-time-codes.ts';
export {
  allowedActions,
  clockOf,
  dutyOf,
  findTransition,
  hatsOf,
  isBuilt,
  mayAct,
  ORDER_ACTION_RULES,
  placeAfter,
  requestAfter,
  type ActionFacts,
  type AllowedAction,
  type Built,
  type Situation,
} from './orders-actions.ts';
export { noticeTitle, ORDER_NOTICES, type Notice, type Title } from './orders-notices.ts';
export { TRANSITIONS } from './orders-table.ts';
export {
  ACK_LAST_REMINDER_BEFORE_MS,
  ACTION_REASONS,
  CANCEL_REASONS,
  ESCROW_MOVEMENTS,
  EVENTS,
  EXTENSION_CHOICES_MINUTES,
  EXTENSION_COUNT_MAX,
  EXTENSION_TOTAL_MINUTES_MAX,
  GUARDS,
  LISTING_STATE_LABELS,
  LISTING_STATES,
  OFFER_OBSTACLES,
  ORDER_ACTIONS,
  ORDER_STATE_INFO,
  ORDER_STATES,
  PAY_METHODS,
  PAY_WINDOWS_MIN,
  TIMER_NAMES,
  TIMERS,
  type ActionReason,
  type Actor,
  type Duty,
  type Guard,
  type Hat,
  type ListingState,
  type Movement,
  type OpenRequest,
  type OrderAction,
  type OrderEvent,
  type OrderState,
  type OrderStateInfo,
  type Place,
  type TimerName,
  type TimerRule,
  type Told,
  type Transition,
} from './orders.ts';
export {
  doesRealNameRedirect,
  isRealNamePassed,
  REAL_NAME_RULES,
  REAL_NAME_STATUSES,
  type RealNameRule,
  type RealNameStatus,
} from './real-name.ts';
export { accountClauses, isAccount, type AccountClause } from './rules/account.ts';
export { isAmountOf } from './rules/amount.ts';
export { avatarStorageKey, avatarUrl, isAvatarFileId } from './rules/avatar.ts';
export { ageClauses, isAtLeastAge, isCivilDate, taipeiDate, type AgeClause } from './rules/age.ts';
export {
  bankCardClauses,
  bankCardKey,
  BANKS,
  findBank,
  isBankCard,
  isHolderName,
  maskAccountNumber,
  maskHolderName,
  normalizeAccountNumber,
  normalizeHolderName,
  type Bank,
  type BankCardClause,
  type BankCardInput,
} from './rules/bank-card.ts';
export { allHold, failedClauses, type Clauses } from './rules/clauses.ts';
export {
  countryCodeOf,
  isMail,
  isMobile,
  mobileClauses,
  toMail,
  toMobile,
  type MobileClause,
} from './rules/contact.ts';
export {
  fixedDigitsClauses,
  isFixedDigits,
  isIntegerText,
  isOneTimeCode,
  isPin,
  isTransactionCode,
  transactionCodeClauses,
  type FixedDigitsClause,
  type TransactionCodeClause,
} from './rules/digits.ts';
export { FILE_SIZE_UNITS, isFileSizeWithin, toBytes, type FileSizeUnit } from './rules/file-size.ts';
export { isNickname, nicknameClauses, nicknameKey, type NicknameClause } from './rules/nickname.ts';
export {
  isPassword,
  isPlainPassword,
  passwordClauses,
  plainPasswordClauses,
  type PasswordClause,
} from './rules/password.ts';
export {
  isPhrase,
  PHRASE_LENGTH_MAX,
  PHRASE_LENGTH_MIN,
  phraseClauses,
  type PhraseClause,
} from './rules/phrase.ts';
export {
  isPaymentDeclaration,
  PAID_LAST_DIGITS_LENGTH,
  PAID_QR_TYPES,
  PAY_TYPES,
  proofClauses,
  type PaidQrType,
  type PaymentDeclaration,
  type PayType,
  type ProofClause,
} from './rules/proof.ts';
export { isSafariTooOld, parseSafariVersion, type SafariVersion } from './rules/safari.ts';
export { isTaiwanId, TAIWAN_ID_LETTERS, taiwanIdClauses, type TaiwanIdClause } from './rules/taiwan-id.ts';
export { field, maskOf, secretFieldsOf, type FieldRule, type LogRule, type StoreRule } from './field.ts';
export { HIDDEN, redact, type Mask } from './mask.ts';
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
} from './member-data.ts';
export { LEVELS, levelOf, type Level } from './levels.ts';
export {
  CONTACT_STATES,
  COOL_DOWN_CAUSES,
  COOLED_ACTS,
  SIGN_IN_OUTCOMES,
  type ContactState,
  type CoolDownCause,
  type SignInOutcome,
} from './security.ts';
export {
  isStepUpTicket,
  PASSWORD_MARKS,
  QUESTIONS_CHOSEN,
  TRANSPASS_FORMS,
  transpassFormOf,
  type PasswordMark,
  type TranspassForm,
} from './secrets.ts';
export { SEED_PATHS, type SeedPath } from './seed-paths.ts';
