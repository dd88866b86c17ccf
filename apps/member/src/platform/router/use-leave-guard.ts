import { useEffect, useState } from 'react';
import { useBackSteps } from './use-back-steps.ts';

interface LeaveGuard {
  /** What the form's own way out calls: it asks first where something would be lost. */
  readonly close: () => void;
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Asks before a form is left that holds what no draft keeps: at its own way out, at the browser's Back and, in the browser's words, before
 * the page is closed or loaded anew. A form that loses nothing is left without a question.
 */
export function useLeaveGuard(isUnsaved: boolean, onLeave: () => void): LeaveGuard {
  const [wasAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  useBackSteps(isUnsaved ? 1 : 0, ask);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', hold);
    return () => globalThis.removeEventListener('beforeunload', hold);
  }, [isUnsaved]);
  return {
    close: isUnsaved ? ask : onLeave,
    isAsking: wasAsked && isUnsaved,
    stay: () => setAsked(false),
    leave: onLeave,
  };
}
