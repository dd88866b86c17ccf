import { readFileSync } from 'node:fs';
import { AppError } from '@holdfast/kernel';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  appError,
  ERRORS,
  errorText,
  fail,
  findErrorByCode,
  isErrorName,
  isFailure,
  isWireErrorName,
  wireError,
  type ErrorData,
  type ErrorEntry,
  type ErrorName,
} from './index.ts';

const ENTRIES = Object.entries(ERRORS) as [ErrorName, ErrorEntry][];

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name).toSorted();
}

describe('the error catalogue', () => {
  it('equals docs/errors.md, both ways', () => {
    const docs = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
    const rows = docs
      .split('\n')
      .filter((line) => /^\| [A-Z_]+ \|/.test(line))
      .map((line) => line.slice(2, -2).split(' | '));
    const written = rows.map(([name, code, from, zhTW, en]) => ({ name, code, from, zhTW, en }));
    const known = ENTRIES.map(([name, { code, from, zhTW, en }]) => ({
      name,
      code: String(code ?? '-'),
      from,
      zhTW,
      en,
    }));
    expect(written).toEqual(known);
    expect(written.length).toBeGreaterThan(50);
  });

  it('gives every code to one error', () => {
    const codes = ENTRIES.map(([, { code }]) => code).filter((code) => code !== null);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('keeps the codes of the specification below 11000 and starts ours there', () => {
    const asked = [0, 10101, 10201, 10202, 10301, 10302, 10315, 10392, 10404, 10707];
    const fromServer = ENTRIES.filter(([, { from }]) => from === 'server').map(([, { code }]) =>
      Number(code),
    );
    expect(fromServer.filter((code) => code < 11_000).toSorted((a, b) => a - b)).toEqual(asked);
    expect(fromServer.filter((code) => code >= 12_000)).toEqual([]);
  });

  it.each(ENTRIES)('%s has a text in both languages that shows the same data', (_, { zhTW, en }) => {
    expect(zhTW).toMatch(/\p{Script=Han}/u);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(placeholders(en)).toEqual(placeholders(zhTW));
  });

  it('keeps a RID alive where nothing is said of the command: faults, overload, maintenance, the end of a session', () => {
    const keepers = ENTRIES.filter(([, { from, retry }]) => from === 'server' && retry === 'same-rid');
    expect(keepers.map(([name]) => name)).toEqual([
      'DATABASE_UNAVAILABLE',
      'SESSION_TIMEOUT',
      'NOT_SIGNED_IN',
      'LOGIN_RECORD_NOT_FOUND',
      'FAULT',
      'RATE_LIMITED',
      'MAINTENANCE',
      'OVERLOADED',
      'LISTING_CROWDED',
      'STORAGE_UNAVAILABLE',
    ]);
    expect(ENTRIES.filter(([, { signsOut, retry }]) => signsOut && retry !== 'same-rid')).toEqual([]);
    expect(ENTRIES.filter(([, { from }]) => from === 'channel').map(([, { retry }]) => retry)).toEqual(
      Array(3).fill('same-rid'),
    );
  });
});

describe('raising an error', () => {
  it('carries name and data', () => {
    const error = appError('BANK_CARD_LIMIT', { max: 5 }, { cause: 'why' });
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'BANK_CARD_LIMIT', data: { max: 5 }, cause: 'why' });
  });

  it('throws even where "throw" was forgotten', () => {
    expect(() => fail('LISTING_OWN')).toThrow('LISTING_OWN');
  });

  it('asks, by type, for what the text shows and what the error carries', () => {
    expectTypeOf<ErrorData<'AMOUNT_OUT_OF_LIMITS'>['min']>().toEqualTypeOf<string | number>();
    expectTypeOf<{ order: object }>().toExtend<ErrorData<'ORDER_STATE_CHANGED'>>();
    // @ts-expect-error the text shows {max}
    expect(() => fail('BANK_CARD_LIMIT')).toThrow(AppError);
    // @ts-expect-error the changed listing's version must come along
    expect(() => fail('LISTING_CHANGED', {})).toThrow(AppError);
    // @ts-expect-error no such error
    expect(() => fail('NOPE')).toThrow(AppError);
  });

  it('is recognised by name', () => {
    expect(isFailure(appError('ORDER_NOT_FOUND'), 'ORDER_NOT_FOUND')).toBe(true);
    expect(isFailure(appError('ORDER_NOT_FOUND'), 'LISTING_NOT_FOUND')).toBe(false);
    expect(isFailure(new Error('ORDER_NOT_FOUND'), 'ORDER_NOT_FOUND')).toBe(false);
    expect(isErrorName('toString')).toBe(false);
  });
});

describe('texts and replies', () => {
  it('puts the data into the text', () => {
    expect(errorText('AMOUNT_OUT_OF_LIMITS', { min: '10', max: '20' })).toBe('數量須介於 10 與 20 之間');
    expect(errorText('AMOUNT_OUT_OF_LIMITS', { min: 10, max: 20 }, 'en')).toBe(
      'The quantity must be between 10 and 20',
    );
  });

  it('reads well where the limit is one, which is that of the lowest level', () => {
    const text = errorText('LOCK_CAP_REACHED', { max: 1 }, 'en');
    expect(text).toBe('You have reached your limit of orders in progress: 1');
  });

  it('leaves a hole visible, and never runs what the data say', () => {
    expect(errorText('BANK_CARD_LIMIT')).toContain('{max}');
    expect(errorText('BANK_CARD_LIMIT', { max: '$&{max}' })).toContain('$&{max}');
    expect(errorText('BANK_CARD_LIMIT', { max: { toString: () => 'x' } })).toContain('{max}');
  });

  it('answers on the wire with code, text and data', () => {
    expect(wireError('RATE_LIMITED', { seconds: 30 })).toEqual({
      errorCode: 11001,
      errorMessage: '操作過於頻繁，請於 30 秒後再試',
      data: { seconds: 30 },
    });
    expect(wireError('LISTING_OWN')).toEqual({
      errorCode: 11304,
      errorMessage: '不能鎖定自己的掛單',
      data: {},
    });
  });

  it('begins the cancel-limit text with the words that clients look for', () => {
    const { errorMessage } = wireError('CANCEL_LIMIT', { used: 3, max: 3, until: '00:00' });
    expect(errorMessage).toBe('當日取消訂單超過限制（3/3），可於 00:00 後再操作');
  });

  it('lets only server errors into a reply', () => {
    expect(isWireErrorName('LISTING_OWN')).toBe(true);
    expect(isWireErrorName('PIN_WRONG')).toBe(false);
    // @ts-expect-error found by the app itself
    expect(wireError('PIN_WRONG').errorCode).toBeNull();
  });

  it('finds a name by its code, whichever kind of code it is', () => {
    expect(findErrorByCode(10315)).toBe('LOGIN_RECORD_NOT_FOUND');
    expect(findErrorByCode('ERROR001')).toBe('CHANNEL_EXPIRED');
    expect(findErrorByCode(-6)).toBe('OFFLINE');
    expect(findErrorByCode(99_999)).toBeUndefined();
  });
});
