import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useServices } from '../services.tsx';
import { isCovered } from './lock.rules.ts';

/**
 * `useState` for what a person types, and for what opens the place where it is typed: the lock takes every form off the screen, and after
 * the unlock it stands there as it was left. A form that is closed otherwise forgets. Never for a secret: no password, no code.
 */
export function useDraft<T>(name: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const { drafts, lock } = useServices();
  const [value, setValue] = useState<T>(drafts.has(name) ? (drafts.get(name) as T) : initial);
  // In the same commit that takes the form away: later the lock may be open again.
  useLayoutEffect(
    () => () => {
      if (isCovered(lock.read())) drafts.set(name, value);
      else drafts.delete(name);
    },
    [drafts, lock, name, value],
  );
  return [value, setValue];
}
