import { appError } from '@holdfast/contract/errors';
import type { AppError } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { addError, asksToClose, firstError } from './waiting-errors.ts';

const all = (...errors: AppError[]) => errors.reduce(addError, [] as readonly AppError[]);

describe('errors that wait to be seen', () => {
  test('are each said once, in the order they came', () => {
    const [gone, offline] = [appError('PROXY_UNREACHABLE'), appError('OFFLINE')];
    expect(all(gone, offline, appError('PROXY_UNREACHABLE'))).toEqual([gone, offline]);
  });

  test('hide nobody: what has to be read goes before a flood of what passes by itself', () => {
    const refused = appError('ROLE_NOT_ALLOWED');
    const flood = Array.from({ length: 50 }, () => appError('CONNECTION_UNSTABLE'));
    expect(firstError(all(...flood, refused, ...flood))).toBe(refused);
  });

  test('differ by what they say', () => {
    const two = all(
      appError('HTTP_STATUS', { status: 502, url: '/a' }),
      appError('HTTP_STATUS', { status: 502, url: '/b' }),
    );
    expect(two).toHaveLength(2);
  });

  test('end a session once, whatever each of the calls under way came back with', () => {
    const ended = all(
      appError('NOT_SIGNED_IN', { reason: 'takeover' }),
      appError('SESSION_TIMEOUT'),
      appError('LOGIN_RECORD_NOT_FOUND'),
    );
    expect(ended.map(({ code }) => code)).toEqual(['NOT_SIGNED_IN']);
  });

  test.each([
    ['PROXY_UNREACHABLE', false],
    ['OFFLINE', false],
    ['CONNECTION_UNSTABLE', false],
    ['SESSION_TIMEOUT', true],
    ['ROLE_NOT_ALLOWED', true],
    ['LOG_OVERFLOW', true],
  ] as const)('%s has a close button: %s', (name, asks) => expect(asksToClose(appError(name))).toBe(asks));
});
