import { useIsLayerInUse, useIsNoticeOpen } from '@holdfast/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** What a person types into or drags; a button that was pressed keeps the focus and is over. */
const IN_HAND = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=slider]';

/** From one field to the next, or from a sheet to what it led to, is one thing being done. */
const QUIET_MS = 1000;

function subscribe(listener: () => void): () => void {
  document.addEventListener('focusin', listener);
  document.addEventListener('focusout', listener);
  return () => {
    document.removeEventListener('focusin', listener);
    document.removeEventListener('focusout', listener);
  };
}

const isInHand = (): boolean => document.activeElement?.matches(IN_HAND) ?? false;

/** Whether the member is in the middle of something: a field, a sheet, a panel or a slide is in use, or was a moment ago. */
export function useIsInUse(): boolean {
  const isLayerOpen = useIsLayerInUse();
  const isTyping = useSyncExternalStore(subscribe, isInHand, () => false);
  const isUsedNow = isLayerOpen || isTyping;
  const isNoticeOpen = useIsNoticeOpen();
  const [wasUsed, setWasUsed] = useState(isUsedNow);
  useEffect(() => {
    // What a dialog has interrupted gets its focus back when that closes: it is not over yet.
    if (isNoticeOpen && !isUsedNow) return undefined;
    const timer = setTimeout(() => setWasUsed(isUsedNow), isUsedNow ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [isUsedNow, isNoticeOpen]);
  return isUsedNow || wasUsed;
}
