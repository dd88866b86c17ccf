import { BANKS } from '@holdfast/contract/rules';
import { expect, it } from 'vitest';
import { searchBanks } from './search-banks.ts';

it.each([
  ['822', ['822']],
  ['８２２', ['822']],
  ['82', ['822', '823', '824', '826']],
  ['81', ['810', '812', '816']],
  ['中國信託', ['822']],
  ['台灣銀', ['004']],
  ['臺灣銀', ['004']],
  ['中國\u200b信託', ['822']],
  ['ctbc', ['822']],
  ['822 中國信託銀行', ['822']],
  ['no such bank', []],
])('%j finds %j', (typed, codes) => expect(searchBanks(typed).map(({ code }) => code)).toEqual(codes));

it('finds every bank for nothing', () => expect(searchBanks(' ')).toEqual(BANKS));
