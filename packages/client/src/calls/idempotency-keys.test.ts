import { callOf, type BuiltPath } from '@holdfast/contract/calls';
import { secretFieldsOf } from '@holdfast/contract/wire';
import { defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { CALL_FACTS } from './generated/call-facts.ts';
import { pageStorage } from '../storage/areas.ts';
import { createIdempotencyKeys, commandFingerprint } from './idempotency-keys.ts';

const commands = Object.entries(CALL_FACTS).flatMap(([path, facts]) =>
  facts.includes('command') ? [path as BuiltPath] : [],
);

describe('a RID', () => {
  test('is known to be sent from here, when it is new and when a retry uses it again', () => {
    const area = pageStorage();
    const rid = 'r'.repeat(22);
    const first = createIdempotencyKeys(area, () => rid);
    expect([first.hasSent(rid), first.ridOf('a'.repeat(64)), first.hasSent(rid)]).toEqual([false, rid, true]);
    const reloaded = createIdempotencyKeys(area, () => 'x'.repeat(22));
    expect([reloaded.hasSent(rid), reloaded.ridOf('a'.repeat(64)), reloaded.hasSent(rid)]).toEqual([
      false,
      rid,
      true,
    ]);
    expect(reloaded.hasSent(undefined)).toBe(false);
  });
});

describe('a fingerprint', () => {
  test.each(commands)('%s leaves out every input that the contract marks as secret', async (path) => {
    const secrets = secretFieldsOf(defined(callOf(path).schemas, path).input);
    const pairs = [...secrets.map((name) => [name, 'Abcde1'] as const), ['kept', '1'] as const];
    expect(await commandFingerprint(path, pairs)).toBe(await commandFingerprint(path, [['kept', '1']]));
  });

  test('is told apart from another by where it goes and by everything else that it says', async () => {
    const wishes = await Promise.all([
      commandFingerprint('/order/lock', [['listingId', '7']]),
      commandFingerprint('/order/lock', [['listingId', '8']]),
      commandFingerprint('/listing/close', [['listingId', '7']]),
    ]);
    expect(new Set(wishes).size).toBe(3);
  });
});
