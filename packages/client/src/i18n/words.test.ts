import { describe, expect, test } from 'vitest';
import { setSimplifiedTexts } from './simplified.ts';
import { defineWords, fillIn, sayIn } from './words.ts';

describe('filling in', () => {
  const words = defineWords({
    'zh-TW': { hello: '您好，{nick}', left: '還有 {count} 筆' },
    en: { hello: 'Hello, {nick}', left: '{count} {count|order|orders} left' },
  });

  test('takes the text of zh-CN from its table, and keeps the traditional one where the table has none', () => {
    setSimplifiedTexts([['還有 {count} 筆', '还有 {count} 笔']]);
    expect(sayIn(words, 'zh-CN')('left', { count: 2 })).toBe('还有 2 笔');
    expect(sayIn(words, 'zh-CN')('hello', { nick: '小林' })).toBe('您好，小林');
    setSimplifiedTexts([]);
  });

  test('puts the values where the language wants them', () => {
    expect(sayIn(words, 'zh-TW')('hello', { nick: '小林' })).toBe('您好，小林');
    expect(sayIn(words, 'en')('hello', { nick: '小林' })).toBe('Hello, 小林');
  });

  test('chooses the word by the number', () => {
    expect(sayIn(words, 'en')('left', { count: 1 })).toBe('1 order left');
    expect(sayIn(words, 'en')('left', { count: 2 })).toBe('2 orders left');
  });

  test('puts text in as text: a value with braces or markup is not read again', () => {
    expect(fillIn('{nick}', { nick: '{count}<b>$&' })).toBe('{count}<b>$&');
  });

  test('does not reach into the prototype', () => {
    expect(fillIn('{constructor}', {})).toBe('{constructor}');
  });
});
