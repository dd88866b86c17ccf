import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '#platform/passwords/passwords.ts';
import { rememberRightSecrets } from './remember-right-secrets.ts';

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const { members: passwords } = await createPasswords(Buffer.alloc(32, 1), { cost });
const stored = await passwords.hash('246801');
const MINUTE = 60_000;

let hashed: number;
let now: number;
let secrets: ReturnType<typeof rememberRightSecrets>;
beforeEach(() => {
  [hashed, now] = [0, 0];
  secrets = rememberRightSecrets(
    (hash, secret) => {
      hashed += 1;
      return passwords.verify(hash, secret);
    },
    () => now,
  );
});

describe('a transaction secret', () => {
  it('that was right is known again for ten minutes, without the work of a password', async () => {
    expect([await secrets.verify(stored, '246801'), await secrets.verify(stored, '246801')]).toEqual([
      true,
      true,
    ]);
    expect(hashed).toBe(1);
    now = 10 * MINUTE;
    expect(await secrets.verify(stored, '246801')).toBe(true);
    expect(hashed).toBe(2);
  });

  it('that is wrong always costs the work, whoever was right before', async () => {
    await secrets.verify(stored, '246801');
    expect([await secrets.verify(stored, '246802'), await secrets.verify(stored, '246802')]).toEqual([
      false,
      false,
    ]);
    expect(hashed).toBe(3);
    expect(await secrets.verify(stored, '246801')).toBe(true);
    expect(hashed).toBe(3);
  });

  it('that was right is not known of another stored hash, of the same secret either', async () => {
    await secrets.verify(stored, '246801');
    expect(await secrets.verify(await passwords.hash('975310'), '246801')).toBe(false);
    expect(await secrets.verify(await passwords.hash('246801'), '246801')).toBe(true);
    expect(hashed).toBe(3);
  });

  it('of a member who has none is never right', async () => {
    expect([await secrets.verify(undefined, '246801'), await secrets.verify(undefined, '246801')]).toEqual([
      false,
      false,
    ]);
    expect(hashed).toBe(2);
  });
});
