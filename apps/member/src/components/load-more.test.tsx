import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

const seen = new Map<Element, (isIntersecting: boolean) => void>();
const margins: (string | undefined)[] = [];

beforeEach(() => {
  class Observer {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      this.#tell = tell;
      margins.push(options?.rootMargin);
    }
    observe(element: Element) {
      seen.set(element, (isIntersecting) =>
        this.#tell([{ isIntersecting } as IntersectionObserverEntry], this as never),
      );
    }
    disconnect() {
      seen.clear();
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  seen.clear();
});

const comeNear = (isNear: boolean) =>
  act(() => {
    for (const tell of seen.values()) tell(isNear);
  });

test('the next page of a list is read when its end is 100 px away, and not before', async () => {
  const { server } = openApp('/home?panel=login-history', fakeServices());
  const asked = () => server.asked.filter(({ path }) => path === '/member/security/history').length;
  await screen.findByRole('button', { name: '載入更多' });
  expect(margins.at(-1)).toBe('0px 0px 100px');
  comeNear(false);
  expect(asked()).toBe(1);
  comeNear(true);
  expect(asked()).toBe(2);
});
