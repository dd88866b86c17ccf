import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords(Buffer.alloc(32, 1));

it('knows a secret again, and no other', async () => {
  const stored = await passwords.hash('Secret12');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'Secret12')).toBe(true);
  expect(await passwords.verify(stored, 'Secret13')).toBe(false);
});

it('never says yes for nobody', async () => {
  expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
});

it('cannot be guessed from the database alone: another pepper knows nothing', async () => {
  const elsewhere = await createPasswords(Buffer.alloc(32, 2));
  expect(await elsewhere.verify(await passwords.hash('Secret12'), 'Secret12')).toBe(false);
});

it('asks the hundred-and-third to come back instead of letting the queue grow', async () => {
  const cheap = await createPasswords(Buffer.alloc(32, 1), { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const tries = await Promise.allSettled(Array.from({ length: 103 }, () => cheap.verify(undefined, 'x')));
  expect(
    tries.filter((result) => result.status === 'rejected').map((result) => String(result.reason.code)),
  ).toEqual(['RATE_LIMITED']);
});
