import type { Reader } from './read.ts';
import { createStored, type Stored } from './stored.ts';

/** A stored record that always has a value: what is missing or cannot be read is the initial one. */
export interface StoredRecord<T> extends Omit<Stored<T>, 'read'> {
  read: () => T;
}

export function createRecord<T>(
  area: Storage,
  options: { key: string; read: Reader<T>; initial: T },
): StoredRecord<T> {
  const { initial, ...rest } = options;
  const stored = createStored({ area, ...rest });
  return { ...stored, read: () => stored.read() ?? initial };
}
