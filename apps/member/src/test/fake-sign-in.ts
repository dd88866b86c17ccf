import { FAKE_CODE } from './fake-codes.ts';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

/** What a sign-in of the world's member answers. */
export function signedInAs({ member }: FakeWorld) {
  return () => ({
    account: member.account,
    nick: member.nick,
    uid: member.uid,
    access_token: 'x'.repeat(43),
  });
}

export function signInHandlers(world: FakeWorld): Handlers {
  const signedIn = signedInAs(world);
  return {
    '/member/login': ({ input }) => {
      if (world.isGuessedAt && input.ticket === undefined)
        return { codeId: '00000000-0000-4000-8000-000000000001', resendAt: instantAt(world.now + 60_000) };
      if (input.account !== world.member.account || input.password !== world.member.password)
        refuse('SIGN_IN_FAILED');
      if (world.authenticator === 'on') {
        if (input.code === undefined) return { step: 's'.repeat(43) };
        if (input.code !== FAKE_CODE) refuse('AUTHENTICATOR_CODE_WRONG');
      }
      return world.isPasswordMarked
        ? { reset_token: 'r'.repeat(43), codesTo: world.codesTo ?? [] }
        : signedIn();
    },
    '/member/register': ({ input }) => {
      if (world.takenAccounts.includes(input.account)) refuse('ACCOUNT_TAKEN');
      if (world.takenNicks.includes(input.nick.toLowerCase())) refuse('NICKNAME_TAKEN');
      Object.assign(world.member, {
        account: input.account,
        nick: input.nick,
        transpass: input.newTranspass,
      });
      return signedIn();
    },
    '/member/check-duplicate/account-and-nickname': ({ input }) => ({
      ...(input.account !== undefined && {
        account: world.takenAccounts.includes(input.account) ? ('taken' as const) : ('free' as const),
      }),
      ...(input.nick !== undefined && {
        nick: world.takenNicks.includes(input.nick.toLowerCase()) ? ('taken' as const) : ('free' as const),
      }),
    }),
    '/member/sign-out/{account}': () => ({}),
    '/member/info/{account}': () => world.info,
  };
}
