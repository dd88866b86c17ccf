import { expect, it } from 'vitest';
import { parseModule } from '../tidy/source.ts';
import type { Manifests } from '../tidy/walls.ts';
import { reachedTests } from './reach.ts';

const MANIFESTS: Manifests = new Map([
  ['packages/kernel', { name: '@holdfast/kernel', exports: { '.': './src/index.ts' } }],
  ['apps/server', { name: '@holdfast/server', imports: { '#*': './src/*' } }],
]);

const SERVER = 'apps/server/src';
const FILES: Readonly<Record<string, string>> = {
  'packages/kernel/src/index.ts': `export { a } from './money.ts';`,
  'packages/kernel/src/money.ts': `export const a = 1;`,
  'packages/kernel/src/money.test.ts': `import './money.ts';`,
  [`${SERVER}/features/listings/close.ts`]: `import { a } from '@holdfast/kernel';`,
  [`${SERVER}/features/listings/index.ts`]: `calls({ '/listing/close': 1 }); import './close.ts';`,
  [`${SERVER}/features/listings/market.db.test.ts`]: `import '#testing/test-server.ts';`,
  [`${SERVER}/features/orders/index.ts`]: `import '#features/listings/index.ts';`,
  [`${SERVER}/features/orders/trade.db.test.ts`]: `import '#testing/test-server.ts';`,
  [`${SERVER}/features/wallet/wallet.db.test.ts`]: `import '#testing/test-server.ts';`,
  [`${SERVER}/features/sign-in/sign-in.db.test.ts`]: `ask('/listing/close'); import '#testing/test-server.ts';`,
  [`${SERVER}/roles/gateway.ts`]: `import '#features/orders/index.ts'; import '#features/listings/index.ts';`,
  [`${SERVER}/testing/test-server.ts`]: `import '#roles/gateway.ts';`,
  [`${SERVER}/platform/types.ts`]: `export type T = 1;`,
  [`${SERVER}/platform/uses.test.ts`]: `import type { T } from './types.ts';`,
  'apps/member/e2e/trade.e2e.ts': `import './support/test.ts';`,
  'apps/member/e2e/support/test.ts': ``,
};
const MODULES = Object.entries(FILES).map(([path, text]) => parseModule({ path, text }));
const reach = (...changed: string[]) => reachedTests(changed, MODULES, MANIFESTS);

it('reaches the tests of the slice, of slices that use it, and those that name its calls, but not every test of the server', () => {
  expect(reach(`${SERVER}/features/listings/close.ts`).vitest).toEqual([
    `${SERVER}/features/listings/market.db.test.ts`,
    `${SERVER}/features/orders/trade.db.test.ts`,
    `${SERVER}/features/sign-in/sign-in.db.test.ts`,
  ]);
});

it('follows a package through its face into the slices', () => {
  expect(reach('packages/kernel/src/money.ts').vitest).toEqual([
    'packages/kernel/src/money.test.ts',
    `${SERVER}/features/listings/market.db.test.ts`,
    `${SERVER}/features/orders/trade.db.test.ts`,
  ]);
});

it('reaches all that start the server when what assembles it has changed', () => {
  expect(reach(`${SERVER}/testing/test-server.ts`).vitest).toHaveLength(4);
});

it('leaves types to the compiler', () => {
  expect(reach(`${SERVER}/platform/types.ts`).vitest).toEqual([]);
});

it('reaches every database test from a migration, and every test from the lock file', () => {
  expect(reach('db/migrations/001-base.sql').vitest.every((path) => path.endsWith('.db.test.ts'))).toBe(true);
  expect(reach('db/migrations/001-base.sql').vitest).toHaveLength(4);
  expect(reach('package-lock.json').vitest).toHaveLength(6);
});

it('runs a browser test that was changed itself, and no other', () => {
  expect(reach('apps/member/e2e/trade.e2e.ts')).toEqual({
    vitest: [],
    browser: ['apps/member/e2e/trade.e2e.ts'],
  });
  expect(reach('apps/member/e2e/support/test.ts').browser).toEqual([]);
});
