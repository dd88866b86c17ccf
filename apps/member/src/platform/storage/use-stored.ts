import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** The stored value, followed: changes here and in other tabs render again. */
export function useStored<T>(stored: Stored<T>): T | undefined {
  return useSyncExternalStore(stored.subscribe, stored.read);
}
