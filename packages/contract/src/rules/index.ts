export { accountClauses, isAccount, type AccountClause } from './account.ts';
export { isAmountOf } from './amount.ts';
export { codeKindOf, foldCode, RECOVERY_CODES, showRecoveryCode } from './authenticator.ts';
export { avatarStorageKey, avatarUrl, isAvatarFileId } from './avatar.ts';
export {
  ageClauses,
  ageOn,
  isAtLeastAge,
  isCivilDate,
  taipeiDate,
  taipeiMidnight,
  type AgeClause,
} from './age.ts';
export {
  accountNumberKey,
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
} from './bank-card.ts';
export { allHold, failedClauses, type Clauses } from './clauses.ts';
export {
  countryCodeOf,
  isMail,
  isMobile,
  mobileClauses,
  toMail,
  toMobile,
  type MobileClause,
  maskContact,
} from './contact.ts';
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
} from './digits.ts';
export { FILE_SIZE_UNITS, isFileSizeWithin, toBytes, type FileSizeUnit } from './file-size.ts';
export {
  IDENTITY_AGE_MIN,
  IDENTITY_DOCUMENTS,
  identityClauses,
  identityNumberProblem,
  isIdentity,
  maskIdentityNumber,
  normalizeIdentity,
  type IdentityClause,
  type IdentityDetails,
  type IdentityDocument,
  type IdentityNumberProblem,
} from './identity.ts';
export { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage } from './message.ts';
export { maskMessage } from './message-mask.ts';
export { isNickname, nicknameClauses, nicknameKey, type NicknameClause } from './nickname.ts';
export {
  isPassword,
  isPlainPassword,
  passwordClauses,
  plainPasswordClauses,
  type PasswordClause,
} from './password.ts';
export { personalReadings, type PersonalKind, type PersonalReading } from './personal-reading.ts';
export {
  isPayAccount,
  maskPayTarget,
  PAY_APPS,
  PAY_CODE_LENGTH_MAX,
  payAccountClauses,
  readPayCode,
  type PayAccountClause,
  type PayApp,
  type PayTarget,
} from './pay-account.ts';
export { declaresMethod, PAY_METHODS, payTypeOf, type PayMethod } from './pay-method.ts';
export {
  isPhrase,
  PHRASE_LENGTH_MAX,
  PHRASE_LENGTH_MIN,
  phraseClauses,
  type PhraseClause,
} from './phrase.ts';
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
} from './proof.ts';
export {
  isResidentCertificate,
  residentCertificateClauses,
  type ResidentCertificateClause,
} from './resident-certificate.ts';
export { isSafariTooOld, parseSafariVersion, type SafariVersion } from './safari.ts';
export { SUSPICIONS, suspicionsOf, type Suspicion } from './suspicion.ts';
export { isTaiwanId, TAIWAN_ID_LETTERS, taiwanIdClauses, type TaiwanIdClause } from './taiwan-id.ts';
export { transferCodeOf } from './transfer-code.ts';
export {
  FILE_ID,
  FILE_PURPOSES,
  IMAGE_TYPES,
  isFileId,
  UPLOAD_PIXELS_MAX,
  UPLOAD_PURPOSES,
  UPLOAD_RULES,
  UPLOAD_TYPES,
  uploadBytesMax,
  type UploadPurpose,
  type UploadRule,
  type UploadType,
} from './uploads.ts';
export {
  isRemarkTooLong,
  normalizeRemark,
  REMARK_LENGTH_MAX,
  remarkDoubts,
  remarkFaults,
  type RemarkFault,
} from './remark.ts';
