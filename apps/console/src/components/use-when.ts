import { dayAndTime, useLanguage } from '@holdfast/client/i18n';
import { useServerTime } from '@holdfast/ui';

const MINUTE_MS = 60_000;

/** Says an instant as everybody does: the time alone today, else with its day. */
export function useWhen(): (at: string) => string {
  const language = useLanguage();
  const now = useServerTime((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  return (at) => dayAndTime(at, now, language);
}
