/** The secret that guards money. */
export { secretGuard } from './verify-secret.ts';
