import { describe, expect, test } from 'vitest';
import { followFreezeLinks, takeFreezeLink } from './freeze-link.ts';

/** A browser at an address, as far as the link needs one. */
function openBrowser(address: string) {
  let { pathname, search, hash } = new URL(address, 'https://wallet.example');
  const listeners: (() => void)[] = [];
  return {
    get location() {
      return { pathname, search, hash } as Location;
    },
    history: {
      state: { depth: 3 },
      replaceState: (state: unknown, _: string, next: string) => {
        ({ pathname, search, hash } = new URL(next, 'https://wallet.example'));
        expect(state).toEqual({ depth: 3 });
      },
    } as unknown as History,
    addEventListener: ((_: string, listener: () => void) => void listeners.push(listener)) as never,
    open(next: string) {
      ({ pathname, search, hash } = new URL(next, 'https://wallet.example'));
      for (const listener of listeners) listener();
    },
    address: () => pathname + search + hash,
  };
}

describe('the link of a security message', () => {
  test.each([
    ['/login#freeze=abc', 'abc', '/login'],
    ['/login?panel=register#freeze=', '', '/login?panel=register'],
    ['/login#freeze=a%3Db#c', 'a%3Db#c', '/login'],
  ])('is taken out of the address: %s', (from, link, left) => {
    const browser = openBrowser(from);
    expect([takeFreezeLink(browser), browser.address()]).toEqual([link, left]);
    expect(takeFreezeLink(browser)).toBeUndefined();
  });

  test.each(['/login', '/login#main', '/login#unfreeze=abc', '/login?x=#freez'])(
    'is not seen in another address, which stays as it is: %s',
    (from) => {
      const browser = openBrowser(from);
      expect([takeFreezeLink(browser), browser.address()]).toEqual([undefined, from]);
    },
  );

  test('is heard of while the app runs, and no other fragment is', () => {
    const browser = openBrowser('/login');
    const links: string[] = [];
    followFreezeLinks(browser, (link) => void links.push(link));
    browser.open('/login#main');
    browser.open('/login#freeze=abc');
    expect([links, browser.address()]).toEqual([['abc'], '/login']);
  });
});
