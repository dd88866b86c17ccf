/** How operators sign in: a password and a code of an authenticator, for a short time. */
export const OPERATOR_IDLE_MINUTES = 15;
export const OPERATOR_ABSOLUTE_HOURS = 8;
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 64;
export const RECOVERY_CODES = 10;
export const INVITATION_HOURS = 24;

/** Letters that are hard to confuse, in two groups of five: `K7M2Q-9XHTA`. */
const RECOVERY_CODE = /^[2-9A-HJKMNP-Z]{10}$/;
const AUTHENTICATOR_CODE = /^\d{6}$/;

/** A code as somebody typed it: without spaces and dashes, in capitals. */
export function foldCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function codeKindOf(folded: string): 'authenticator' | 'recovery' | undefined {
  if (AUTHENTICATOR_CODE.test(folded)) return 'authenticator';
  return RECOVERY_CODE.test(folded) ? 'recovery' : undefined;
}

/** Length alone, as current practice has it; the list of common passwords and the own name are refused by the server. */
export function isOperatorPassword(text: string): boolean {
  return (
    text.length >= OPERATOR_PASSWORD_MIN &&
    text.length <= OPERATOR_PASSWORD_MAX &&
    /^[\x20-\x7E]+$/.test(text)
  );
}
