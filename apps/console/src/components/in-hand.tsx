import { createContext, use, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';

/**
 * What the stream brings must not move what somebody types into or is about to press. While a field has the focus, lists and forms stay as they are; what is new
 * is said, and shown on request.
 */
const InHandContext = createContext(false);

/** After a field was left: a press that took the focus away has landed by then. */
const LEFT_MS = 1000;

const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, select, textarea');

/** Knows whether a field below it, or in a sheet that was opened from there, is in use. */
export function InHand({ className, children }: { className?: string; children: ReactNode }) {
  const [isInHand, setInHand] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const take = ({ target }: FocusEvent) => {
    if (!isField(target)) return;
    clearTimeout(leaving.current);
    setInHand(true);
  };
  const leave = () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(setInHand, LEFT_MS, false);
  };
  return (
    <div className={className} onFocus={take} onBlur={leave}>
      <InHandContext value={isInHand}>{children}</InHandContext>
    </div>
  );
}

export const useInHand = (): boolean => use(InHandContext);

/** A value that stands still while `isHeld`. */
export function useHeld<T>(latest: T, isHeld: boolean): { shown: T; isBehind: boolean; catchUp: () => void } {
  const [shown, setShown] = useState(latest);
  if (!isHeld && shown !== latest) setShown(latest);
  return {
    shown: isHeld ? shown : latest,
    isBehind: isHeld && shown !== latest,
    catchUp: () => setShown(latest),
  };
}
