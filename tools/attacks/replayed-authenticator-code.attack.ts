import { randomInt } from 'node:crypto';
import { authenticatorCode } from '@holdfast/testkit/setup';
import type { Attack } from './attack.ts';
import { AttackersDevice, PASSWORD, withBooks } from './device.ts';

/** More than are compared of strangers in a day. */
const GUESSES = 30;
const COMPARED_MAX = 20;

/** Password and one code of the authenticator were watched over somebody's shoulder; then the rest is guessed, each guess from another network. */
export const attack: Attack = {
  name: 'sign in with a stolen password and a code of the authenticator that was used, or guessed',
  run: (target) =>
    withBooks(target, async (books) => {
      const mobile = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const owner = await AttackersDevice.register(target, {
        ...books,
        ticketToRegister: (device) => books.ticketToRegister(device, mobile),
      });
      const { account, identity: device } = owner;
      const proven = { device, purpose: 'authenticator', subject: account, channel: 'mobile' } as const;
      const ticket = await books.codeTicket({ ...proven, target: mobile });
      const begun = await owner.call('/member/security/authenticator-begin', { ticket });
      const used = authenticatorCode(begun.secret);
      await owner.call('/member/security/authenticator-finish', { setup: begun.setup, code: used });

      let compared = 0;
      for (let guess = 0; guess < GUESSES; guess += 1) {
        const thief = await AttackersDevice.connect(target);
        const given = { account, password: PASSWORD, installId: 'e'.repeat(32) };
        const asked = await thief.send('/member/login', given);
        if ('access_token' in asked.data) return 'the password alone opens a session';
        const step = asked.data['step'];
        if (typeof step !== 'string') continue;
        const code = guess === 0 ? used : String(randomInt(10 ** 6)).padStart(6, '0');
        const tried = await thief.send('/member/login', { ...given, step, code });
        if ('access_token' in tried.data)
          return `${guess === 0 ? 'the used code' : 'a guess'} opens a session`;
        compared += 1;
      }
      return compared <= COMPARED_MAX ? 'refused' : `${compared} codes were compared in a moment`;
    }),
};
