import { INACTIVITY_TIMER_NAME } from '@holdfast/contract';
import { AppError } from '@holdfast/kernel';
import { useEffect, useRef } from 'react';
import { decideInactivity } from '#platform/session/inactivity.rules.ts';
import { useMemberData, useServices } from '#platform/services.tsx';
import { integer } from '#platform/storage/read.ts';
import { createStored } from '#platform/storage/stored.ts';

const ACTS = ['pointerdown', 'keydown', 'touchstart'] as const;
const CHECK_MS = 15_000;

/**
 * The timer `Behavior` (spec 4): pointer, key and touch reset it, in all tabs at once through the storage. After 60 minutes the
 * member data are removed and the member is at Login. While somebody is there, the server hears of it every five minutes.
 */
export function useInactivity(): void {
  const { callApi, failures, shared, onPersonalCall } = useServices();
  const account = useMemberData()?.login.account ?? '';
  const lastReportAt = useRef(0);
  useEffect(() => {
    if (account === '') return undefined;
    const lastAct = createStored({ area: shared, key: INACTIVITY_TIMER_NAME, read: integer });
    const act = () => lastAct.write(Date.now());
    // Somebody has just opened or signed in: that is an act, and the call behind it has told the server.
    act();
    lastReportAt.current = Date.now();
    const stop = onPersonalCall(() => {
      lastReportAt.current = Date.now();
    });
    const check = () => {
      const now = Date.now();
      const activity = { lastActAt: lastAct.read() ?? now, lastReportAt: lastReportAt.current };
      const wanted = decideInactivity(activity, now);
      if (wanted === 'expire') failures.report(new AppError('SESSION_TIMEOUT'));
      // Any call that a person stands behind will do; its answer is nobody's concern.
      if (wanted === 'report') callApi('/member/info/{account}', { params: { account } }).catch(() => {});
    };
    const timer = setInterval(check, CHECK_MS);
    for (const name of ACTS) document.addEventListener(name, act, { passive: true });
    return () => {
      stop();
      clearInterval(timer);
      for (const name of ACTS) document.removeEventListener(name, act);
    };
  }, [account, callApi, failures, shared, onPersonalCall]);
}
