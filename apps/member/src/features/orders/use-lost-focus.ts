import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves a focus that was lost with what it stood on (a button that went away with the old state) to `target`, so that a keyboard goes on
 * from the news. Whoever stands elsewhere stays there.
 */
export function useLostFocus(target: RefObject<HTMLElement | null>): void {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const remember = ({ target: to }: FocusEvent) => {
      last.current = to instanceof Element ? to : undefined;
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
  }, []);
  // After every render of the room: it may have taken away what had the focus.
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false;
    if (isLost) target.current?.focus();
  });
}
