import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepTogether, markWordEnds, withoutMarks } from './line-ends.ts';

/** As the product shows a text: `|` where a line may end between characters, `_` where it must not end at a space, `^` at a dash. */
const marked = (text: string) =>
  keepTogether(markWordEnds(text))
    .replaceAll('\u200b', '|')
    .replaceAll('\u00a0', '_')
    .replaceAll('\u2060', '^');

describe('a line may end', () => {
  test.each([
    ['時間到會自動取消', '時間|到會自動|取消'],
    ['請輸入買入數量', '請輸入|買入數量'],
    ['為保障您的帳戶權益，建議您完成實名驗證。', '為保障|您的帳戶|權益，建議|您完成|實名|驗證。'],
    ['付完按「我已付款」。', '付完按「我已付款」。'],
    ['銀行帳戶', '銀行|帳戶'],
    ['賣家', '賣家'],
  ])('in %j between words, and leaves no single character alone: %j', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test.each([
    ['付 NT$ 1,500，換 500 TWD', '付 NT$_1,500，換 500_TWD'],
    ['鎖定後 15 分鐘內，付款。', '鎖定後 15_分鐘內，付款。'],
    ['請在 13:26 前處理', '請在 13:26_前處理'],
    ['平均放行 2 分 10 秒', '平均|放行 2_分_10_秒'],
    ['releases in 2 min 10 s', 'releases in 2_min_10_s'],
    ['可買 500–20,000 TWD', '可買 500–^20,000_TWD'],
    ['Wait 30 seconds', 'Wait 30_seconds'],
    ['8月17日 23:30', '8月17日 23:30'],
    ['訂單 HF-240817-0391', '訂單 HF-240817-0391'],
    ['', ''],
  ])('in %j not between a number and its unit: %j', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test('and without its marks the text is the one that was written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[請在分鐘內付款自動取消 0-9,.，。A-Z$–]{0,30}$/),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(withoutMarks(keepTogether(markWordEnds(any)))).toBe(withoutMarks(any));
      }),
    );
  });
});
