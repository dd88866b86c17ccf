import { useEffect } from 'react';
import { useRead } from '#platform/calls/queries.ts';
import { askOnce, without } from '#platform/notices/notices.ts';
import { useServices } from '#platform/services.tsx';

/** Asks at the start and after a sign-in whether the password must be changed, and says so once. */
export function usePasswordAge(): void {
  const { notices } = useServices();
  const isExpired = useRead('/member/account/passwordExpired', {}).data?.expired ?? false;
  useEffect(() => {
    if (!isExpired) return undefined;
    notices.change(askOnce('password-expired'));
    return () => notices.change(({ prompts }) => ({ prompts: without(prompts, 'password-expired') }));
  }, [isExpired, notices]);
}
