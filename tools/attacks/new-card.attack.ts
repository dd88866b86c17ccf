import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, withBooks } from './device.ts';

/** Whoever has got into an account adds a card of their own, and lets buyers pay into it before the member has seen anything. */
export const attack: Attack = {
  name: 'be paid on a card that was added to a stolen account',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      await books.issueTo(device.account, 'TWD', '100.00');
      await device.signIn('a'.repeat(32));
      // A second new device must not make the card look older than the cool-down.
      const { card } = await device.call('/member/bankadd/{account}', freshCard());
      await device.signIn('b'.repeat(32));
      const { outcome } = await device.send('/listing/create', {
        coin: 'TWD',
        quantity: '100.00',
        price: '1.0000',
        minQuantity: '10.00',
        maxQuantity: '100.00',
        payWindowMinutes: '15',
        cardIds: [card.id],
      });
      return outcome === 'BANK_CARD_COOLING' ? 'refused' : `a listing that names it is answered ${outcome}`;
    }),
};
