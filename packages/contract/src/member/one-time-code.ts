/** What a one-time code (OTP) proves. A ticket earned with one counts as `otpTicketPurpose` of it. */

/** About an address: who types the code reads what is sent there. The ticket's subject is the address. */
export const OTP_ADDRESS_PURPOSES = ['register', 'mobile-change-new', 'mail-change-new'] as const;
/** About a member: it goes to an address the member has proven before. The ticket's subject is the account. */
export const OTP_MEMBER_PURPOSES = [
  'forgotten',
  'forced-set',
  'force-reset',
  'transpass',
  'mobile-change-old',
  'mail-change-old',
  'release',
  'freeze',
  'unfreeze',
  'sign-in',
  'authenticator',
  'passkey',
] as const;
export const OTP_PURPOSES = [...OTP_ADDRESS_PURPOSES, ...OTP_MEMBER_PURPOSES] as const;
export type OtpPurpose = (typeof OTP_PURPOSES)[number];

/** What anybody may ask for by the call that sends codes; the others are sent by the calls of their own flows. */
export const OTP_ASKED_PURPOSES = [
  'register',
  'forgotten',
  'forced-set',
  'transpass',
  'release',
  'freeze',
  'unfreeze',
  'authenticator',
  'passkey',
] as const;
export type OtpAskedPurpose = (typeof OTP_ASKED_PURPOSES)[number];

export const OTP_CHANNELS = ['mobile', 'mail'] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

export const OTP_LIFE_MINUTES = 5;
export const OTP_TRIES_MAX = 5;
export const OTP_RESEND_SECONDS = 60;
export const OTP_SENT_PER_HOUR = 5;

export const otpTicketPurpose = (purpose: OtpPurpose): string => `otp:${purpose}`;
export const isOtpAddressPurpose = (purpose: OtpPurpose): boolean =>
  (OTP_ADDRESS_PURPOSES as readonly string[]).includes(purpose);
