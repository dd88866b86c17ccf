import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { createStored } from './stored.ts';

const schema = z.object({ theme: z.enum(['light', 'dark']) });

describe('a stored record', () => {
  test('comes back as it was written', () => {
    const area = memoryStorage();
    createStored({ area, key: 'k', schema }).write({ theme: 'dark' });
    expect(createStored({ area, key: 'k', schema }).read()).toEqual({ theme: 'dark' });
  });

  test.each(['{"theme":"pink"}', 'null', '[]', '{', '"dark"', '{"__proto__":{"theme":"dark"}}'])(
    'that reads %s is dropped and reported',
    (text) => {
      const area = memoryStorage({ k: text });
      const bad: string[] = [];
      const stored = createStored({ area, key: 'k', schema, onBadRecord: (key) => bad.push(key) });
      expect(stored.read()).toBeUndefined();
      expect(bad).toEqual(['k']);
      expect(area.getItem('k')).toBeNull();
    },
  );

  test('keeps its identity while its text stays the same', () => {
    const stored = createStored({ area: memoryStorage({ k: '{"theme":"dark"}' }), key: 'k', schema });
    expect(stored.read()).toBe(stored.read());
  });

  test('lives for the page when the storage is full', () => {
    const area = memoryStorage();
    area.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    area.getItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const stored = createStored({ area, key: 'k', schema });
    stored.write({ theme: 'dark' });
    expect(stored.read()).toEqual({ theme: 'dark' });
  });

  test('tells its listeners of each change', () => {
    const stored = createStored({ area: memoryStorage(), key: 'k', schema });
    let calls = 0;
    const stop = stored.subscribe(() => (calls += 1));
    stored.write({ theme: 'light' });
    stored.clear();
    stop();
    stored.write({ theme: 'dark' });
    expect(calls).toBe(2);
  });
});
