import { Notice } from '@holdfast/ui';
import { useWords } from '../i18n/use-words.ts';
import { shownWords } from './shown.words.ts';

/** What nobody of ours ever asks for, said where somebody else might. */
export function NeverAsk() {
  const say = useWords(shownWords);
  return <Notice tone="neutral">{say('neverAsk')}</Notice>;
}
