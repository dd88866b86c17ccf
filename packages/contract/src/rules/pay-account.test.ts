import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import {
  isPayAccount,
  maskPayTarget,
  PAY_CODE_LENGTH_MAX,
  payAccountClauses,
  readPayCode,
} from './pay-account.ts';

const JKOPAY = 'https://service.jkopay.com/r/transfer?j=Transfer:901234567';
const TWQR = 'TWQRP://個人轉帳/158/02/V1?D5=822&D6=0000901234567890&D10=901';

describe('the code of a pay account', () => {
  it.each([
    [JKOPAY, 'jkopay', 'service.jkopay.com', '901234567'],
    [TWQR, 'twqr', '822', '901234567890'],
    ['TWQRP://822NTTransfer/158/02/V1?D6=901234567890&D5=822', 'twqr', '822', '901234567890'],
    [encodeURIComponent(TWQR), 'twqr', '822', '901234567890'],
    ['https://line.me/R/nv/wallet/transfer/abc123', 'linepay', 'line.me', '/R/nv/wallet/transfer/abc123'],
    ['https://www.pxpayplus.com/t/9abc', 'pxpay', 'www.pxpayplus.com', '/t/9abc'],
  ])('%s is of %s', (code, app, place, account) => {
    expect(readPayCode(code)).toMatchObject({ app, place, account });
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script behind a page', 'https://service.jkopay.com/r/transfer?j=javascript:alert(1)'],
    ['a page of data', 'data:text/html,<script>'],
    ['a page without encryption', JKOPAY.replace('https', 'http')],
    ['a page of somebody else', 'https://jkopay.com.example/r/transfer?j=Transfer:901234567'],
    ['a host that only ends alike', 'https://notjkopay.com/r/transfer?j=Transfer:901234567'],
    ['a name before the host', 'https://service.jkopay.com@example.com/r/transfer?j=Transfer:901234567'],
    ['another port', 'https://service.jkopay.com:8443/r/transfer?j=Transfer:901234567'],
    ['a line break', `${JKOPAY}\nhttps://example.com`],
    ['a letter that looks like another', JKOPAY.replace('jkopay', 'jkоpay')],
    ['another page of the app', 'https://service.jkopay.com/r/aweb?url=https://example.com'],
    ['a purchase by LINE Pay', 'https://line.me/R/pay/payment/ab12CD34'],
    ['a screen of LINE Pay', 'https://line.me/R/pay/generateQR'],
    ['a friend of LINE', 'https://line.me/ti/p/abc123'],
    ['a code to pay with', '289912345678901234'],
    ['a purchase', TWQR.replace('/158/02/', '/158/01/')],
    ['another country', TWQR.replace('/158/', '/392/')],
    ['a fixed sum', `${TWQR}&D1=10000`],
    ['a memo', `${TWQR}&D9=1`],
    ['a bank named twice', `${TWQR}&D5=012`],
    ['another currency', TWQR.replace('D10=901', 'D10=840')],
    ['no account', TWQR.replace('0000901234567890', '0000000000000000')],
    ['nothing', ''],
    ['more than any code says', `https://www.pxpayplus.com/${'a'.repeat(PAY_CODE_LENGTH_MAX)}`],
  ])('is not %s', (_, code) => expect(readPayCode(code)).toBeUndefined());

  it('has one key for one account, however it is written', () => {
    const keyOf = (code: string) => readPayCode(code)?.key;
    expect(keyOf('https://jkopay.com/r/transfer?j=Transfer%3A901234567')).toBe(keyOf(JKOPAY));
    expect(keyOf('HTTPS://SERVICE.JKOPAY.COM/r/transfer?j=Transfer:901234567')).toBe(keyOf(JKOPAY));
    expect(keyOf('twqrp://x/158/02/v1?D6=901234567890&D5=822')).toBe(keyOf(TWQR));
    expect(keyOf('https://pxpay.com.tw/t?b=2&a=1')).toBe(keyOf('https://pxpay.com.tw/t?a=1&b=2'));
  });

  it('is read without an error, whatever a picture says', () => {
    const parts = fc.constantFrom(JKOPAY, TWQR, 'TWQRP%3A%2F%2F%E5', '%', '&D5=', '://', '/158/02/V1?');
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), (texts) => {
        const target = readPayCode(texts.join(''));
        // What is given to a payer's app is itself such a code, of the same account.
        expect(target && readPayCode(target.code)?.key).toBe(target?.key);
      }),
      { numRuns: 2000 },
    );
  });

  it('is shown by where it leads to and the end of the account', () => {
    expect(maskPayTarget({ place: 'service.jkopay.com', account: '901234567' })).toBe(
      'service.jkopay.com ****4567',
    );
  });
});

describe('a pay account', () => {
  it.each([
    [{ app: 'jkopay', code: JKOPAY, holderName: '林示範' }, []],
    [{ app: 'linepay', code: JKOPAY, holderName: '林示範' }, ['app']],
    [{ app: 'jkopay', code: 'javascript:1', holderName: '' }, ['code', 'holder']],
  ])('%o breaks %o', (input, failed) => {
    expect(failedClauses(payAccountClauses(input))).toEqual(failed);
    expect(isPayAccount(input)).toBe(failed.length === 0);
  });
});
