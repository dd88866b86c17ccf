import { useRead } from '@holdfast/client/queries';
import { useAsk } from './use-ask.ts';

/** Asks at the start and after a sign-in whether the password must be changed, and says so once. */
export function usePasswordAge(isOn: boolean): void {
  const { data } = useRead('/member/account/passwordExpired', {}, { isEnabled: isOn });
  useAsk('password-expired', data?.expired ?? false);
}
