import { describe, expect, it } from 'vitest';
import { auditSearch, parseSearch, requestSearch, signInSearch, stringifySearch } from './search.ts';

describe('an address', () => {
  it('comes back as it was written', () => {
    const search = { person: '12345', subject: '王小明 & co', action: 'call-refused', from: '2026-01-01' };
    expect(auditSearch(parseSearch(stringifySearch(search).slice(1)))).toEqual(search);
  });

  it.each([
    [{ action: 'drop-table', from: 'yesterday', to: '' }, {}],
    [{ person: ['a'], subject: { a: 1 } }, {}],
    [JSON.parse('{"__proto__": {"person": "x"}, "constructor": null}') as object, {}],
  ])('leaves out what is not understood: %o', (raw, read) => {
    expect(auditSearch(raw as Record<string, unknown>)).toEqual(read);
  });

  it('keeps what each screen knows', () => {
    expect(requestSearch({ state: 'decided', subject: 'x', other: '1' })).toEqual({
      state: 'decided',
      subject: 'x',
    });
    expect(requestSearch({ state: 'all' })).toEqual({});
    expect(signInSearch({ next: '/audit', ended: 'timeout' })).toEqual({ next: '/audit', ended: 'timeout' });
    expect(stringifySearch({})).toBe('');
  });
});
