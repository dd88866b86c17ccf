import { useMemo } from 'react';
import { uiWords } from './ui.words.ts';
import { useWords } from './use-words.ts';

/** What the parts of the interface kit say by themselves, for the kit's provider of words. */
export function useUiTexts() {
  const say = useWords(uiWords);
  return useMemo(
    () => ({
      close: say('close'),
      back: say('back'),
      copy: say('copy'),
      copied: say('copied'),
      retry: say('retry'),
      show: say('show'),
      hide: say('hide'),
      hidden: say('hidden'),
      unknown: say('unknown'),
      afterTyping: say('afterTyping'),
      working: say('working'),
      backToTop: say('backToTop'),
      deleteDigit: say('deleteDigit'),
      digitsEntered: (entered: number, length: number) => say('digitsEntered', { entered, length }),
      minutesLeft: (minutes: number) => say('minutesLeft', { minutes }),
      timeOver: say('timeOver'),
      slideInstead: say('slideInstead'),
      pressAgain: say('pressAgain'),
      ruleMet: say('ruleMet'),
    }),
    [say],
  );
}
