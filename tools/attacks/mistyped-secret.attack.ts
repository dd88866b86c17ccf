import { makeRid } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, TRANSACTION_SECRET, withBooks } from './device.ts';

/** The secret was part of the body: another one on the second try gave 10201, the RID ended, and the third try ran the command again. */
export const attack: Attack = {
  name: 'end the RID of a command that ran by another secret on the second try',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const [rid, card] = [makeRid(), freshCard()];
      const add = (secret: string) => device.send('/member/bankadd/{account}', card, { rid, secret });
      const first = await add(TRANSACTION_SECRET);
      const { ticket } = await device.call('/member/transpass/verify', { secret: TRANSACTION_SECRET });
      for (const secret of ['111111', ticket]) {
        const { body } = await add(secret);
        if (body !== first.body) return `the retry with ${secret} answers ${body}`;
      }
      const { cards } = await device.call('/bank/list/{account}', {});
      return cards.length === 1 ? 'refused' : `${cards.length} cards were added`;
    }),
};
