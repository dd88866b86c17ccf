import { expect, test } from 'vitest';
import { placeText } from './place-text.ts';

test.each([
  [{ place: '臺北市', network: '203.0.113.0/24' }, '臺北市', '臺北市'],
  [{ place: '', network: '203.0.113.0/24' }, '未知（203.0.113.0/24）', 'Unknown (203.0.113.0/24)'],
  [{ place: '', network: '' }, '未知', 'Unknown'],
  [{ place: 7 }, '', ''],
  [{}, '', ''],
])('%j is said as %j, in English as %j', (where, zh, en) => {
  expect([placeText(where, 'zh-TW'), placeText(where, 'en')]).toEqual([zh, en]);
});
