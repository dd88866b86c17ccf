import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PICTURES } from './screens.ts';

const ROUTER = join(import.meta.dirname, '..', 'src', 'app', 'router.tsx');
const paths = Array.from(
  readFileSync(ROUTER, 'utf8').matchAll(/\bpath: '([^']+)'/g),
  ([, path = '']) => path,
);
const pathOf = (address: string) => new URL(address, 'https://console.test').pathname;

describe('the gallery of the console', () => {
  it('finds the routes', () => {
    expect(paths).toContain('/cases');
  });

  it.each(paths)('shows the screen %s', (path) => {
    expect(PICTURES.map(({ address }) => pathOf(address))).toContain(path);
  });

  it('has one sheet of each name', () => {
    const names = PICTURES.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  /** What is not read from the server is there at once. */
  const UNREAD = ['/sign-in', '/enrol'];
  it.each(paths.filter((path) => !UNREAD.includes(path)))('shows %s loading, failing and refused', (path) => {
    expect(PICTURES.some(({ address, reads }) => reads && pathOf(address) === path)).toBe(true);
  });
});
