/** Codes of an authenticator app, and the recovery codes that replace one of them each. */
export const RECOVERY_CODES = 10;

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

/** As it is shown: in two groups. */
export function showRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
