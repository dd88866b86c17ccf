import { describe, expect, it } from 'vitest';
import { isRemarkTooLong, normalizeRemark, REMARK_LENGTH_MAX, remarkDoubts, remarkFaults } from './remark.ts';

const found = (text: string) => remarkFaults(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

describe('a remark', () => {
  it.each([
    ['晚上八點後回覆比較快'],
    ['大額請先在訂單留言，謝謝'],
    ['只收本人帳戶匯款'],
    ['I answer within five minutes, weekdays only'],
    ['單筆 1,000–20,000，匯款請備註訂單編號'],
  ])('that says how somebody trades is published: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['加我 LINE: amber88', 'contact'],
    ['聯絡 0912-345-678', 'contact'],
    ['匯到 822 1234 5678 9012', 'account-number'],
    ['看 https://example.com/pay 說明', 'link'],
    ['請先放行再付款', 'release-first'],
    ['訂單先取消，另外算便宜', 'cancel-first'],
  ])('that leads out of the product is refused, and the place is found: %s', (text, kind) => {
    const faults = remarkFaults(text);
    expect(faults.map((fault) => fault.kind)).toContain(kind);
    for (const { from, to } of faults) expect(text.slice(from, to).trim()).not.toBe('');
  });

  it('marks the whole number or address, and nothing around it', () => {
    expect(found('寫信到 amber@example.com 喔')).toContainEqual(['contact', 'amber@example.com']);
    expect(found('帳號 123456789012 謝謝')).toEqual([['account-number', '123456789012']]);
  });

  it('hides nothing behind what cannot be seen, nor behind wide digits', () => {
    expect(found('０９１２\u200B３４５６７８').map(([kind]) => kind)).toEqual(['contact']);
    expect(normalizeRemark('a\u202Eb\u200Bc\u0007')).toBe('abc');
  });

  it('has so many characters at most', () => {
    expect(isRemarkTooLong('好'.repeat(REMARK_LENGTH_MAX))).toBe(false);
    expect(isRemarkTooLong('好'.repeat(REMARK_LENGTH_MAX + 1))).toBe(true);
  });

  it('that may mean more than it says is looked at, and published', () => {
    for (const text of ['歡迎私訊', '我的賴很好找', '先收訂金', '末六碼 123456']) {
      expect(found(text)).toEqual([]);
      expect(remarkDoubts(text)).not.toEqual([]);
    }
    expect(remarkDoubts('晚上八點後回覆比較快')).toEqual([]);
  });
});
