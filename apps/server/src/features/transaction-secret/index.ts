/** The transaction secret, which guards money: set, forgotten, verified. */
export { hashSecret, resetSecret } from './save-secret.ts';
export { secretGuard } from './secret-guard.ts';
export { transactionSecretCalls } from './transaction-secret.calls.ts';
export { sweepSecretTries } from './transaction-secret.store.ts';
export type { NewSecret } from './transaction-secret.store.ts';
