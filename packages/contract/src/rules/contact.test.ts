import { describe, expect, it } from 'vitest';
import { countryCodeOf, isMail, isMobile, mobileClauses, toMail, toMobile } from './contact.ts';

describe('a mobile number', () => {
  it.each([
    ['0912345678', '+886912345678'],
    ['0912-345-678', '+886912345678'],
    [' 0912 345 678 ', '+886912345678'],
    ['０９１２３４５６７８', '+886912345678'],
    ['+886912345678', '+886912345678'],
    ['+886 0912 345 678', '+886912345678'],
    ['00886912345678', '+886912345678'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['+99900000001', '+99900000001'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(toMobile(typed)).toBe(kept);
    expect(isMobile(kept)).toBe(true);
  });

  it.each([
    ['', ['charset', 'country', 'length']],
    ['912345678', ['country']],
    ['0212345678', ['country']],
    ['+886212345678', ['country']],
    ['091234567', ['length']],
    ['09123456789', ['length']],
    ['+0123456789', ['country']],
    ['+1234567', ['length']],
    ['+1234567890123456', ['length']],
    ['+88691234567a', ['charset']],
    ['+١٢٣٤٥٦٧٨٩', ['charset', 'country']],
    ['++886912345678', ['charset', 'country']],
  ])('%s breaks %j', (typed, broken) => {
    const clauses = mobileClauses(typed);
    expect(Object.entries(clauses).flatMap(([name, holds]) => (holds ? [] : [name]))).toEqual(broken);
    expect(toMobile(typed)).toBeUndefined();
  });

  it('typed in another way is not yet the kept one', () => {
    expect(isMobile('0912345678')).toBe(false);
  });

  it.each([
    ['+886912345678', '886'],
    ['+14155550100', '1'],
    ['+79161234567', '7'],
    ['+85291234567', '852'],
    ['+819012345678', '81'],
    ['+8613800138000', '86'],
    ['+99900000001', '999'],
  ])('of %s the country is %s', (mobile, country) => expect(countryCodeOf(mobile)).toBe(country));
});

describe('a mail address', () => {
  it.each([
    ['Chen.Shi@Example.COM ', 'chen.shi@example.com'],
    ['a+b@mail.example.co', 'a+b@mail.example.co'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(toMail(typed)).toBe(kept);
    expect(isMail(kept)).toBe(true);
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@b',
    'a..b@example.com',
    'a.@example.com',
    'a b@example.com',
    'a@example.com\r\nBcc: all@example.com',
    '陳@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    'a@-example.com',
    'a@example.com, b@example.com',
  ])('is not %j', (typed) => expect(toMail(typed)).toBeUndefined());
});
