import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 768px)';

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether list and detail fit side by side. Where there is no `matchMedia` the answer is the phone's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(WIDE).matches ?? false);
}
