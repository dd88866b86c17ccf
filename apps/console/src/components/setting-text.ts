import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { parseSetting, ruleOf, SETTING_NAMES, type SettingName } from '@holdfast/contract/settings';
import { formatPercent } from '@holdfast/kernel';
import { formatMoney } from '@holdfast/ui';
import { settingTextWords } from './setting-text.words.ts';

const SUBJECT = 'setting:';

const isSetting = (name: string): name is SettingName => SETTING_NAMES.some((known) => known === name);

/** The setting that a request or a line of the audit log is about. */
export function settingOf(text: string): SettingName | undefined {
  const name = text.startsWith(SUBJECT) ? text.slice(SUBJECT.length) : text;
  return isSetting(name) ? name : undefined;
}

export const subjectOf = (name: SettingName): string => `${SUBJECT}${name}`;

/** Says a setting and its values in words. */
export function useSettingText() {
  const language = useLanguage();
  const say = useWords(settingTextWords);
  return {
    name: (name: SettingName) => inLanguage(ruleOf(name), language),
    effect: (name: SettingName) => inLanguage(ruleOf(name).effect, language),
    /** A value as it is stored, with its unit; one that the rules of this version refuse, as it is. */
    value(name: SettingName, text: string): string {
      const value = parseSetting(name, text);
      if (value === undefined) return text;
      const { unit } = ruleOf(name);
      if (unit === 'basisPoints') return `${formatPercent(Number(value))}%`;
      if (unit === 'twd' || unit === 'usdt') return say(unit, { count: formatMoney(String(value)) });
      return say(unit, { count: typeof value === 'number' ? value : value.join(say('and')) });
    },
  };
}
