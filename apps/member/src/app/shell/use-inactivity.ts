import { INACTIVITY_TIMER_NAME } from '@holdfast/contract/constants';
import { AppError } from '@holdfast/kernel';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { decideInactivity, secondsUntilExpiry } from '#state/session/inactivity.rules.ts';
import { createTimers } from '#state/session/inactivity.ts';
import { useAccount, useServices } from '#state/services.tsx';

const ACTS = ['pointerdown', 'keydown', 'touchstart'] as const;
/** The ends of acts. */
const ANSWERS = ['click', 'keyup'] as const;
const CHECK_MS = 1000;
const steady = () => performance.now();

function onDocument(names: readonly string[], listener: () => void): () => void {
  for (const name of names) document.addEventListener(name, listener, { passive: true });
  return () => {
    for (const name of names) document.removeEventListener(name, listener);
  };
}

interface Inactivity {
  /** Seconds until the session ends, in the last minute before; undefined otherwise. */
  secondsLeft: number | undefined;
  stay: () => void;
}

/**
 * The timer `Behavior` (spec 4): pointer, key and touch reset it, in all tabs at once through the storage. After 60 minutes the
 * member data are removed and the member is at Login. While somebody is there, the server hears of it by `ACTIVITY_REPORT_MS`. Who taps
 * on the closed PIN lock may be anybody: that keeps no session awake. `wasSignedIn`: the app was opened with a session, which nobody may
 * have used for long.
 */
export function useInactivity(wasSignedIn: boolean): Inactivity {
  const { callApi, failures, shared, onPersonalCall, endSession, pinLock } = useServices();
  const account = useAccount();
  const timers = useMemo(() => createTimers(shared, { wall: Date.now, steady }), [shared]);
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const lastReportAt = useRef(0);
  const isFirstLook = useRef(wasSignedIn);
  // Any call that a person stands behind will do; its answer is nobody's concern.
  const report = () => {
    lastReportAt.current = steady();
    callApi('/member/info/{account}', { params: { account } }).catch(() => {});
  };

  /** Looks before anything counts as an act: after a sleep the first touch comes too late. */
  const check = useEffectEvent(() => {
    const idleMs = timers.elapsedMs(INACTIVITY_TIMER_NAME) ?? 0;
    const wanted = decideInactivity({ idleMs, silentMs: steady() - lastReportAt.current });
    setSecondsLeft(wanted === 'warn' ? secondsUntilExpiry(idleMs) : undefined);
    if (wanted === 'report' && !isCovered(pinLock.read())) report();
    if (wanted === 'expire') {
      const error = new AppError('SESSION_TIMEOUT');
      failures.report(error);
      endSession(error);
    }
    return wanted;
  });
  const act = useEffectEvent(() => {
    if (isCovered(pinLock.read())) return;
    const wanted = check();
    // A question that went with the beginning of a press would leave the rest of it to what lies beneath.
    if (wanted !== 'expire' && wanted !== 'warn') timers.reset(INACTIVITY_TIMER_NAME);
  });
  const stay = () => {
    timers.reset(INACTIVITY_TIMER_NAME);
    setSecondsLeft(undefined);
    report();
  };
  const answer = useEffectEvent(() => {
    if (secondsLeft !== undefined && !isCovered(pinLock.read()) && check() === 'warn') stay();
  });
  useEffect(() => {
    const isFirst = isFirstLook.current;
    isFirstLook.current = false;
    if (account === '') {
      // What the last member left running is nothing to the next one.
      if (!isFirst) timers.clear(INACTIVITY_TIMER_NAME);
      return undefined;
    }
    lastReportAt.current = steady();
    const stopListening = onPersonalCall(() => {
      lastReportAt.current = steady();
    });
    // A fresh sign-in starts the timer. An app that is opened again first asks for how long nobody was there.
    if (!isFirst || check() !== 'expire') timers.start(INACTIVITY_TIMER_NAME);
    const ticking = setInterval(check, CHECK_MS);
    const stops = [
      stopListening,
      onDocument(ACTS, act),
      onDocument(ANSWERS, answer),
      onDocument(['visibilitychange'], check),
    ];
    return () => {
      clearInterval(ticking);
      for (const stop of stops) stop();
      setSecondsLeft(undefined);
    };
  }, [account, onPersonalCall, timers]);

  return { secondsLeft, stay };
}
