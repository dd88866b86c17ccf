import { allHold, type Clauses } from './clauses.ts';

/**
 * The number of each letter of a Taiwan ID: the household registration area, in the historical order that puts I, O, W and Z last.
 * https://www.ris.gov.tw: the letter counts as two digits, weights 1 and 9.
 */
export const TAIWAN_ID_LETTERS: Readonly<Record<string, number>> = {
  A: 10,
  B: 11,
  C: 12,
  D: 13,
  E: 14,
  F: 15,
  G: 16,
  H: 17,
  I: 34,
  J: 18,
  K: 19,
  L: 20,
  M: 21,
  N: 22,
  O: 35,
  P: 23,
  Q: 24,
  R: 25,
  S: 26,
  T: 27,
  U: 28,
  V: 29,
  W: 32,
  X: 30,
  Y: 31,
  Z: 33,
};

const WEIGHTS = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];

/** Whether the weighted sum of a letter and nine digits is divisible by 10. Resident certificates use the same one. */
export function isTaiwanChecksum(text: string): boolean {
  if (!/^[A-Z][0-9]{9}$/.test(text)) return false;
  const digits = `${TAIWAN_ID_LETTERS[text.charAt(0)] ?? ''}${text.slice(1)}`;
  return WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(digits.charAt(index)), 0) % 10 === 0;
}

export type TaiwanIdClause = 'length' | 'letter' | 'sex' | 'digits' | 'checksum';

/** Taiwan ID: one capital letter, 1 or 2, eight digits, weighted checksum divisible by 10 (spec 5). */
export function taiwanIdClauses(text: string): Clauses<TaiwanIdClause> {
  return {
    length: text.length === 10,
    letter: /^[A-Z]/.test(text),
    sex: /^.[12]/u.test(text),
    digits: /^.[0-9]+$/u.test(text),
    checksum: isTaiwanChecksum(text),
  };
}

export function isTaiwanId(text: string): boolean {
  return allHold(taiwanIdClauses(text));
}
