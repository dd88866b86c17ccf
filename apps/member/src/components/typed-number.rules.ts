import { COIN_SCALE, type Coin } from '@holdfast/kernel';

/** An amount of the wire as one would type it: `"3000.00"` is `3000`. */
export function toTyped(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** What a person types into a number field, as far as it can become one: grouping and full-width digits are undone. */
export function cleanNumber(coin: Coin | 'price', text: string): string {
  const plain = text.normalize('NFKC').replace(/[^0-9.]/g, '');
  const [whole = '', ...rest] = plain.split('.');
  const decimals = coin === 'price' ? 4 : COIN_SCALE[coin];
  const head = whole.replace(/^0+(?=\d)/, '');
  return rest.length === 0 ? head : `${head || '0'}.${rest.join('').slice(0, decimals)}`;
}
