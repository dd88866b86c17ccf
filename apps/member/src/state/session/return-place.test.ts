import { describe, expect, test } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { leaveByChoice, placeAfterSignIn, rememberPlace } from './return-place.ts';

describe('after a sign-in', () => {
  test('one is where one was', () => {
    const tab = pageStorage();
    rememberPlace(tab, '/front-end-order?type=orderPaid&orderId=17');
    expect(placeAfterSignIn(tab)).toBe('/front-end-order?type=orderPaid&orderId=17');
  });

  test('one is there only once', () => {
    const tab = pageStorage();
    rememberPlace(tab, '/transaction');
    placeAfterSignIn(tab);
    expect(placeAfterSignIn(tab)).toBe('/home');
  });

  test('one begins at Home if one had left by choice, and only that once', () => {
    const tab = pageStorage();
    leaveByChoice(tab);
    rememberPlace(tab, '/transaction');
    expect(placeAfterSignIn(tab)).toBe('/home');
    rememberPlace(tab, '/transaction');
    expect(placeAfterSignIn(tab)).toBe('/transaction');
  });

  test('one begins at Home too if the end was heard before the choice was known to be done', () => {
    const tab = pageStorage();
    rememberPlace(tab, '/transaction');
    leaveByChoice(tab);
    expect(placeAfterSignIn(tab)).toBe('/home');
  });

  test.each(['https://evil.example/', '//evil.example', '/login', 'javascript:alert(1)', '/constructor', ''])(
    'a kept %j is Home',
    (kept) => {
      expect(placeAfterSignIn(pageStorage({ returnTo: kept }))).toBe('/home');
    },
  );

  test('a kept place loses what the route table does not know', () => {
    expect(placeAfterSignIn(pageStorage({ returnTo: '/home?panel=evil&coin=USDT' }))).toBe('/home?coin=USDT');
  });
});
