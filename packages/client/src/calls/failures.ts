import type { AppError } from '@holdfast/kernel';

/** Where errors go that no screen shows by itself. The shell listens and decides what a person sees. */
export interface Failures {
  report: (error: AppError) => void;
  subscribe: (listener: (error: AppError) => void) => () => void;
}

export function createFailures(): Failures {
  const listeners = new Set<(error: AppError) => void>();
  return {
    report(error) {
      for (const listener of listeners) listener(error);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
