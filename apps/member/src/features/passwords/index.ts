export { ForcedResetPanel } from './forced-reset.panel.tsx';
export { ForgottenPanel } from './forgotten.panel.tsx';
export { PasswordPanel } from './password.panel.tsx';
export { QuestionsPanel } from './questions.panel.tsx';
export { ForgottenSecretPanel, TransactionSecretPanel } from './transaction-secret.panel.tsx';
