import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves a focus that was lost with what it stood on (a button that went away with the old state) to `target`, so that a keyboard goes on
 * from the news. Whoever stands elsewhere stays there. `row`: a selector; what stood in such a one gives the focus to that, as long as it is there.
 */
export function useLostFocus(target: RefObject<HTMLElement | null>, row?: string): void {
  const last = useRef<Element>(undefined);
  const around = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const remember = ({ target: to }: FocusEvent) => {
      last.current = to instanceof Element ? to : undefined;
      around.current = (row !== undefined && last.current?.closest<HTMLElement>(row)) || undefined;
    };
    // Browsers differ in whether what is removed loses its focus with an event; only what is still there was left on purpose.
    const forget = ({ target: from }: FocusEvent) =>
      queueMicrotask(() => {
        if (last.current === from && last.current?.isConnected) last.current = undefined;
      });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, [row]);
  // After every render of whoever uses it: it may have taken away what had the focus.
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false;
    if (isLost) (around.current?.isConnected ? around.current : target.current)?.focus();
  });
}
