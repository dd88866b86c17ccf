import { AUDIENCES, type Audience } from '@holdfast/contract/broadcasts';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { broadcastWords } from './broadcasts.words.ts';

/** Whom a broadcast is for, in words. */
export function useAudience(): (audience: Audience, value: string) => string {
  const say = useWords(broadcastWords);
  const language = useLanguage();
  return (audience, value) => {
    const name = inLanguage(AUDIENCES[audience], language);
    if (audience === 'level') return say('levelValue', { level: value });
    if (audience === 'language')
      return say('named', { audience: name, value: say(value === 'en' ? 'language-en' : 'language-zh-TW') });
    return audience === 'accounts' ? say('named', { audience: name, value }) : name;
  };
}
