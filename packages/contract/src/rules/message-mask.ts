/**
 * A message as somebody reads it who has to judge what it looks like, and not to use what stands in it: of long numbers the end stays, of addresses the
 * beginning.
 */

/** So many digits are an account, a mobile or a card; a price has fewer. */
const DIGITS_MIN = 6;
const SHOWN_DIGITS = 3;
const DIGIT = '[0-9０-９〇零一壹二貳三參四肆五伍六陸七柒八捌九玖]';
const NUMBER = new RegExp(`${DIGIT}(?:[\\s\\-–—_.,、·*()/]{0,2}${DIGIT}){${DIGITS_MIN - 1},}`, 'g');
const ADDRESS = /[\p{L}\p{N}._+-]*@[\p{L}\p{N}._-]{2,}/gu;

function maskNumber(number: string): string {
  let left = Array.from(number.matchAll(new RegExp(DIGIT, 'g'))).length - SHOWN_DIGITS;
  return number.replace(new RegExp(DIGIT, 'g'), (digit) => (left-- > 0 ? '*' : digit));
}

export const maskMessage = (text: string): string =>
  text.replace(NUMBER, maskNumber).replace(ADDRESS, (address) => `${address.slice(0, 2)}***`);
