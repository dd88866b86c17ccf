/** How operators sign in: a password and a code of an authenticator, for a short time. */
export const OPERATOR_IDLE_MINUTES = 15;
export const OPERATOR_ABSOLUTE_HOURS = 8;
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 64;
export const INVITATION_HOURS = 24;

/** Length alone, as current practice has it; the list of common passwords and the own name are refused by the server. */
export function isOperatorPassword(text: string): boolean {
  return (
    text.length >= OPERATOR_PASSWORD_MIN &&
    text.length <= OPERATOR_PASSWORD_MAX &&
    /^[\x20-\x7E]+$/.test(text)
  );
}
