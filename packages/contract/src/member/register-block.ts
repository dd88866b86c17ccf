/** What a rule of the register block is about. `device`: the device that an account signed in from last. */
export const REGISTER_BLOCK_KINDS = ['mobile', 'prefix', 'device', 'network'] as const;
export type RegisterBlockKind = (typeof REGISTER_BLOCK_KINDS)[number];

/** A beginning with fewer characters, the + included, would block a whole country. */
export const BLOCKED_PREFIX_MIN = 7;

/** The beginning of numbers as they are kept: 0912345 is +886912345. Undefined for what is none. */
export function toMobilePrefix(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/[\s().-]/g, '');
  const prefix = digits.startsWith('09') ? `+886${digits.slice(1)}` : digits.replace(/^00/, '+');
  return /^\+[1-9]\d*$/.test(prefix) && prefix.length >= BLOCKED_PREFIX_MIN && prefix.length <= 15
    ? prefix
    : undefined;
}

/** Everything that a rule about a number may say of this one. */
export const blockedBeginningsOf = (mobile: string): string[] =>
  Array.from({ length: Math.max(0, mobile.length - BLOCKED_PREFIX_MIN) }, (_, n) =>
    mobile.slice(0, BLOCKED_PREFIX_MIN + n),
  );
