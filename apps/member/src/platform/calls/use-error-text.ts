import { CANCEL_LIMIT_PREFIX, errorText, isErrorName } from '@holdfast/contract';
import type { AppError } from '@holdfast/kernel';
import type { Language } from '../i18n/words.ts';
import { useSettings } from '../services.tsx';

/**
 * An error as a sentence for the member. The catalogue speaks, filled with the error's data; a code that this build does not
 * know, and the one message that must be shown unchanged (spec 8), come as the server wrote them.
 */
export function toErrorText(error: AppError, language: Language): string {
  const sent = error.data['errorMessage'];
  if (typeof sent === 'string' && sent.startsWith(CANCEL_LIMIT_PREFIX)) return sent;
  if (!isErrorName(error.code)) return typeof sent === 'string' ? sent : error.code;
  return errorText(error.code, error.data, language === 'en' ? 'en' : 'zhTW');
}

/** The local message that stands below 連線不穩: what the channel said last (spec 8). */
export function toErrorNote(error: AppError, language: Language): string | undefined {
  const local = error.data['local'];
  return typeof local === 'string' && isErrorName(local)
    ? errorText(local, {}, language === 'en' ? 'en' : 'zhTW')
    : undefined;
}

export function useErrorText(): (error: AppError) => string {
  const { language } = useSettings();
  return (error) => toErrorText(error, language);
}
