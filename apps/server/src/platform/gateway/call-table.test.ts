import { expect, it } from 'vitest';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { handle, mergeCalls, type CompleteCallTable, type Handler } from './call-table.ts';

const limit = readsPerMinute(60);
const plain: Handler<'/member/check-duplicate/account-and-nickname'> = async () => ({});

it('registers a handler that names the type of what is prepared only together with a `prepare` that returns it', () => {
  const counted: Handler<'/member/check-duplicate/account-and-nickname', number> = async () => ({});
  handle(counted, { limit, prepare: async () => 1 });
  handle(plain, { limit, prepare: async () => 'anything' });
  // @ts-expect-error -- `prepared` would be undefined
  handle(counted, { limit });
  // @ts-expect-error -- and here a text
  handle(counted, { limit, prepare: async () => '1' });
  expect(handle(plain, { limit })).toEqual({ handler: plain, limit });
});

it('refuses a path that two slices claim', () => {
  const table = { '/member/check-duplicate/account-and-nickname': handle(plain, { limit }) };
  expect(() => mergeCalls(table, table)).toThrow('two slices handle');
});

it('does not take the merged tables for complete while a built call has no handler', () => {
  const table = { '/member/check-duplicate/account-and-nickname': handle(plain, { limit }) };
  // @ts-expect-error -- all other calls have none
  const complete: CompleteCallTable = mergeCalls(table);
  expect(Object.keys(complete)).toEqual(Object.keys(table));
});
