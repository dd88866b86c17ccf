import { SEED_ROUTES } from '@holdfast/contract/seed';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlace } from './place.rules.ts';
import {
  parseSearch,
  PANELS,
  REDIRECTS,
  resolvePlace,
  screenAddress,
  SCREENS,
  type ScreenPath,
} from './routes.rules.ts';

const paths = Object.keys(SCREENS) as ScreenPath[];

test('the routes are those that were asked for, and no others', () => {
  expect([...paths, ...Object.keys(REDIRECTS)].toSorted()).toEqual([...SEED_ROUTES].toSorted());
});

describe('an address', () => {
  test.each([
    ['/', '/login'],
    ['/deposit', '/home'],
    ['/bind', '/home'],
    ['/deposit?amount=1', '/home'],
    ['/nowhere', '/login'],
    ['/home/', '/login'],
    ['/constructor', '/login'],
    ['/__proto__', '/login'],
    ['', '/login'],
  ])('%s leads to %s', (address, to) => {
    expect(resolvePlace(toPlace(address))).toEqual({ kind: 'redirect', to });
  });

  test.each(paths)('%s is a screen', (path) => {
    expect(resolvePlace(toPlace(path))).toEqual({ kind: 'screen', path, search: {} });
  });

  test('of the order keeps the notification type that led there and the order', () => {
    const address = screenAddress('/front-end-order', { type: 'orderPaid', orderId: '17' });
    expect(address).toBe('/front-end-order?type=orderPaid&orderId=17');
    expect(resolvePlace(toPlace(address))).toMatchObject({ search: { type: 'orderPaid', orderId: '17' } });
  });
});

const name = fc.oneof(
  fc.constantFrom('panel', 'type', 'orderId', 'scope', 'coin', '__proto__', 'constructor'),
  fc.string(),
);
const pair = fc.tuple(name, fc.oneof(fc.constantFrom(...PANELS, '__proto__', '7'), fc.string()));

describe('the search', () => {
  test.each([
    'constructor=null',
    '__proto__[x]=1',
    '__proto__=1',
    'type=<script>alert(1)</script>',
    'panel=constructor',
    'panel=register&panel=x',
    'orderId=0',
    'orderId=01',
    'orderId=-1',
    'orderId=1%27--',
    'orderId=1234567890123456789',
    'coin=BTC',
    'scope[]=active',
    '&&&===',
    '%',
    '%E0%A4%A',
  ])('%s says nothing to /home', (query) => {
    expect(parseSearch('/home', new URLSearchParams(query))).toEqual({});
  });

  test('opens a panel only where the route has it', () => {
    expect(parseSearch('/login', new URLSearchParams('panel=register'))).toEqual({ panel: 'register' });
    expect(parseSearch('/login', new URLSearchParams('panel=bank-cards'))).toEqual({});
    expect(parseSearch('/home', new URLSearchParams('panel=register'))).toEqual({});
  });

  test('whatever it is, gives only values of the allow-lists and no own prototype', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.array(pair), (path, pairs) => {
        const read = parseSearch(path, new URLSearchParams(pairs));
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
        for (const key of Object.keys(read))
          expect(['panel', 'type', 'orderId', 'scope', 'coin']).toContain(key);
        expect([undefined, ...PANELS]).toContain(read.panel);
      }),
      { numRuns: 500 },
    );
  });

  test('whatever the address is, it means a screen or leads to one', () => {
    fc.assert(
      fc.property(fc.string(), (address) => {
        const resolved = resolvePlace(toPlace(address));
        expect(paths).toContain(resolved.kind === 'screen' ? resolved.path : resolved.to);
      }),
      { numRuns: 500 },
    );
  });
});
