/** The sealed columns of a member, as their boxes name them, and by what a member is found. Several slices read them. */
export const SEALED = {
  mobile: 'member.member.mobile_sealed',
  mail: 'member.member.email_sealed',
  realName: 'member.member.real_name_sealed',
  phrase: 'member.member.phrase_sealed',
} as const;

/** The purposes of the look-up hashes by which operators find a mail address and a real name. */
export const MAIL_SOUGHT = 'member.mail';
export const NAME_SOUGHT = 'member.real-name';

/** An address that a member had before. */
export const PAST_ADDRESS = 'member.past_address.address_sealed';

/** The purpose of the look-up hashes of mobile numbers, and the constraint that lets a number stand once. */
export const MOBILE = 'member.mobile';
export const MOBILE_TAKEN = 'mobile_lookup_pkey';

/** What a member has typed of an identity document, and the purposes of the look-up hashes of its number: to find it, and to claim it. */
export const IDENTITY_DETAILS = 'real_name.application.details_sealed';
export const IDENTITY_NUMBER = 'real_name.number';
export const IDENTITY_CLAIM = 'real_name.claim';

/** What a rule of the register block names, and the purpose of the hashes that find it. */
export const REGISTER_BLOCK_PATTERN = 'member.register_block.pattern_sealed';
export const REGISTER_BLOCK = 'member.register_block';
