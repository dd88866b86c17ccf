import type { Listing } from '@holdfast/contract/calls';
import { defineWords, useWords } from '@holdfast/client/i18n';

const hoursWords = defineWords({
  'zh-TW': {
    hours: '{from}–{to}',
    overnight: '{from}–隔天 {to}',
  },
  en: {
    hours: '{from}–{to}',
    overnight: '{from}–{to} the next day',
  },
});

/** How the hours of a listing are said: those that go on past midnight end on another day. */
export function useHoursText(): (hours: NonNullable<Listing['hours']>) => string {
  const say = useWords(hoursWords);
  return ({ from, to }) => say(to < from ? 'overnight' : 'hours', { from, to });
}
