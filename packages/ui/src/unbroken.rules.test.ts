import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitUnbroken } from './unbroken.rules.ts';

const marked = (text: string) =>
  splitUnbroken(text)
    .map((piece) => (piece.isUnbroken ? `[${piece.text}]` : piece.text))
    .join('');

describe('a sentence', () => {
  test.each([
    ['鎖定後 15 分鐘內，用您本人的銀行帳戶匯款。', '鎖定後 [15 分鐘內，]用您本人的銀行帳戶匯款。'],
    ['請在 13:26 前處理', '[請在] [13:26 前處理]'],
    ['平均放行 2 分 10 秒', '平均放行 [2 分 10 秒]'],
    ['releases in 2 min 10 s', 'releases in [2 min 10 s]'],
    ['鎖定後 15\u00a0分鐘內，付 NT$\u00a03,000。', '鎖定後 [15\u00a0分鐘內，]付 [NT$\u00a03,000。]'],
    ['您付款 NT$ 3,000，收到 2,997 TWD。', '您付款 [NT$ 3,000，]收到 [2,997 TWD。]'],
    ['可買 500–20,000 TWD', '可買 [500–20,000 TWD]'],
    ['手續費（0.1%）', '手續費[（0.1%）]'],
    ['請輸入買入數量', '[請輸入]買入數量'],
    ['付完按「我已付款」。', '付完按[「我已付款」。]'],
    ['You have 15 minutes to pay.', 'You have [15 minutes] to pay.'],
    ['At most 20,000.', 'At most [20,000.]'],
    ['訂單 HF-240817-0391', '訂單 HF-240817-0391'],
    ['****9041', '****9041'],
    ['沒有數字的句子', '沒有數字的句子'],
    ['', ''],
  ])('%j is kept together as %j', (text, kept) => {
    expect(marked(text)).toBe(kept);
  });

  test('loses nothing in its pieces', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[請在分 0-9,.，。A-Z$]{0,30}$/));
    fc.assert(
      fc.property(text, (any) => {
        const pieces = splitUnbroken(any);
        expect(pieces.map((piece) => piece.text).join('')).toBe(any);
        expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      }),
    );
  });
});
