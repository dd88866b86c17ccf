import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Gives the focus to the first field inside the element that says what is wrong with it. To be called where one tries to send: the field may
 * lie out of sight.
 */
export function useFaultFocus<E extends HTMLElement>(): readonly [RefObject<E | null>, () => void] {
  const form = useRef<E>(null);
  const [tries, setTries] = useState(0);
  // After the render, which may be the first that marks the field.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return [form, () => setTries((before) => before + 1)];
}
