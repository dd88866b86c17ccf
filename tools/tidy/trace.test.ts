import { describe, expect, it } from 'vitest';
import { traceCalls } from '../gen/trace.ts';
import { parseModule, readModules } from './source.ts';

describe('every built call', () => {
  const traces = traceCalls(readModules());
  const built = traces.filter(({ call }) => call.schemas !== undefined);

  it('was looked for', () => {
    expect(built.length).toBeGreaterThan(10);
  });

  it('has a slice that answers it', () => {
    expect(built.filter(({ slice }) => slice === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('has a test that names it', () => {
    expect(built.filter(({ tests }) => tests.length === 0).map(({ path }) => path)).toEqual([]);
  });

  it('and no slice answers a call that the contract does not describe', () => {
    expect(traces.filter(({ call, slice }) => slice !== undefined && call.schemas === undefined)).toEqual([]);
  });
});

describe('tracing', () => {
  it('finds the slice, the screens and the tests of a path', () => {
    const modules = [
      [
        'apps/server/src/features/bank-cards/bank-cards.calls.ts',
        `c({ '/bank/list/{account}': read(listCards) })`,
      ],
      ['apps/member/src/features/bank-cards/cards.query.ts', `call('/bank/list/{account}')`],
      ['apps/server/src/features/bank-cards/list-cards.db.test.ts', `call('/bank/list/{account}')`],
    ].map(([path = '', text = '']) => parseModule({ path, text }));
    expect(traceCalls(modules).find(({ path }) => path === '/bank/list/{account}')).toMatchObject({
      slice: 'bank-cards',
      screens: ['bank-cards'],
      tests: ['apps/server/src/features/bank-cards/list-cards.db.test.ts'],
    });
  });
});
