import { createStored, flag, type Stored } from '@holdfast/client/storage';

/** One record for all who look at it, so that each hears of a change. */
function recordsOf(key: string): (area: Storage) => Stored<boolean> {
  const records = new WeakMap<Storage, Stored<boolean>>();
  return (area) => {
    const record = records.get(area) ?? createStored({ area, key, read: flag });
    records.set(area, record);
    return record;
  };
}

/** Whether notifications on this device say only that there is news. */
export const hidesNewsOf = recordsOf('hidesNews');

/** Whether somebody has turned notifications off on this device, whatever its browser allows. Who uses it next finds it so, and can turn them on. */
export const isPushOffOf = recordsOf('pushOff');
