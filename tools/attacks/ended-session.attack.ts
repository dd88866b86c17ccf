import { makeRid } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, TRANSACTION_SECRET, withBooks } from './device.ts';

/** The end of a session was stored as the command's answer: who signed in elsewhere kept a member's command refused for seven days. */
export const attack: Attack = {
  name: 'keep a command refused for good by ending its session while it runs',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const [rid, card] = [makeRid(), freshCard()];
      const add = () => device.send('/member/bankadd/{account}', card, { rid, secret: TRANSACTION_SECRET });
      const ended = await books.endSessionUnder(device.account, add);
      if (ended.outcome !== 'NOT_SIGNED_IN') throw new Error(`the session was not ended: ${ended.body}`);
      await device.signIn();
      const { outcome } = await add();
      return outcome === 'SUCCESS' ? 'refused' : `after a new sign-in it still answers ${outcome}`;
    }),
};
