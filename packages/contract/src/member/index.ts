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
  SECRET_FORMS,
  secretFormOf,
  type PasswordMark,
  type SecretForm,
} from './secrets.ts';
