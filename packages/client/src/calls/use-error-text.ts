import { CANCEL_LIMIT_PREFIX } from '@holdfast/contract/constants';
import { errorText, isErrorName, type ErrorName } from '@holdfast/contract/errors';
import type { AppError } from '@holdfast/kernel';
import { toSimplified } from '../i18n/simplified.ts';
import { dayAndTime } from '../i18n/times.ts';
import type { Language } from '../i18n/words.ts';
import { useLanguage, useTypeset } from '../i18n/use-words.ts';

/**
 * An error as a sentence for the member. The catalogue speaks, filled with the error's data; a code that this build does not
 * know, and the one message that must be shown unchanged (spec 8), come as the server wrote them.
 */
export function toErrorText(error: AppError, language: Language): string {
  const sent = error.data['errorMessage'];
  if (typeof sent === 'string' && sent.startsWith(CANCEL_LIMIT_PREFIX)) return sent;
  if (!isErrorName(error.code)) return typeof sent === 'string' ? sent : error.code;
  return catalogueText(error.code, language, timesShown(error.data, language));
}

/** A text of the error catalogue in the person's language. */
export function catalogueText(
  name: ErrorName,
  language: Language,
  data: Readonly<Record<string, unknown>> = {},
): string {
  if (language === 'zh-CN') return errorText(name, data, 'zhTW', toSimplified);
  return errorText(name, data, language === 'en' ? 'en' : 'zhTW');
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Instants travel as ISO 8601 in UTC; a sentence says them as every screen does. */
function timesShown(data: AppError['data'], language: Language): AppError['data'] {
  const show = (value: unknown) =>
    typeof value === 'string' && INSTANT.test(value) ? dayAndTime(value, Date.now(), language) : value;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, show(value)]));
}

/** The local message that stands below 連線不穩: what the channel said last (spec 8). */
export function toErrorNote(error: AppError, language: Language): string | undefined {
  const local = error.data['local'];
  return typeof local === 'string' && isErrorName(local) ? catalogueText(local, language) : undefined;
}

export function useErrorText(): (error: AppError) => string {
  const language = useLanguage();
  const typeset = useTypeset();
  return (error) => typeset(toErrorText(error, language));
}
