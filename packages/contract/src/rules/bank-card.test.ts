import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bankCardClauses,
  bankCardKey,
  BANKS,
  findBank,
  isBankCard,
  maskAccountNumber,
  maskHolderName,
  normalizeHolderName,
} from './bank-card.ts';
import { failedClauses } from './clauses.ts';

const CARD = { bankCode: '013', accountNumber: '123456789012', holderName: '陳哲' };

describe('the bank codes', () => {
  it('are three digits, each once, in order, with a name in both languages', () => {
    const codes = BANKS.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(BANKS.filter(({ code, zhTW, en }) => !/^[0-9]{3}$/.test(code) || !zhTW || !en)).toEqual([]);
  });

  it.each([
    ['004', '臺灣銀行'],
    ['013', '國泰世華銀行'],
    ['700', '中華郵政'],
    ['812', '台新銀行'],
    ['822', '中國信託銀行'],
  ])('%s is %s', (code, name) => expect(findBank(code)?.zhTW).toBe(name));

  it.each(['000', '13', '0013', '', 'abc'])('%j is nobody', (code) => expect(findBank(code)).toBeUndefined());
});

describe('a bank card', () => {
  it.each([
    CARD,
    { ...CARD, accountNumber: '1234567890' },
    { ...CARD, accountNumber: '1234567890123456' },
    { ...CARD, accountNumber: '1234 5678-9012' },
    { ...CARD, holderName: ' 陳哲 ' },
    { ...CARD, holderName: '𠮷田哲' },
    { ...CARD, holderName: '伊斯坦大‧莎瓦娜' },
    { ...CARD, holderName: 'Lin An-Chi' },
    { ...CARD, holderName: "J. O'Neil Jr." },
  ])('accepts %j', (card) => expect(isBankCard(card)).toBe(true));

  it.each([
    [{ bankCode: '999' }, ['bank']],
    [{ accountNumber: '123456789' }, ['accountLength']],
    [{ accountNumber: '12345678901234567' }, ['accountLength']],
    [{ accountNumber: '12345678901a' }, ['accountDigits']],
    [{ accountNumber: '１２３４５６７８９０' }, ['accountDigits']],
    [{ accountNumber: '' }, ['accountLength', 'accountDigits']],
    [{ holderName: '陳' }, ['holder']],
    [{ holderName: '陳'.repeat(21) }, ['holder']],
    [{ holderName: '陳Che' }, ['holder']],
    [{ holderName: '陳○哲' }, ['holder']],
    [{ holderName: '陳哲1' }, ['holder']],
    [{ holderName: '‧陳哲' }, ['holder']],
    [{ holderName: 'Lin--An' }, ['holder']],
    [{ holderName: '. .' }, ['holder']],
    [{ holderName: '陳\u200B哲' }, ['holder']],
  ])('refuses %j for %j', (part, failed) => {
    expect(failedClauses(bankCardClauses({ ...CARD, ...part }))).toEqual(failed);
  });

  it('brings a name to one form, so that nobody is compared by an invisible difference', () => {
    expect(normalizeHolderName('  Lin   An ')).toBe('Lin An');
    expect(normalizeHolderName('e\u0301')).toBe('é');
  });
});

describe('two cards are the same account', () => {
  it('when only spaces, hyphens or leading zeros differ', () => {
    const key = bankCardKey({ bankCode: '013', accountNumber: '0012345678' });
    expect(bankCardKey({ bankCode: '013', accountNumber: '00001234-5678' })).toBe(key);
    expect(bankCardKey({ bankCode: '013', accountNumber: '0000 0000 1234 5678' })).toBe(key);
  });

  it('never across banks, and never when a digit differs', () => {
    const account = fc.stringMatching(/^[1-9][0-9]{9,15}$/);
    const bankCode = fc.constantFrom(...BANKS.map(({ code }) => code));
    fc.assert(
      fc.property(bankCode, account, bankCode, account, (bank1, number1, bank2, number2) => {
        const same = bank1 === bank2 && number1 === number2;
        const [one, other] = [
          bankCardKey({ bankCode: bank1, accountNumber: number1 }),
          bankCardKey({ bankCode: bank2, accountNumber: number2 }),
        ];
        expect(one === other).toBe(same);
      }),
    );
  });
});

describe('what others see', () => {
  it('is the last four digits and not the length', () => {
    expect(maskAccountNumber('123456789012')).toBe('****9012');
    expect(maskAccountNumber('1234569012')).toBe('****9012');
  });

  it.each([
    ['陳哲', '陳○'],
    ['陳大哲', '陳○哲'],
    ['歐陽娜娜', '歐○○娜'],
    ['𠮷田哲', '𠮷○哲'],
    ['John Smith', 'J○○○ S○○○○'],
    ["J. O'Neil", "J. O'N○○○"],
    ['陳', '陳'],
    ['', ''],
  ])('of %s is %s', (name, mask) => expect(maskHolderName(name)).toBe(mask));
});
