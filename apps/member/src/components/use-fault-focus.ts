import { useEffect, useRef, useState, type RefObject } from 'react';

interface Tries<E> {
  /** What the fields lie in. */
  readonly form: RefObject<E | null>;
  /** What is wrong is said from then on. */
  readonly wasTried: boolean;
  /** To be called where one tries to send. */
  readonly noteTry: () => void;
}

/**
 * Where one tries to send what cannot be sent, the first field that says what is wrong with it takes the focus: it may lie out of sight. What is no
 * field, such as the choice of a file, says so by `data-faulty`.
 */
export function useFaultFocus<E extends HTMLElement = HTMLFormElement>(): Tries<E> {
  const form = useRef<E>(null);
  const [tries, setTries] = useState(0);
  // After the render, which may be the first that marks the field.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty]')?.focus();
  }, [tries]);
  return { form, wasTried: tries > 0, noteTry: () => setTries((before) => before + 1) };
}
