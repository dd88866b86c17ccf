import { useEffect, useEffectEvent, useState } from 'react';
import { useRouter } from './router-context.tsx';

/**
 * Lets the browser's Back, and the gesture of a phone, do inside a panel of several steps what the panel's own arrow does: one step back,
 * with what was typed, instead of out of it. `count` is how many steps lie behind; after a reload there are none again.
 */
export function useBackSteps(count: number, onBack: () => void): void {
  const router = useRouter();
  const [holder] = useState(() => ({}));
  const stepBack = useEffectEvent(onBack);
  useEffect(() => {
    router.hold(holder, { count, onBack: () => stepBack() });
  }, [router, holder, count]);
  useEffect(() => () => router.release(holder), [router, holder]);
}
