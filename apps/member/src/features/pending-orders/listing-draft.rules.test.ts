import { describe, expect, test } from 'vitest';
import { judgeDraft, type ListingDraft } from './listing-draft.rules.ts';

const draft: ListingDraft = {
  coin: 'TWD',
  quantity: '3000',
  price: '1',
  min: '500',
  max: '3000',
  cardIds: ['11'],
};

describe('a listing being typed', () => {
  test('shows what publishing would set aside, leave and bring', () => {
    expect(judgeDraft(draft, '12480.00')).toEqual({
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
    expect(judgeDraft(usdt, '20.000000').effect?.youGetTwd).toBe('322');
  });

  test.each<[string, Partial<ListingDraft>, string[]]>([
    ['no quantity', { quantity: '' }, ['quantity']],
    ['a quantity of zero', { quantity: '0' }, ['quantity']],
    ['a third decimal of TWD', { quantity: '3000.001' }, ['quantity']],
    ['more than is available', { quantity: '12480.01' }, ['balance']],
    ['no price', { price: '' }, ['price']],
    ['a price of zero', { price: '0' }, ['price']],
    ['a most above the quantity', { max: '3000.01' }, ['max']],
    ['a least above the most', { min: '3000.01' }, ['min']],
    ['a least of zero', { min: '0' }, ['min']],
    ['no account', { cardIds: [] }, ['cards']],
  ])('with %s has that fault', (_, change, faults) => {
    expect([...judgeDraft({ ...draft, ...change }, '12480.00').faults]).toEqual(faults);
  });

  test('is not blamed for a balance that is not known yet', () => {
    expect(judgeDraft(draft, undefined).faults.size).toBe(0);
  });
});
