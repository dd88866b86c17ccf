import { useMemo } from 'react';
import { useSettings } from '../services.tsx';
import { sayIn, type Say, type Words } from './words.ts';

/** The texts of a feature in the member's language: `const say = useWords(loginWords); say('title')`. */
export function useWords<T extends Readonly<Record<string, string>>>(words: Words<T>): Say<T> {
  const { language } = useSettings();
  return useMemo(() => sayIn(words, language), [words, language]);
}
