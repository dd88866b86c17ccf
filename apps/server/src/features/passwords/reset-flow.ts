import type { OneTimeCodes } from '#features/one-time-code/index.ts';
import type { QuestionsOf } from '#features/security-questions/index.ts';
import type { PasswordParts } from './save-new-password.ts';

/**
 * The reset flow sets a new password and a new transaction secret in four steps: begin-reset, verify-reset, reset-password,
 * reset-transaction-secret. Each step answers with a single-use ticket for the next one; any other ticket is the same refusal.
 */
export const TO_PASSWORD = 'reset-flow:login-password';
export const TO_SECRET = 'reset-flow:transaction-secret';
export const STEP_MINUTES = 10;

export interface ResetParts extends PasswordParts {
  readonly codes: OneTimeCodes;
  readonly questionsOf: QuestionsOf;
}
