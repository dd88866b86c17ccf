import { makeRid } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, freshCard, TRANSACTION_SECRET, withBooks } from './device.ts';

const GUESSES = Array.from({ length: 40 }, (_, index) => String(311_111 + index));

/** A refused secret does not end the RID any more. It must not be a way to guess for free either. */
export const attack: Attack = {
  name: 'guess the transaction secret by sending forty of them under one RID',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const [rid, card] = [makeRid(), freshCard()];
      const add = (secret: string) => device.send('/member/bankadd/{account}', card, { rid, secret });
      const guesses = await Promise.all(GUESSES.map(add));
      const compared = guesses.filter(({ outcome }) => outcome === 'TRANSACTION_SECRET_WRONG');
      if (compared.length > 4) return `${compared.length} guesses were compared and left tries over`;
      const { outcome } = await add(TRANSACTION_SECRET);
      return outcome === 'TRANSACTION_SECRET_LOCKED' ? 'refused' : `the right one then answers ${outcome}`;
    }),
};
