import { ERRORS } from '@holdfast/contract/errors';
import { FIRST_ERRORS } from '@holdfast/contract/first-errors';
import { AppError } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { errorEntry, findErrorName, knownErrorName } from './error-catalogue.ts';
import { toErrorText } from './use-error-text.ts';

describe('what an app knows of errors', () => {
  test('a code that is not among the first has its name, its facts and its text once its name was found', async () => {
    expect(await findErrorName(ERRORS.BANK_CARD_DUPLICATE.code)).toBe('BANK_CARD_DUPLICATE');
    expect(errorEntry('BANK_CARD_DUPLICATE')).toBe(ERRORS.BANK_CARD_DUPLICATE);
    expect(toErrorText(new AppError('BANK_CARD_DUPLICATE'), 'en')).toBe(ERRORS.BANK_CARD_DUPLICATE.en);
  });

  test('a code that this build does not know has none', async () => {
    expect(await findErrorName(19_999)).toBeUndefined();
  });

  test('an error whose text has not come says no machine word', () => {
    expect(toErrorText(new AppError('NEVER_HEARD_OF'), 'zh-TW')).toBe('連線不穩');
  });

  test('whatever ends a session, comes of the network or is found by the app itself is known from the first moment', () => {
    const others = Object.entries(ERRORS).filter(([name]) => !Object.hasOwn(FIRST_ERRORS, name));
    expect(others.filter(([, { signsOut, from }]) => signsOut || from === 'channel')).toEqual([]);
    const ofTheApp = others.flatMap(([name, { from }]) => (from === 'client' ? [name] : []));
    // Raised by a form that a person has to open: all errors are fetched beside it.
    expect(ofTheApp).toEqual(['CODE_ADDRESSES_NONE']);
    expect(knownErrorName(ERRORS.NOT_SIGNED_IN.code)).toBe('NOT_SIGNED_IN');
  });
});
