import { Notice } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { sharedWords } from '#components/components.words.ts';

/** What nobody of ours ever asks for, said where somebody else might. */
export function NeverAsk() {
  const say = useWords(sharedWords);
  return <Notice tone="neutral">{say('neverAsk')}</Notice>;
}
