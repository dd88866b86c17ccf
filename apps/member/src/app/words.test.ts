import { SEED_BUTTONS } from '@holdfast/contract/seed';
import type { Words } from '@holdfast/client/i18n';
import { describe, expect, test } from 'vitest';

const modules = import.meta.glob<Record<string, unknown>>('../**/*.words.ts', { eager: true });
const catalogues = Object.entries(modules).flatMap(([file, module]) =>
  Object.values(module).map((words) => [file, words as Words] as const),
);

/** The names of the values a text asks for, sorted, without repeats. */
function valuesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([a-zA-Z]+)/g)].map(([, name]) => name ?? ''))].toSorted();
}

const BUTTONS: Readonly<Record<string, string>> = SEED_BUTTONS;

/** Texts whose number is a limit, or is shown from some number on. */
const NEVER_ONE = ['fewOrders', 'unknown', 'trades', 'conditionAt.minDays', 'payWithin', 'digest'];

describe('the texts', () => {
  test('name the buttons of dialogs as they were asked for', () => {
    const named = [
      './shell/shell.words.ts',
      '../features/notifications/notifications.words.ts',
      '../features/prompts/prompts.words.ts',
    ];
    const dialogs = catalogues.filter(([file]) => named.includes(file));
    const buttons = dialogs.flatMap(([, words]) =>
      Object.entries(words['zh-TW']).filter(([key]) => Object.hasOwn(BUTTONS, key)),
    );
    expect(buttons.length).toBeGreaterThanOrEqual(5);
    expect(buttons.filter(([key, text]) => BUTTONS[key] !== text)).toEqual([]);
  });

  test('are found: the check below would otherwise pass over nothing', () => {
    expect(catalogues.length).toBeGreaterThan(0);
  });

  test.each(catalogues)('of %s say the same things with the same values in both languages', (_, words) => {
    expect(Object.keys(words.en).toSorted()).toEqual(Object.keys(words['zh-TW']).toSorted());
    for (const [key, text] of Object.entries(words['zh-TW']))
      expect([key, valuesOf(words.en[key] ?? '')]).toEqual([key, valuesOf(text)]);
  });

  test.each(catalogues)(
    'of %s have straight quotes in English: a Chinese font draws the others two letters wide',
    (_, words) => {
      expect(Object.values(words.en).filter((text) => /[“”‘’]/.test(text))).toEqual([]);
    },
  );

  test.each(catalogues)('of %s choose the English word by the number, where that may be one', (_, words) => {
    const fixed = Object.entries(words.en).filter(([, text]) => /\{count\} (new )?[a-z]+s\b/.test(text));
    expect(fixed.map(([key]) => key).filter((key) => !NEVER_ONE.includes(key))).toEqual([]);
  });

  test.each(catalogues)('of %s are never empty', (_, words) => {
    for (const text of [...Object.values(words['zh-TW']), ...Object.values(words.en)])
      expect(text.trim()).not.toBe('');
  });
});
