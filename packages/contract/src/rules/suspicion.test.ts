import { describe, expect, it } from 'vitest';
import { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage } from './message.ts';
import { suspicionsOf, type Suspicion } from './suspicion.ts';

describe('what is suspicious about a message', () => {
  it.each<[string, Suspicion[]]>([
    ['請改轉到 013-220015001234', ['account-number']],
    ['帳號 1 2 3 4 5 6 7 8 9 0 1 2', ['account-number']],
    ['８２２ １２３４５６７８９０１２', ['account-number']],
    ['①②③④⑤⑥⑦⑧⑨①', ['account-number']],
    ['八二二 一二三四五六七八九零一二', ['account-number']],
    ['街口 901234567', ['account-number']],
    ['12\u200B34\u200B56\u200B78\u200B90', ['account-number']],
    ['看這裡 https://pay.example/abc', ['link']],
    ['到 holdfast-help.com 填資料', ['link']],
    ['holdfast 點 com', ['link']],
    ['www.example', ['link']],
    ['加我的 LINE 聊', ['contact']],
    ['加賴 abc123', ['contact']],
    ['LINE ID: seller88', ['contact']],
    ['Telegram 找我', ['contact']],
    ['寫信到 someone@mail.example', ['contact']],
    ['私下聊 @seller_88', ['contact']],
    ['打 0912-345-678', ['contact']],
    ['+886 912 345 678', ['contact']],
    ['可以先放行嗎？我等一下轉', ['release-first']],
    ['麻煩您先幫我放幣', ['release-first']],
    ['please release it first, I pay in a minute', ['release-first']],
    ['可以先取消訂單嗎，我退款給您', ['cancel-first']],
    ['加 LINE 給您新帳號 822 123456789012，先放行', ['account-number', 'contact', 'release-first']],
  ])('%s', (text, found) => expect(suspicionsOf(text)).toEqual(found));

  it.each([
    '好的，正在轉',
    '已轉 NT$ 3,000，末五碼 20002',
    '金額 1,234,567.00 元',
    '我在 2026-11-23 14:05:33 轉帳的',
    '訂單 HF-261123-0391 已付款',
    '收到了，馬上放行',
    '我不會先放行的，請先付款',
    '用 LINE Pay 付的',
    '我用 LINE Bank 轉的',
    'I never release first',
    'Please release when you have checked your bank',
    '銀行說要等一兩三分鐘',
    '3000',
    '',
  ])('nothing: %s', (text) => expect(suspicionsOf(text)).toEqual([]));

  it('takes no longer for a text made to be slow', () => {
    const slow = [
      '1 '.repeat(250),
      'a-'.repeat(250),
      '先'.repeat(500),
      '@'.repeat(500),
      'release a '.repeat(50),
    ];
    const start = performance.now();
    for (const text of slow) suspicionsOf(text);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('a message', () => {
  it('is kept as it reads', () => {
    expect(normalizeMessage('  a\r\n\n\n\nb\u202Egnp.exe\u0007 ')).toBe('a\n\nbgnp.exe');
    expect(normalizeMessage('e\u0301')).toBe('é');
  });
  it('has something in it, and an end', () => {
    expect([isMessage(''), isMessage('𠮷'.repeat(MESSAGE_LENGTH_MAX))]).toEqual([false, true]);
    expect(isMessage('a'.repeat(MESSAGE_LENGTH_MAX + 1))).toBe(false);
  });
});
