import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@holdfast/contract/rules';
import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app: RFC 6238 with what every app knows, SHA-1, six digits, thirty seconds. */

const ISSUER = 'Holdfast';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code of the step before or after is taken too: phones are late, and so are people. */
const WINDOW = 1;

export function makeAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The secret as an authenticator computes with it. */
export const secretBytes = (secret: string): Buffer => Buffer.from(Secret.fromBase32(secret).bytes);

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 });

/** What an authenticator app reads from the QR picture. */
export function authenticatorUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** The time step of a right code; undefined for a wrong one. Whoever takes a code asks for a later step than the last one. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return undefined;
  return Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Without letters that are read as others. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RECOVERY_CODE_LENGTH = 10;

const makeRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');

/** Codes that replace one of a lost authenticator, each once. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
