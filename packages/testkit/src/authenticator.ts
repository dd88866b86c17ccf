import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** What an authenticator app shows now, some steps later or earlier. A product takes each step once, and the one before and after now too. */
export function authenticatorCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });
}
