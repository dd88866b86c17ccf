import { appError } from '@holdfast/contract/errors';
import { FAKE_CODE } from './fake-codes.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

const DAY = 24 * 3_600_000;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = ['K7M2Q9XHTA', 'P4R8W2NJ6C', 'T3Y9B5VZ7D', 'H8E2L6GQ4F', 'M5X7J3SN9K'];

/** The authenticator of the invented member. Its app shows the code of every message. */
export function authenticatorHandlers(world: FakeWorld): Handlers {
  const changed = () => ({ coolDownUntil: instantAt(world.now + DAY), access_token: 'y'.repeat(43) });
  return {
    '/member/security/authenticator': () => ({
      state: world.authenticator ?? 'none',
      addedAt: world.authenticator ? instantAt(world.now - DAY) : null,
      provesRelease: world.authenticator === 'on',
      recoveryCodesLeft: world.authenticator ? (world.recoveryCodesLeft ?? 10) : 0,
    }),
    '/member/security/authenticator-ticket': ({ input }) => {
      if (input.code !== FAKE_CODE) throw appError('AUTHENTICATOR_CODE_WRONG');
      return { ticket: 'r'.repeat(43) };
    },
    '/member/security/authenticator-begin': () => ({
      setup: 'a'.repeat(43),
      secret: SECRET,
      uri: `otpauth://totp/Holdfast:amberlin88?issuer=Holdfast&secret=${SECRET}`,
    }),
    '/member/security/authenticator-finish': ({ input }) => {
      if (input.code !== FAKE_CODE) throw appError('AUTHENTICATOR_CODE_WRONG');
      world.authenticator = 'on';
      return { ...changed(), recoveryCodes: CODES };
    },
    '/member/security/authenticator-remove': ({ input }) => {
      if (world.authenticator === 'on' && input.code !== FAKE_CODE)
        throw appError('AUTHENTICATOR_CODE_WRONG');
      world.authenticator = undefined;
      return changed();
    },
  };
}
