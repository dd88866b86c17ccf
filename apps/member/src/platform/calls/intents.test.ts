import { callOf, type BuiltPath } from '@holdfast/contract/calls';
import { secretFieldsOf } from '@holdfast/contract/wire';
import { defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { CALL_FACTS } from './generated/call-facts.ts';
import { memoryStorage } from '#test/memory-storage.ts';
import { createIntents, wishOf } from './intents.ts';

const commands = Object.entries(CALL_FACTS).flatMap(([path, facts]) =>
  facts.includes('command') ? [path as BuiltPath] : [],
);

describe('a RID', () => {
  test('is known for one from here, when it is new and when a wish is sent under it again', () => {
    const area = memoryStorage();
    const rid = 'r'.repeat(22);
    const first = createIntents(area, () => rid);
    expect([first.gave(rid), first.ridOf('a'.repeat(64)), first.gave(rid)]).toEqual([false, rid, true]);
    const reloaded = createIntents(area, () => 'x'.repeat(22));
    expect([reloaded.gave(rid), reloaded.ridOf('a'.repeat(64)), reloaded.gave(rid)]).toEqual([
      false,
      rid,
      true,
    ]);
    expect(reloaded.gave(undefined)).toBe(false);
  });
});

describe('a wish', () => {
  test.each(commands)('%s leaves out every input that the contract marks as secret', async (path) => {
    const secrets = secretFieldsOf(defined(callOf(path).schemas, path).input);
    const pairs = [...secrets.map((name) => [name, 'Abcde1'] as const), ['kept', '1'] as const];
    expect(await wishOf(path, pairs)).toBe(await wishOf(path, [['kept', '1']]));
  });

  test('is told apart from another by where it goes and by everything else that it says', async () => {
    const wishes = await Promise.all([
      wishOf('/order/lock', [['listingId', '7']]),
      wishOf('/order/lock', [['listingId', '8']]),
      wishOf('/listing/close', [['listingId', '7']]),
    ]);
    expect(new Set(wishes).size).toBe(3);
  });
});
