import { randomInt } from 'node:crypto';
import { SoftwarePasskey } from '@holdfast/testkit/setup';
import type { Attack } from './attack.ts';
import { AttackersDevice, INSTALL_ID, withBooks } from './device.ts';

/** A page that looks like ours has a member sign in, and hands on what the device signs there. Then whatever else a passkey is supposed to refuse. */
export const attack: Attack = {
  name: 'sign in with a passkey by phishing, replay or a copied key',
  run: (target) =>
    withBooks(target, async (books) => {
      const mobile = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const owner = await AttackersDevice.register(target, {
        ...books,
        ticketToRegister: (device) => books.ticketToRegister(device, mobile),
      });
      const { account, identity: device } = owner;
      const proven = { device, purpose: 'passkey', subject: account, channel: 'mobile' } as const;
      const proof = async () => ({ ticket: await books.codeTicket({ ...proven, target: mobile }) });
      const begun = await owner.call('/member/security/passkey-begin', await proof());
      const { rp } = JSON.parse(begun.passkeyQuestion) as { rp: { id: string } };
      const port = new URL(target.url).port;
      const origin = `http://${rp.id}:${port}`;
      const passkey = new SoftwarePasskey(origin, 1);
      const finish = { setup: begun.setup, passkeyAnswer: passkey.register(begun.passkeyQuestion) };
      await owner.call('/member/security/passkey-finish', finish);

      /** What a sign-in with this answer gets, on a device of the attacker's. */
      const opens = async (answer: (options: string) => string): Promise<boolean> => {
        const thief = await AttackersDevice.connect(target);
        const { setup, passkeyQuestion } = await thief.call('/member/passkey-sign-in/begin', {});
        const given = { setup, passkeyAnswer: answer(passkeyQuestion), installId: 'e'.repeat(32) };
        return 'access_token' in (await thief.send('/member/passkey-sign-in', given)).data;
      };
      if (await opens((options) => passkey.sign(options, { origin: `http://${rp.id}.evil.example:${port}` })))
        return 'a signature for another origin opens a session';
      if (await opens((options) => passkey.sign(options, { isVerified: false })))
        return 'a device that was not unlocked opens a session';
      const seen = passkey.sign((await owner.call('/member/passkey-sign-in/begin', {})).passkeyQuestion);
      if (await opens(() => seen)) return 'a signature over another challenge opens a session';

      const again = await owner.call('/member/passkey-sign-in/begin', {});
      const given = {
        setup: again.setup,
        passkeyAnswer: passkey.sign(again.passkeyQuestion),
        installId: INSTALL_ID,
      };
      if (!('access_token' in (await owner.send('/member/passkey-sign-in', given)).data))
        return 'the owner cannot sign in';
      if (await opens((options) => passkey.sign(options, { counter: 1 })))
        return 'a copied key opens a session';
      return 'refused';
    }),
};
