import { useMemo, useSyncExternalStore } from 'react';
import { useClient } from '../services.tsx';
import { sayIn, type Language, type Say, type Words } from './words.ts';

/** The language that the person has chosen. */
export function useLanguage(): Language {
  const { settings } = useClient();
  const read = () => settings.read().language;
  return useSyncExternalStore(settings.subscribe, read, read);
}

/** For a text that no word table has: it may end its lines where those of the tables do. */
export function useTypeset(): (text: string) => string {
  return useClient().typeset ?? asWritten;
}

const asWritten = (text: string) => text;

/** The texts of a feature in the member's language: `const say = useWords(signInWords); say('title')`. */
export function useWords<T extends Readonly<Record<string, string>>>(words: Words<T>): Say<T> {
  const language = useLanguage();
  const { typeset } = useClient();
  return useMemo(() => sayIn(words, language, typeset), [words, language, typeset]);
}
