import { createContext, use, type ReactNode } from 'react';

/** The few words the parts themselves speak. Everything else arrives as props: this package knows no language. */
export interface UiWords {
  close: string;
  back: string;
  backToTop: string;
  copy: string;
  copied: string;
  retry: string;
  show: string;
  hide: string;
  hidden: string;
  unknown: string;
  /** In place of an amount that follows from what is being typed. */
  afterTyping: string;
  working: string;
  deleteDigit: string;
  digitsEntered: (entered: number, length: number) => string;
  minutesLeft: (minutes: number) => string;
  timeOver: string;
  slideInstead: string;
  pressAgain: string;
  ruleMet: string;
}

const Context = createContext<UiWords | undefined>(undefined);

export function UiWordsProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return <Context value={words}>{children}</Context>;
}

export function useUiWords(): UiWords {
  const words = use(Context);
  if (!words) throw new Error('UiWordsProvider is missing above this part');
  return words;
}
