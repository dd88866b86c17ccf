import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useRouter } from '#platform/router/router-context.tsx';
import { isDetour } from '#platform/router/routes.rules.ts';
import { useServices } from '../services.tsx';
import { isCovered } from './pin-lock.rules.ts';

/**
 * `useState` for what opens the place where a person types: the lock takes every sheet off the screen, and so does the way to a first
 * transaction secret; after the unlock, or the way back, it is open again. A sheet that is closed otherwise stays closed. What is typed
 * into it is `useFormDraft`.
 */
export function useDraft<T>(name: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const { drafts, pinLock } = useServices();
  const router = useRouter();
  const [value, setValue] = useState<T>(drafts.has(name) ? (drafts.get(name) as T) : initial);
  // In the same commit that takes the form away: later the lock may be open again.
  useLayoutEffect(
    () => () => {
      if (isCovered(pinLock.read()) || isDetour(router.place())) drafts.set(name, value);
      else drafts.delete(name);
    },
    [drafts, pinLock, router, name, value],
  );
  return [value, setValue];
}
