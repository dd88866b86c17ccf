import type { CallOutput } from '@holdfast/contract/calls';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { signedInAs } from './fake-sign-in.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export type FakePasskey = CallOutput<'/member/security/passkeys'>['passkeys'][number];

const DAY = 24 * 3_600_000;

/** What the invented device answers to every question. The server knows no other answer. */
export const FAKE_CEREMONY = '{"id":"invented"}';

/** The passkeys of the invented member. */
export function passkeyHandlers(world: FakeWorld): Handlers {
  const passkeys = () => (world.passkeys ??= []);
  const changed = () => ({ coolDownUntil: instantAt(world.now + DAY), access_token: 'y'.repeat(43) });
  const question = () => ({ setup: 'k'.repeat(43), passkeyQuestion: '{}' });
  const find = (id: string) => passkeys().find((one) => one.id === id) ?? refuse('PASSKEY_NOT_FOUND');
  return {
    '/member/security/passkeys': () => ({ passkeys: passkeys() }),
    '/member/security/passkey-begin': question,
    '/member/security/passkey-finish': ({ input }) => {
      if (input.passkeyAnswer !== FAKE_CEREMONY) refuse('PASSKEY_WRONG');
      const addedAt = instantAt(world.now);
      const id = String(passkeys().length + 1);
      world.passkeys = [
        ...passkeys(),
        { id, name: 'Safari · iPhone', addedAt, usedAt: null, isSuspended: false },
      ];
      return changed();
    },
    '/member/security/passkey-rename': ({ input }) => {
      const renamed = { ...find(input.id), name: input.name };
      world.passkeys = passkeys().map((one) => (one.id === input.id ? renamed : one));
      return {};
    },
    '/member/security/passkey-remove': ({ input }) => {
      find(input.id);
      world.passkeys = passkeys().filter(({ id }) => id !== input.id);
      return changed();
    },
    '/member/passkey-sign-in/begin': question,
    '/member/passkey-sign-in': ({ input }) => {
      if (input.passkeyAnswer !== FAKE_CEREMONY) refuse('PASSKEY_WRONG');
      return signedInAs(world)();
    },
  };
}
