import { ORDER_STATES } from '@holdfast/contract/orders';
import { describe, expect, it } from 'vitest';
import { PANELS, SCREENS } from '#platform/router/routes.rules.ts';
import { PICTURES } from './screens.ts';

const places = PICTURES.flatMap(({ address, addresses }) => [address, ...Object.values(addresses ?? {})]).map(
  (address) => new URL(address, 'https://wallet.test'),
);

describe('the gallery', () => {
  it('has one sheet of each name', () => {
    const names = PICTURES.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it.each(Object.keys(SCREENS))('shows the screen %s', (path) => {
    expect(places.some(({ pathname, search }) => pathname === path && !search.includes('panel='))).toBe(true);
  });

  it.each(PANELS)('shows the panel %s', (panel) => {
    expect(places.some(({ searchParams }) => searchParams.get('panel') === panel)).toBe(true);
  });

  it.each(ORDER_STATES.flatMap((state) => [[state, 'payer'] as const, [state, 'payee'] as const]))(
    'shows the room of an order in %s to its %s',
    (state, role) => {
      const isThere = PICTURES.some(
        (picture) =>
          picture.act === undefined &&
          picture.orders?.some((one) => one.state === state && one.role === role),
      );
      expect(isThere).toBe(true);
    },
  );
});
