/** How an amount is typed: digits grouped while the fingers are at it. Texts throughout, never a number. */

/** More whole digits than the largest amount of any coin has. */
const WHOLE_DIGITS_MAX = 13;

/**
 * What was typed or pasted, as far as it can become an amount: grouping, currency signs and full-width digits are undone, the Chinese
 * full stop counts as the point, and what is too long is cut. It is not grouped, and may still end in its point: `12.`.
 */
export function cleanAmount(text: string, decimals: number): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[^0-9.]/g, '');
  const [digits = '', ...rest] = plain.split('.');
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS_MAX);
  if (rest.length === 0) return whole;
  return `${whole || '0'}.${rest.join('').slice(0, decimals)}`;
}

/** A cleaned amount as the field shows it: `12345.6` is `12,345.6`. */
export function groupAmount(typed: string): string {
  const [whole = '', fraction] = typed.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Without a point that no digit follows: what a form keeps and sends. */
export function settleAmount(typed: string): string {
  return typed.replace(/\.$/, '');
}

/** An amount of the wire as one would type it: `"3000.00"` is `3000`. */
export function toTyped(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

export interface AmountEdit {
  /** What the field showed. */
  readonly before: string;
  /** What the browser made of it, and where the caret stands in that. */
  readonly text: string;
  readonly caret: number;
  /** Which way a key erased; undefined for anything else. */
  readonly erased: 'backward' | 'forward' | undefined;
}

export interface TypedAmount {
  readonly typed: string;
  /** Where the caret belongs in the grouped text. */
  readonly caret: number;
}

/** The place behind the first `count` characters of a grouped text, its commas not counted. */
function placeBehind(grouped: string, count: number): number {
  let place = 0;
  for (let seen = 0; seen < count && place < grouped.length; place += 1)
    if (grouped[place] !== ',') seen += 1;
  return place;
}

/**
 * What an edit by the browser amounts to. Whoever erases a comma means the digit beyond it: the comma itself would be back at once, and
 * the key would seem dead.
 */
export function editAmount({ before, text, caret, erased }: AmountEdit, decimals: number): TypedAmount {
  const typed = cleanAmount(text, decimals);
  const behind = cleanAmount(text.slice(0, caret), decimals).length;
  const isComma = erased !== undefined && before[caret] === ',' && text.length === before.length - 1;
  if (!isComma) return { typed, caret: placeBehind(groupAmount(typed), behind) };
  const gone = erased === 'backward' ? behind - 1 : behind;
  const rest = cleanAmount(typed.slice(0, gone) + typed.slice(gone + 1), decimals);
  const left = cleanAmount(typed.slice(0, gone), decimals).length;
  return { typed: rest, caret: placeBehind(groupAmount(rest), left) };
}
