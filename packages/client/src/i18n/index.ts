export { clockTime, dayAndTime, exactTime, groupByDay, TIME_ZONE, type Day } from './times.ts';
export { keepTogether, withoutMarks } from './line-ends.ts';
export { useUiTexts } from './use-ui-texts.ts';
export { useLanguage, useTypeset, useWords } from './use-words.ts';
export { setSimplifiedTexts } from './simplified.ts';
export {
  defineWords,
  fillIn,
  inLanguage,
  LANGUAGE_OPTIONS,
  LANGUAGES,
  messageLanguage,
  sayIn,
  type Language,
  type Say,
  type Words,
} from './words.ts';
