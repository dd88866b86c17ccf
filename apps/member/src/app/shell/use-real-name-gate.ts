import { doesRealNameRedirect } from '@holdfast/contract/member';
import { useEffect } from 'react';
import { usePlace, useRouter } from '#platform/router/router-context.tsx';
import { withOne } from '#state/notifications/notices.ts';
import { useMemberData, useServerStatus, useServices } from '#state/services.tsx';
import { needsRealName } from './real-name-gate.rules.ts';

/** Leads Home, under the real-name prompt, from what needs a verified name, while checking is on (spec 4). */
export function useRealNameGate({ hasRunning }: { hasRunning: boolean }): void {
  const { notices } = useServices();
  const router = useRouter();
  const place = usePlace();
  const checking = useServerStatus()?.features.realNameCheck === true;
  const status = useMemberData()?.memberInfo?.realNameStatus;
  const isClosed =
    status !== undefined &&
    doesRealNameRedirect(status, { checking }) &&
    needsRealName(place, { hasRunning });
  useEffect(() => {
    if (!isClosed) return;
    router.go('/home', { replace: true });
    notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'real-name') }));
  }, [isClosed, notices, router]);
}
