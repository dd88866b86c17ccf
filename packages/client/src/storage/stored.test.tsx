import { describe, expect, test } from 'vitest';
import { pageStorage } from './areas.ts';
import { oneOf, recordOf } from './read.ts';
import { createStored } from './stored.ts';

const read = recordOf({ theme: oneOf(['light', 'dark']) });

describe('a stored record', () => {
  test('comes back as it was written', () => {
    const area = pageStorage();
    createStored({ area, key: 'k', read }).write({ theme: 'dark' });
    expect(createStored({ area, key: 'k', read }).read()).toEqual({ theme: 'dark' });
  });

  test.each(['{"theme":"pink"}', 'null', '[]', '{', '"dark"', '{"__proto__":{"theme":"dark"}}'])(
    'that reads %s is dropped',
    (text) => {
      const area = pageStorage({ k: text });
      expect(createStored({ area, key: 'k', read }).read()).toBeUndefined();
      expect(area.getItem('k')).toBeNull();
    },
  );

  test('keeps its identity while its text stays the same', () => {
    const stored = createStored({ area: pageStorage({ k: '{"theme":"dark"}' }), key: 'k', read });
    expect(stored.read()).toBe(stored.read());
  });

  test('lives for the page when the storage is full', () => {
    const area = pageStorage();
    area.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    area.getItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const stored = createStored({ area, key: 'k', read });
    stored.write({ theme: 'dark' });
    expect(stored.read()).toEqual({ theme: 'dark' });
  });

  test('tells its listeners of each change', () => {
    const stored = createStored({ area: pageStorage(), key: 'k', read });
    let calls = 0;
    const stop = stored.subscribe(() => (calls += 1));
    stored.write({ theme: 'light' });
    stored.clear();
    stop();
    stored.write({ theme: 'dark' });
    expect(calls).toBe(2);
  });
});
