import { ERRORS, type ErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { decideMemberInfoFailure } from './member-info.rules.ts';

describe('a member info that failed', () => {
  test.each<[ErrorName, string]>([
    ['MEMBER_NOT_FOUND', 'sign-out'],
    ['PARAMETERS_INVALID', 'sign-out'],
    ['ROLE_NOT_ALLOWED', 'sign-out'],
    ['DATABASE_UNAVAILABLE', 'tell'],
    ['RATE_LIMITED', 'tell'],
    ['MAINTENANCE', 'tell'],
    ['FAULT', 'tell'],
    ['OFFLINE', 'tell'],
    ['PROXY_UNREACHABLE', 'tell'],
    ['CONNECTION_UNSTABLE', 'tell'],
    ['NOT_SIGNED_IN', 'handled'],
    ['SESSION_TIMEOUT', 'handled'],
    ['LOGIN_RECORD_NOT_FOUND', 'handled'],
  ])('with %s asks to %s', (name, what) => {
    expect(decideMemberInfoFailure(new AppError(name), ERRORS[name])).toBe(what);
  });

  test('with a refusal that this build does not know asks to sign-out', () => {
    expect(decideMemberInfoFailure(new AppError('CODE_19999'), undefined)).toBe('sign-out');
  });
});
