import { callOf, registry, type CallPath } from '@holdfast/contract/calls';
import { expect, it } from 'vitest';
import { findRoute } from './router.ts';

it('finds every call of the registry by its method and path, and by no other method', () => {
  for (const path of Object.keys(registry) as CallPath[]) {
    const { method } = callOf(path);
    const bUrl = path.replace(/\{[a-z]+\}/i, 'alice01');
    expect(findRoute(method, bUrl)?.path, path).toBe(path);
    expect(findRoute(method === 'GET' ? 'POST' : 'GET', bUrl)?.path, path).not.toBe(path);
  }
});

it('passes the parameter on', () =>
  expect(findRoute('POST', '/bank/list/alice01')?.params).toEqual({ account: 'alice01' }));

it.each([
  '/bank/list',
  '/bank/list/alice01/',
  '/bank/list/alice01/x',
  '/Bank/list/alice01',
  '/bank//list/alice01',
  '/api/v1/members/bind-account/by/uid',
  '/member/login/',
  '/__proto__',
  '/constructor',
  '/bank/list/{account}/..',
])('does not know %s', (bUrl) => expect(findRoute('POST', bUrl)).toBeUndefined());
