import { Notice } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { formPartWords } from '#components/form-parts.words.ts';

/** What nobody of ours ever asks for, said where somebody else might. */
export function NeverAsk() {
  const say = useWords(formPartWords);
  return <Notice tone="neutral">{say('neverAsk')}</Notice>;
}
