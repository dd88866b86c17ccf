import { callOf, secretFieldsOf, type BuiltPath } from '@holdfast/contract';
import { defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { CALL_FACTS } from './generated/call-facts.ts';
import { wishOf } from './intents.ts';

const commands = Object.entries(CALL_FACTS).flatMap(([path, facts]) =>
  facts.includes('command') ? [path as BuiltPath] : [],
);

describe('a wish', () => {
  test.each(commands)('%s leaves out every input that the contract marks as secret', (path) => {
    const secrets = secretFieldsOf(defined(callOf(path).schemas, path).input);
    const pairs = [...secrets.map((name) => [name, 'Abcde1'] as const), ['kept', '1'] as const];
    expect(wishOf(path, pairs)).toBe(JSON.stringify([path, ['kept', '1']]));
  });

  test('tells two wishes apart by everything else', () => {
    expect(wishOf('/order/lock', [['listingId', '7']])).not.toBe(wishOf('/order/lock', [['listingId', '8']]));
  });
});
