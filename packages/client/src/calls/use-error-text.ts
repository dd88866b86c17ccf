import { CANCEL_LIMIT_PREFIX } from '@holdfast/contract/constants';
import {
  fillErrorText,
  FIRST_ERRORS,
  type ErrorEntry,
  type FirstErrorName,
} from '@holdfast/contract/first-errors';
import type { AppError } from '@holdfast/kernel';
import { useSyncExternalStore } from 'react';
import { toSimplified } from '../i18n/simplified.ts';
import { dayAndTime } from '../i18n/times.ts';
import type { Language } from '../i18n/words.ts';
import { useLanguage, useTypeset } from '../i18n/use-words.ts';
import { errorEntry, knownErrors, loadErrors, onErrorsKnown } from './error-catalogue.ts';

/**
 * An error as a sentence for the member. The catalogue speaks, filled with the error's data; a code that this build does not
 * know, and the one message that must be shown unchanged (spec 8), come as the server wrote them.
 */
export function toErrorText(error: AppError, language: Language): string {
  const sent = error.data['errorMessage'];
  if (typeof sent === 'string' && sent.startsWith(CANCEL_LIMIT_PREFIX)) return sent;
  const entry = errorEntry(error.code);
  if (entry) return textOf(entry, language, timesShown(error.data, language));
  // One of our own without its text: the code that has it could not be loaded.
  return typeof sent === 'string' ? sent : catalogueText('CONNECTION_UNSTABLE', language);
}

/** A text of the error catalogue in the person's language. */
export function catalogueText(name: FirstErrorName, language: Language): string {
  return textOf(FIRST_ERRORS[name], language, {});
}

function textOf(entry: ErrorEntry, language: Language, data: AppError['data']): string {
  if (language === 'en') return fillErrorText(entry.en, data);
  return fillErrorText(language === 'zh-CN' ? toSimplified(entry.zhTW) : entry.zhTW, data);
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
  const entry = typeof local === 'string' ? errorEntry(local) : undefined;
  return entry && textOf(entry, language, {});
}

export function useErrorText(): (error: AppError) => string {
  const language = useLanguage();
  const typeset = useTypeset();
  useSyncExternalStore(onErrorsKnown, knownErrors, knownErrors);
  return (shown) => {
    // Found by the app itself before any answer asked for the texts: it is shown as soon as they are there.
    if (!errorEntry(shown.code)) void loadErrors().catch(() => {});
    return typeset(toErrorText(shown, language));
  };
}
