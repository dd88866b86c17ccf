import type { Words } from '@holdfast/client/i18n';
import { expect, test } from 'vitest';

const modules = import.meta.glob<Record<string, unknown>>('../**/*.words.ts', { eager: true });
const catalogues = Object.entries(modules).flatMap(([file, module]) =>
  Object.values(module).map((words) => [file, words as Words] as const),
);

const valuesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{([a-zA-Z]+)/g)].map(([, name]) => name ?? ''))].toSorted();

test('the texts are found: the check below would otherwise pass over nothing', () => {
  expect(catalogues.length).toBeGreaterThan(5);
});

test.each(catalogues)(
  'the texts of %s say the same things with the same values in both languages',
  (_, words) => {
    expect(Object.keys(words.en).toSorted()).toEqual(Object.keys(words['zh-TW']).toSorted());
    for (const [key, text] of Object.entries(words['zh-TW'])) {
      expect([key, valuesOf(words.en[key] ?? '')]).toEqual([key, valuesOf(text)]);
      expect([text.trim(), (words.en[key] ?? '').trim()]).not.toContain('');
    }
  },
);

/** Shown from two on; an estimate from a sample. */
const NEVER_ONE = ['again', 'membersAbout'];

test.each(catalogues)(
  'the texts of %s choose the English word by the number, where that may be one',
  (_, words) => {
    const fixed = Object.entries(words.en).filter(([, text]) => /\{count\} (new )?[a-z]+s\b/.test(text));
    expect(fixed.map(([key]) => key).filter((key) => !NEVER_ONE.includes(key))).toEqual([]);
  },
);
