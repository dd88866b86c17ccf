export { clockTime, dayAndTime, exactTime } from './times.ts';
export { useLanguage, useWords } from './use-words.ts';
export { defineWords, LANGUAGES, sayIn, type Language, type Say, type Words } from './words.ts';
