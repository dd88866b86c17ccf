import { describe, expect, it } from 'vitest';
import { simplifiedTextsModule, toSimplifiedText } from './simplified-texts.ts';

describe('zh-CN', () => {
  it.each([
    ['登入密碼', '登录密码'],
    ['連線商業銀行', '连线商业银行'],
    ['離線，重新連線中…', '已离线，重新连接中…'],
    ['您已被登出', '您已退出登录'],
    ['帳號與暱稱只能變更一次', '账号与昵称只能更改一次'],
    ['{nick} 已付款，請在 {time} 前確認入帳', '{nick} 已付款，请在 {time} 前确认到账'],
    ['付款帳號末五碼', '付款账号后五位'],
  ])('%s is %s', (text, simplified) => expect(toSimplifiedText(text)).toBe(simplified));

  it('holds each text of the app once, and none that stays the same', () => {
    const module = (path: string, ...texts: string[]) => ({
      path,
      text: '',
      imports: [],
      uses: [],
      functions: [],
      strings: texts.map((text) => ({ text, line: 1 })),
    });
    const made = simplifiedTextsModule([
      module('apps/member/src/features/a/a.words.ts', '開啟', '開啟', '人', 'open'),
      module('apps/member/src/features/a/a.test.ts', '測試'),
    ]);
    expect(made.match(/^ {2}\[/gm)).toEqual(['  [']);
    expect(made).not.toContain('測');
  });
});
