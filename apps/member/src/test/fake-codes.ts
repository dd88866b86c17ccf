import type { CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import type { Handlers } from './fake-server.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

/** The code that every message of the fake world holds. */
export const FAKE_CODE = '314159';

/** One-time codes, and registering by them. */
export function codeHandlers(world: FakeWorld, signedIn: () => CallOutput<'/member/register'>): Handlers {
  let tries = 0;
  let sent = 0;
  const used = new Set<string>();
  return {
    '/utils/otp/mobile/send': () => {
      tries = 0;
      sent += 1;
      const id = `00000000-0000-4000-8000-${String(sent).padStart(12, '0')}`;
      return { id, resendAt: instantAt(world.now + 60_000) };
    },
    '/utils/otp/mobile/verify': ({ input }) => {
      tries += 1;
      if (tries > 5 || used.has(input.id)) throw appError('CODE_DEAD');
      if (input.code === FAKE_CODE) {
        used.add(input.id);
        return { ticket: 't'.repeat(43) };
      }
      throw tries === 5 ? appError('CODE_DEAD') : appError('CODE_WRONG', { triesLeft: 5 - tries });
    },
    '/api/fast-registeration': () => {
      Object.assign(world.member, { account: 'hfabc23456', nick: '會員2345678' });
      world.mayRename = true;
      return signedIn();
    },
    '/member/security/rename': ({ input }) => {
      if (!world.mayRename) throw appError('RENAME_USED');
      Object.assign(world.member, input);
      world.info = { ...world.info, account: input.account };
      world.mayRename = false;
      return signedIn();
    },
  };
}
