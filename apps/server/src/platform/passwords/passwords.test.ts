import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const { anyone: passwords } = await createPasswords(Buffer.alloc(32, 1));

it('verifies a secret, and no other', async () => {
  const stored = await passwords.hash('Secret12');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'Secret12')).toBe(true);
  expect(await passwords.verify(stored, 'Secret13')).toBe(false);
});

it('proves a secret under the settings of a hash that only the database knows', async () => {
  const { members, anyone } = await createPasswords(Buffer.alloc(32, 1), { cost: CHEAP });
  const stored = await passwords.hash('Secret12'); // under other settings than today's
  const settings = stored.slice(0, stored.lastIndexOf('$') + 1);
  for (const queue of [members, anyone]) {
    expect(await queue.prove(settings, 'Secret12')).toBe(stored);
    expect(await queue.prove(settings, 'Secret13')).not.toBe(stored);
    expect(await queue.prove(undefined, 'Secret12')).not.toBe(stored);
  }
});

it('never verifies a member who does not exist', async () => {
  expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
});

it('cannot be guessed from the database alone: with another pepper nothing verifies', async () => {
  const { anyone: elsewhere } = await createPasswords(Buffer.alloc(32, 2));
  expect(await elsewhere.verify(await passwords.hash('Secret12'), 'Secret12')).toBe(false);
});

it('begins what members hash at once, however much waits for whoever asks', async () => {
  const begun: string[] = [];
  const { anyone, members } = await createPasswords(Buffer.alloc(32, 1), {
    cost: CHEAP,
    onHash: (queue) => void begun.push(queue),
  });
  const flood = Array.from({ length: 100 }, () => anyone.verify(undefined, 'x'));
  const ours = [members.hash('Secret12'), members.verify(undefined, 'x')];
  await Promise.all([...flood, ...ours]);
  expect(begun.slice(0, 4)).toEqual(['anyone', 'members', 'members', 'anyone']);
  expect(begun.length).toBe(102);
});

it('refuses a member the 103rd at once instead of queuing without a bound', async () => {
  const { members } = await createPasswords(Buffer.alloc(32, 1), { cost: CHEAP });
  const tries = await Promise.allSettled(Array.from({ length: 103 }, () => members.verify(undefined, 'x')));
  expect(
    tries.filter((result) => result.status === 'rejected').map((result) => String(result.reason.code)),
  ).toEqual(['OVERLOADED']);
});

/** The nice value of each thread of this process. */
const niceValues = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]); // after the name: field 19 of proc(5)
  });

it.runIf(platform() === 'linux')(
  'hashes for whoever asks in a thread that yields to all others',
  async () => {
    const passwords = await createPasswords(Buffer.alloc(32, 1), { cost: CHEAP });
    const before = niceValues().filter((nice) => nice === 10).length;
    await passwords.anyone.hash('Secret12');
    expect(niceValues().filter((nice) => nice === 10).length).toBe(before + 1);
    await passwords.close();
  },
);
