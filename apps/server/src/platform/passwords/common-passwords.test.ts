import { isPassword } from '@holdfast/contract/rules';
import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  'Password1',
  'pASSWORD1',
  'Passw0rd1',
  'P@ssword123',
  'Qwerty123',
  'Iloveyou520',
  'Taiwan2024',
  'Holdfast1',
  'Abc123!',
])('contains %s', (password) => {
  expect(isPassword(password)).toBe(true);
  expect(isCommonPassword(password)).toBe(true);
});

it.each(['Kelp7tide', 'Amber9reef', 'xR4!mQ9z', '', '\n', 'Zzzzzzzzzzz9', '0Aaaaaaaaaa'])(
  'does not contain %j',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
