import { useRead } from '@holdfast/client/queries';
import { useAsk } from './use-ask.ts';

/** Asks at the start and after a sign-in whether the password must be changed, and says so once. */
export function usePasswordAge(): void {
  useAsk('password-expired', useRead('/member/account/passwordExpired', {}).data?.expired ?? false);
}
