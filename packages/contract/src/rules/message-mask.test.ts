import { describe, expect, it } from 'vitest';
import { maskMessage } from './message-mask.ts';

describe('a masked message', () => {
  it.each([
    ['請轉到 822 1234-5678-9012 謝謝', '請轉到 *** ****-****-*012 謝謝'],
    ['打給我 ０９１２３４５６７８', '打給我 *******６７８'],
    ['帳號九八七六五四三二一', '帳號******三二一'],
    ['寫信到 amber.lin@mail.example 或 @amberlin', '寫信到 am*** 或 @a***'],
    ['先放行，我馬上付 3,000', '先放行，我馬上付 3,000'],
    ['', ''],
  ])('of %j is %j', (text, masked) => {
    expect(maskMessage(text)).toBe(masked);
  });
});
