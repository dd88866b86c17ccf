import type { ErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { useCallback, useRef, useState } from 'react';
import { useClient } from '../services.tsx';
import { noteAttempt } from './attempts.ts';
import { endsSession } from './call-api.ts';

interface ActionOptions {
  /** The refusals that this screen shows in its own place; every other error goes to the shell's dialog. */
  shows?: readonly ErrorName[];
}

export interface Action<A extends readonly unknown[]> {
  run: (...args: A) => Promise<void>;
  isBusy: boolean;
  /** The last refusal of `shows`; gone when the action runs again. */
  error: AppError | undefined;
  forgetError: () => void;
}

/**
 * Something a person does: at most once at a time (a second tap while it runs is nothing), its refusal in its place. Reads
 * belong to queries; this is for what changes anything.
 */
export function useAction<A extends readonly unknown[]>(
  act: (...args: A) => Promise<void>,
  { shows = [] }: ActionOptions = {},
): Action<A> {
  const { failures } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const isRunning = useRef(false);
  const run = async (...args: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await act(...args);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      if (shows.some((name) => name === cause.code)) setError(cause);
      else if (!endsSession(cause)) {
        // What was passed in is a secret or a code that was just typed: it is not kept for another try.
        noteAttempt(cause, args.length === 0 ? () => void run(...args) : undefined);
        failures.report(cause);
      }
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, error, forgetError: useCallback(() => setError(undefined), []) };
}
