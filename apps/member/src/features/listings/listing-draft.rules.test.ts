import type { OwnBankCard } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { fakeWorld } from '#test/fake-world.ts';
import { judgeDraft, withUsableCards, type ListingDraft } from './listing-draft.rules.ts';

const draft: ListingDraft = {
  coin: 'TWD',
  quantity: '3000',
  price: '1',
  min: '500',
  max: '3000',
  cardIds: ['11'],
};

const { cards } = fakeWorld();
const known = { available: '12480.00', cards };

describe('a listing being typed', () => {
  test('shows what publishing would set aside, leave and bring', () => {
    expect(judgeDraft(draft, known)).toEqual({
      faults: new Set(),
      effect: { reserved: '3000.00', staysFree: '9480.00', youGetTwd: '3000' },
    });
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
    expect(judgeDraft(usdt, { ...known, available: '20.000000' }).effect?.youGetTwd).toBe('322');
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
    ['no account', { cardIds: [] }, ['cards']],
  ])('with %s has that fault', (_, change, faults) => {
    expect([...judgeDraft({ ...draft, ...change }, known).faults]).toEqual(faults);
  });

  test('is not blamed for a balance that is not known yet', () => {
    expect(judgeDraft(draft, { ...known, available: undefined }).faults.size).toBe(0);
  });

  test('is not blamed for accounts that are not known yet', () => {
    expect(judgeDraft({ ...draft, cardIds: [] }, { ...known, cards: undefined }).faults.size).toBe(0);
  });

  test('takes the only account that can be used, and chooses for nobody among two', () => {
    const one = defined(cards[0], 'the fake world has an account');
    const two: OwnBankCard = { ...one, id: '99' };
    const refused: OwnBankCard = { ...two, status: 'NotApproved' };
    const inReview: OwnBankCard = { ...two, status: 'Review' };
    const empty = { ...draft, cardIds: [] };
    expect(withUsableCards(empty, [refused, inReview, one]).cardIds).toEqual([one.id]);
    expect(withUsableCards(empty, [one, two]).cardIds).toEqual([]);
    expect(withUsableCards({ ...draft, cardIds: [two.id] }, [one, two]).cardIds).toEqual([two.id]);
    expect(withUsableCards({ ...draft, cardIds: [two.id] }, [one, refused]).cardIds).toEqual([one.id]);
  });
});
