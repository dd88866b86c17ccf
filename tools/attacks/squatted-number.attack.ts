import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, TRANSACTION_SECRET, withBooks } from './device.ts';

/** An account stood on one card of all members, so whoever knew a number kept its owner from adding it, and learned who uses the product. */
export const attack: Attack = {
  name: 'keep the owner of an account from adding it, by adding its number first',
  run: (target) =>
    withBooks(target, async (books) => {
      const [squatter, owner] = await Promise.all([
        AttackersDevice.register(target, books),
        AttackersDevice.register(target, books),
      ]);
      const card = freshCard();
      await squatter.call('/member/bankadd/{account}', card);
      const { outcome } = await owner.send('/member/bankadd/{account}', card, { secret: TRANSACTION_SECRET });
      return outcome === 'SUCCESS' ? 'refused' : `its owner is answered ${outcome}`;
    }),
};
