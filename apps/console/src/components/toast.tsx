import { Toast } from '@holdfast/ui';
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';

const SHOWN_MS = 4000;
const Context = createContext<(text: string) => void>(() => {});

/** Tells of something done, in a line that goes by itself. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const tell = useCallback((text: string) => setShown({ text }), []);
  return (
    <Context value={tell}>
      {children}
      <Toast>{shown?.text}</Toast>
    </Context>
  );
}

export const useToast = (): ((text: string) => void) => use(Context);
