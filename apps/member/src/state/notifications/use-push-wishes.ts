import { useSyncExternalStore } from 'react';
import { usePinLock, useServices, useSettings } from '../services.tsx';
import { hidesNewsOf, isPushOffOf } from './push-records.ts';
import type { PushWishes } from './push-registration.ts';

/** How this member is to be told on this device. While a PIN is set a message never says what happened. */
export function usePushWishes(): PushWishes {
  const { shared } = useServices();
  const { language } = useSettings();
  const { phase } = usePinLock();
  const { subscribe, read } = hidesNewsOf(shared);
  const hidesNews = useSyncExternalStore(subscribe, read) === true;
  return { language: language === 'en' ? 'en' : 'zh-TW', isPrivate: hidesNews || phase !== 'off' };
}

/** Whether notifications were turned off on this device. */
export function useIsPushOff(): boolean {
  const { subscribe, read } = isPushOffOf(useServices().shared);
  return useSyncExternalStore(subscribe, read) === true;
}
