import { makeRid } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, TRANSACTION_SECRET, withBooks } from './device.ts';

const COPIES = 30;

/** Whoever repeats what passes on the way must not be able to lock the member out, nor to use up the member's limits. */
export const attack: Attack = {
  name: 'use up the tries and the limit of a member by copies of one command',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const [rid, card] = [makeRid(), freshCard()];
      const copies = (secret: string) =>
        Promise.all(
          Array.from({ length: COPIES }, () =>
            device.send('/member/bankadd/{account}', card, { rid, secret }),
          ),
        );
      const wrong = await copies('111111');
      const left = wrong.map(({ data }) => data['triesLeft']);
      if (left.some((tries) => tries !== 4))
        return `copies of one wrong secret left ${left.join(', ')} tries`;
      const right = new Set((await copies(TRANSACTION_SECRET)).map(({ body }) => body));
      if (right.size > 1) return `copies of one command got ${right.size} different answers`;
      const { outcome } = await device.send('/member/bankadd/{account}', freshCard(), {
        secret: TRANSACTION_SECRET,
      });
      return outcome === 'SUCCESS' ? 'refused' : `the next command of the member is answered ${outcome}`;
    }),
};
