import type { BankCard } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import type { Handlers } from './fake-server.ts';
import { DAY, instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export function fakeCards(now: number): BankCard[] {
  return [
    {
      id: '11',
      bankCode: '013',
      accountMasked: '****9041',
      holderName: '林○安',
      status: 'Approved',
      addedAt: instantAt(now - 40 * DAY),
    },
    {
      id: '12',
      bankCode: '700',
      accountMasked: '****2207',
      holderName: '林○安',
      status: 'Review',
      addedAt: instantAt(now - 60 * MINUTE),
    },
  ];
}

export function bankCardHandlers(world: FakeWorld): Handlers {
  return {
    '/bank/list/{account}': () => ({
      cards: world.cards,
      approval: world.cardApproval ?? 'by-review',
      newCoolsUntil: world.coolDownUntil ?? null,
    }),
    '/member/bankmod/{account}': ({ input }) => {
      const card = world.cards.find(({ id }) => id === input.cardId);
      if (!card) throw appError('BANK_CARD_NOT_FOUND');
      Object.assign(card, {
        bankCode: input.bankCode,
        holderName: input.holderName,
        accountMasked: input.accountNumber ? `****${input.accountNumber.slice(-4)}` : card.accountMasked,
        status: 'Review',
        refusal: null,
      });
      const { coolingUntil: _, refusal: __, ...changed } = card;
      return { card: changed };
    },
    '/member/bankdel/{account}': ({ input }) => {
      world.cards = world.cards.filter(({ id }) => id !== input.cardId);
      return {};
    },
    '/member/bankadd/{account}': ({ input }) => {
      const card = {
        id: String(world.cards.length + 20),
        bankCode: input.bankCode,
        accountMasked: `****${input.accountNumber.slice(-4)}`,
        holderName: input.holderName,
        status: world.cardApproval === 'at-once' ? ('Approved' as const) : ('Review' as const),
        addedAt: instantAt(world.now),
      };
      world.cards.push({ ...card, refusal: null, coolingUntil: world.coolDownUntil ?? null });
      return { card };
    },
  };
}
