import { useEffect, useState } from 'react';
import { usePlace } from '#platform/router/router-context.tsx';
import { useServices } from '#state/services.tsx';
import { AWAY_MS, isAtRest, isLongAway } from './update.rules.ts';
import { useIsInUse } from './use-is-in-use.ts';

/**
 * Starts the service worker once the first screen has what it needs: from then on the app starts without a network too. Answers whether the
 * server has another build than this tab.
 */
export function useNewBuild(isOn: boolean): boolean {
  const { worker } = useServices();
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    worker().then(
      (start) => (signal.aborted ? undefined : start(() => signal.aborted || setIsNew(true), signal)),
      () => {}, // its code did not come: another start tries again
    );
    return () => ending.abort();
  }, [isOn, worker]);
  return isNew;
}

/** While `isDue` the app loads itself anew as soon as nobody is disturbed: nothing is in hand, no order is open, and the member is elsewhere. */
export function useCalmReload(isDue: boolean): void {
  const isInUse = useIsInUse();
  const place = usePlace();
  const isCalm = isDue && !isInUse && isAtRest(place);
  useEffect(() => {
    if (!isCalm) return undefined;
    let leftAt: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      // Without a network it would be the same build again.
      if (leftAt !== undefined && isLongAway(leftAt, Date.now()) && navigator.onLine)
        globalThis.location.reload();
    };
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') {
        reload(); // a phone stops the timers of what nobody looks at
        leftAt = undefined;
        return;
      }
      leftAt ??= Date.now();
      timer = setTimeout(reload, AWAY_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [isCalm]);
}
