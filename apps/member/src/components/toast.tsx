import { CheckIcon, Toast } from '@holdfast/ui';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

const SHOWN_MS = 4000;

type ShowToast = (text: string) => void;
const Context = createContext<ShowToast>(() => {});

/** One line about something done, shown for a moment on whatever screen the member is by then. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const show = useMemo<ShowToast>(() => (text) => setShown({ text }), []);
  return (
    <Context value={show}>
      {children}
      <Toast>
        {shown && (
          <>
            <CheckIcon size={18} />
            {shown.text}
          </>
        )}
      </Toast>
    </Context>
  );
}

export function useToast(): ShowToast {
  return use(Context);
}
