import type { MemberId } from '@holdfast/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRightSecrets, type RightSecrets } from './remember-right-secrets.ts';

const MINUTE = 60_000;
const [one, other] = ['1', '2'] as MemberId[] as [MemberId, MemberId];

let now: number;
let secrets: RightSecrets;
beforeEach(() => {
  now = 0;
  secrets = createRightSecrets(() => now);
});

describe('a transaction secret', () => {
  it('that was right is known again for ten minutes, with the hash that it was right for', () => {
    secrets.remember(one, '246801', 'hash');
    now = 10 * MINUTE - 1;
    expect(secrets.recall(one, '246801')).toBe('hash');
    now = 10 * MINUTE;
    expect(secrets.recall(one, '246801')).toBeUndefined();
  });

  it('that is wrong is not known, and takes nothing from the right one', () => {
    secrets.remember(one, '246801', 'hash');
    expect(secrets.recall(one, '246802')).toBeUndefined();
    expect(secrets.recall(one, '246801')).toBe('hash');
  });

  it('is known for the stored hash that it was right for, and for no other', () => {
    secrets.remember(one, '246801', 'hash');
    expect(secrets.isKnownFor(one, 'hash')).toBe(true);
    expect(secrets.isKnownFor(one, 'other hash')).toBe(false);
    expect(secrets.isKnownFor(other, 'hash')).toBe(false);
    now = 10 * MINUTE;
    expect(secrets.isKnownFor(one, 'hash')).toBe(false);
  });

  it('is known of its member only', () => {
    secrets.remember(one, '246801', 'hash');
    expect(secrets.recall(other, '246801')).toBeUndefined();
  });

  it('that took the place of another is the only one that is known', () => {
    secrets.remember(one, '246801', 'hash');
    secrets.remember(one, '975310', 'other hash');
    expect(secrets.recall(one, '246801')).toBeUndefined();
    expect(secrets.recall(one, '975310')).toBe('other hash');
  });

  it('is forgotten when ten thousand others were right after it', () => {
    secrets.remember(one, '246801', 'hash');
    for (let id = 2; id <= 10_000; id += 1) secrets.remember(String(id) as MemberId, '246801', 'hash');
    expect(secrets.recall(one, '246801')).toBe('hash');
    secrets.remember('10001' as MemberId, '246801', 'hash');
    expect(secrets.recall(one, '246801')).toBeUndefined();
  });
});
