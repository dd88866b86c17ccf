import { describe, expect, test } from 'vitest';
import { defineWords, fillIn, sayIn, type Words } from './words.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../**/*.words.ts', { eager: true });
const catalogues = Object.entries(modules).flatMap(([file, module]) =>
  Object.values(module).map((words) => [file, words as Words] as const),
);

/** The names of the values a text asks for, sorted, without repeats. */
function valuesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([a-zA-Z]+)/g)].map(([, name]) => name ?? ''))].toSorted();
}

describe('the texts', () => {
  test('are found: the check below would otherwise pass over nothing', () => {
    expect(catalogues.length).toBeGreaterThan(0);
  });

  test.each(catalogues)('of %s say the same things with the same values in both languages', (_, words) => {
    expect(Object.keys(words.en).toSorted()).toEqual(Object.keys(words['zh-TW']).toSorted());
    for (const [key, text] of Object.entries(words['zh-TW']))
      expect([key, valuesOf(words.en[key] ?? '')]).toEqual([key, valuesOf(text)]);
  });

  test.each(catalogues)('of %s are never empty', (_, words) => {
    for (const text of [...Object.values(words['zh-TW']), ...Object.values(words.en)])
      expect(text.trim()).not.toBe('');
  });
});

describe('filling in', () => {
  const words = defineWords({
    'zh-TW': { hello: '您好，{nick}', left: '還有 {count} 筆' },
    en: { hello: 'Hello, {nick}', left: '{count} {count|order|orders} left' },
  });

  test('puts the values where the language wants them', () => {
    expect(sayIn(words, 'zh-TW')('hello', { nick: '小林' })).toBe('您好，小林');
    expect(sayIn(words, 'en')('hello', { nick: '小林' })).toBe('Hello, 小林');
  });

  test('chooses the word by the number', () => {
    expect(sayIn(words, 'en')('left', { count: 1 })).toBe('1 order left');
    expect(sayIn(words, 'en')('left', { count: 2 })).toBe('2 orders left');
  });

  test('puts text in as text: a value with braces or markup is not read again', () => {
    expect(fillIn('{nick}', { nick: '{count}<b>$&' })).toBe('{count}<b>$&');
  });

  test('does not reach into the prototype', () => {
    expect(fillIn('{constructor}', {})).toBe('{constructor}');
  });
});
