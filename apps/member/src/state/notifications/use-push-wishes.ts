import { createStored, flag, type Stored } from '@holdfast/client/storage';
import { useSyncExternalStore } from 'react';
import { usePinLock, useServices, useSettings } from '../services.tsx';
import type { PushWishes } from './push-registration.ts';

const records = new WeakMap<Storage, Stored<boolean>>();

/** Whether push messages on this device say only that there is news. One record for all who look at it, so that each hears of a change. */
export function hidesNewsOf(area: Storage): Stored<boolean> {
  const record = records.get(area) ?? createStored({ area, key: 'hidesNews', read: flag });
  records.set(area, record);
  return record;
}

/** How this member is to be told on this device. While a PIN is set a message never says what happened. */
export function usePushWishes(): PushWishes {
  const { shared } = useServices();
  const { language } = useSettings();
  const { phase } = usePinLock();
  const { subscribe, read } = hidesNewsOf(shared);
  const hidesNews = useSyncExternalStore(subscribe, read) === true;
  return { language: language === 'en' ? 'en' : 'zh-TW', isPrivate: hidesNews || phase !== 'off' };
}
