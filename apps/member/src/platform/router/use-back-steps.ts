import { useEffect, useEffectEvent } from 'react';
import { useRouter } from './router-context.tsx';

/**
 * Lets the browser's Back, and the gesture of a phone, do inside a panel of several steps what the panel's own arrow does: one step back,
 * with what was typed, instead of out of it. `count` is how many steps lie behind; after a reload there are none again.
 */
export function useBackSteps(count: number, onBack: () => void): void {
  const router = useRouter();
  const stepBack = useEffectEvent(onBack);
  useEffect(() => {
    router.keepSteps(count);
    const address = addressAt(router.place());
    return router.subscribe(() => {
      if (addressAt(router.place()) !== address) return;
      if (router.steps() < count) stepBack();
      else router.keepSteps(count);
    });
  }, [router, count]);
}

const addressAt = ({ path, search }: { path: string; search: URLSearchParams }) =>
  `${path}?${String(search)}`;
