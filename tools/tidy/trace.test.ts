import { describe, expect, it } from 'vitest';
import { traceCalls } from '../gen/trace.ts';
import { parseModule, readModules } from './source.ts';

describe('every built call', () => {
  const modules = readModules();
  const traces = traceCalls(modules);
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

  /** An operator has its answer from another call. */
  const HELD_BY_ANOTHER: Readonly<Record<string, string>> = {
    '/member/get-member-sort-code': 'the whole view of a member (/operator/member/detail) holds it',
  };

  it('of operators is made by a screen of the console', () => {
    const ofOperators = built.filter(({ call }) => call.who.some((who) => who.startsWith('op:')));
    expect(ofOperators.length).toBeGreaterThan(40);
    const unmade = ofOperators.filter(({ screens }) => screens.length === 0).map(({ path }) => path);
    expect(unmade).toEqual(Object.keys(HELD_BY_ANOTHER));
  });

  it('and no slice answers a call that the contract does not describe', () => {
    expect(traces.filter(({ call, slice }) => slice !== undefined && call.schemas === undefined)).toEqual([]);
  });

  it('loses its slice when its line is removed from the table, even though the handler remains', () => {
    const entry = /^ *'\/bank\/list\/\{account\}': handle\(.*\n/m;
    const without = modules.map((module) =>
      entry.test(module.text)
        ? parseModule({ path: module.path, text: module.text.replace(entry, '') })
        : module,
    );
    const unanswered = traceCalls(without).filter(({ call, slice }) => call.schemas && slice === undefined);
    expect(unanswered.map(({ path }) => path)).toEqual(['/bank/list/{account}']);
  });
});

/** The trace of one call in a repository of these files. */
function traceOf(call: string, files: Readonly<Record<string, string>>) {
  const modules = Object.entries(files).map(([path, text]) => parseModule({ path, text }));
  return traceCalls(modules).find(({ path }) => path === call);
}

describe('tracing', () => {
  it('finds the slice, the screens and the tests of a path', () => {
    const files = {
      'apps/server/src/features/bank-cards/bank-cards.calls.ts': `calls({ '/bank/list/{account}': handle(listCards) })`,
      'apps/member/src/features/bank-cards/cards.query.ts': `call('/bank/list/{account}')`,
      'apps/server/src/features/bank-cards/list-cards.db.test.ts': `call('/bank/list/{account}')`,
    };
    expect(traceOf('/bank/list/{account}', files)).toMatchObject({
      slice: 'bank-cards',
      screens: ['bank-cards'],
      tests: ['apps/server/src/features/bank-cards/list-cards.db.test.ts'],
    });
  });

  it.each([
    ['only names it in a type', `export const listCards: Handler<'/bank/list/{account}'> = async () => ({})`],
    ['only names it in a string', `log('/bank/list/{account}'); calls({ note: '/bank/list/{account}' })`],
    ['puts it into another object', `export const table = { '/bank/list/{account}': handle(listCards) }`],
    ['hands it to another function', `merge({ '/bank/list/{account}': handle(listCards) })`],
    [
      'nests it in the entry of another call',
      `calls({ '/bank/x': { '/bank/list/{account}': handle(listCards) } })`,
    ],
  ])('finds no slice for a call when a file %s', (_, text) => {
    const trace = traceOf('/bank/list/{account}', {
      'apps/server/src/features/bank-cards/list-cards.ts': text,
    });
    expect(trace?.slice).toBeUndefined();
  });

  it('does not count tests of the contract or of the tools, which name a path only as an example', () => {
    const text = `call('/bank/list/{account}')`;
    const trace = traceOf('/bank/list/{account}', {
      'packages/contract/src/registry.test.ts': text,
      'tools/tidy/trace.test.ts': text,
    });
    expect(trace?.tests).toEqual([]);
  });
});
