import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTitleFlash } from './title-flash.ts';

const NEWS = '穩付有新的通知';
const OWN = '訂單 · 穩付';

const motion = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));

beforeEach(() => {
  vi.useFakeTimers();
  motion(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The names of the tab over some turns. */
function names(page: { title: string }, turns: number): string[] {
  return Array.from({ length: turns }, () => {
    vi.advanceTimersByTime(1500);
    return page.title;
  });
}

test('says by turns that there is news and where one is, until somebody looks', () => {
  const page = { title: OWN };
  const flash = createTitleFlash(page);
  flash.start(NEWS);
  expect([page.title, ...names(page, 3)]).toEqual([NEWS, OWN, NEWS, OWN]);
  flash.start(NEWS);
  expect(names(page, 2)).toEqual([NEWS, OWN]);
  vi.advanceTimersByTime(1500);
  flash.stop();
  expect([page.title, ...names(page, 2)]).toEqual([OWN, OWN, OWN]);
});

test('says it once to whoever wants no motion', () => {
  motion(true);
  const page = { title: OWN };
  const flash = createTitleFlash(page);
  flash.start(NEWS);
  expect(names(page, 3)).toEqual([NEWS, NEWS, NEWS]);
  flash.stop();
  expect(page.title).toBe(OWN);
});

test('gives back the name that the page has got meanwhile, and begins anew with that', () => {
  const page = { title: OWN };
  const flash = createTitleFlash(page);
  flash.start(NEWS);
  page.title = '錢包 · 穩付';
  flash.stop();
  expect(page.title).toBe('錢包 · 穩付');
  flash.start(NEWS);
  expect([page.title, ...names(page, 1)]).toEqual([NEWS, '錢包 · 穩付']);
  flash.stop();
});
