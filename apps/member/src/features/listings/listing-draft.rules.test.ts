import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { fakeWorld } from '#test/fake-world.ts';
import { judgeDraft, methodsOf, withUsablePlaces, type ListingDraft } from './listing-draft.rules.ts';

const draft: ListingDraft = {
  side: 'sell',
  coin: 'TWD',
  quantity: '3000',
  price: '1',
  min: '500',
  max: '3000',
  cardIds: ['11'],
  payAccountIds: [],
  payMethods: [],
};

const { cards, payAccounts } = fakeWorld();
const known = { available: '12480.00', places: { cards, payAccounts }, feeBasisPoints: 10 };

describe('a listing being typed', () => {
  test('shows what publishing would set aside, leave and bring', () => {
    expect(judgeDraft(draft, known)).toEqual({
      faults: new Set(),
      effect: { reserved: '3000.00', staysFree: '9480.00', payTwd: '3000' },
    });
  });

  test('of who buys sets nothing aside, whatever they have, and needs a way to pay', () => {
    const buy = { ...draft, side: 'buy', cardIds: [], quantity: '99999', max: '99999' } as const;
    expect(judgeDraft({ ...buy, payMethods: ['bank'] }, known)).toEqual({
      faults: new Set(),
      effect: { reserved: '', staysFree: '', payTwd: '99999' },
    });
    expect(judgeDraft(buy, known).faults).toEqual(new Set(['methods']));
    expect(methodsOf({ ...buy, payMethods: ['jkopay'] }, payAccounts)).toEqual(['jkopay']);
  });

  test('brings whole dollars, rounded up as the order will be', () => {
    const usdt = {
      ...draft,
      coin: 'USDT',
      quantity: '10.000001',
      price: '32.15',
      min: '1',
      max: '5',
    } as const;
    expect(judgeDraft(usdt, { ...known, available: '20.000000' }).effect?.payTwd).toBe('322');
  });

  test.each<[string, Partial<ListingDraft>, string[]]>([
    ['no quantity', { quantity: '' }, ['quantity']],
    ['a quantity of zero', { quantity: '0' }, ['quantity']],
    ['more than is available', { quantity: '12480.01' }, ['overBalance']],
    ['more than any amount', { quantity: '9'.repeat(20) }, ['overBalance']],
    ['no price', { price: '' }, ['price']],
    ['a price of zero', { price: '0.00' }, ['price']],
    ['a price beyond the highest', { price: '10000' }, ['priceTooHigh']],
    ['no most', { max: '' }, ['max']],
    ['a most above the quantity', { max: '3000.01' }, ['maxAboveQuantity']],
    ['a least above the most', { min: '3000.01' }, ['minAboveMax']],
    ['a least of which the fee takes all', { min: '0.01' }, ['minBelowFee']],
    ['a least of zero', { min: '0' }, ['min']],
    ['no place to be paid on', { cardIds: [] }, ['places']],
  ])('with %s has that fault', (_, change, faults) => {
    expect([...judgeDraft({ ...draft, ...change }, known).faults]).toEqual(faults);
  });

  test('is not blamed for a balance that is not known yet', () => {
    expect(judgeDraft(draft, { ...known, available: undefined }).faults.size).toBe(0);
  });

  test('is not blamed for accounts that are not known yet', () => {
    expect(judgeDraft({ ...draft, cardIds: [] }, { ...known, places: undefined }).faults.size).toBe(0);
  });

  test('takes the only account that can be used, and chooses for nobody among two', () => {
    const one = defined(cards[0], 'the fake world has an account');
    const two: OwnBankCard = { ...one, id: '99' };
    const refused: OwnBankCard = { ...two, status: 'NotApproved' };
    const inReview: OwnBankCard = { ...two, status: 'Review' };
    const empty = { ...draft, cardIds: [] };
    const chosen = (from: ListingDraft, ...own: OwnBankCard[]) =>
      withUsablePlaces(from, { cards: own, payAccounts: [] }).cardIds;
    expect(chosen(empty, refused, inReview, one)).toEqual([one.id]);
    expect(chosen(empty, one, two)).toEqual([]);
    expect(chosen({ ...draft, cardIds: [two.id] }, one, two)).toEqual([two.id]);
    expect(chosen({ ...draft, cardIds: [two.id] }, one, refused)).toEqual([one.id]);
  });

  test('takes the only pay account of who has no card; beside a card it has to be chosen, and is then enough', () => {
    const one = defined(payAccounts[0], 'the fake world has a pay account');
    const cooling: OwnPayAccount = { ...one, id: '98', coolingUntil: '2026-11-23T00:00:00.000Z' };
    const empty = { ...draft, cardIds: [] };
    const chosen = (from: ListingDraft, own: readonly OwnBankCard[], ...accounts: OwnPayAccount[]) => {
      const { cardIds, payAccountIds } = withUsablePlaces(from, { cards: own, payAccounts: accounts });
      return [cardIds, payAccountIds];
    };
    expect(chosen(empty, [], cooling, one)).toEqual([[], [one.id]]);
    expect(chosen(empty, cards, one)).toEqual([['11'], []]);
    expect(chosen({ ...empty, payAccountIds: [one.id] }, cards, one)).toEqual([[], [one.id]]);
    expect(chosen({ ...empty, payAccountIds: [cooling.id] }, [], cooling)).toEqual([[], []]);
    expect(methodsOf({ ...draft, payAccountIds: [one.id] }, [one])).toEqual(['bank', 'twqr']);
  });
});
