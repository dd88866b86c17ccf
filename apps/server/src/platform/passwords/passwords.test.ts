import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords(Buffer.alloc(32, 1));

it('verifies a secret, and no other', async () => {
  const stored = await passwords.hash('Secret12');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'Secret12')).toBe(true);
  expect(await passwords.verify(stored, 'Secret13')).toBe(false);
});

it('never verifies a member who does not exist', async () => {
  expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
});

it('cannot be guessed from the database alone: with another pepper nothing verifies', async () => {
  const elsewhere = await createPasswords(Buffer.alloc(32, 2));
  expect(await elsewhere.verify(await passwords.hash('Secret12'), 'Secret12')).toBe(false);
});

it('refuses the 103rd at once instead of queuing without a bound', async () => {
  const cheap = await createPasswords(Buffer.alloc(32, 1), { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const tries = await Promise.allSettled(Array.from({ length: 103 }, () => cheap.verify(undefined, 'x')));
  expect(
    tries.filter((result) => result.status === 'rejected').map((result) => String(result.reason.code)),
  ).toEqual(['RATE_LIMITED']);
});
