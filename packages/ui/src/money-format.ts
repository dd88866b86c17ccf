export interface MoneyParts {
  sign: '' | '+' | '−';
  /** Grouped by thousands: `15,480`. */
  whole: string;
  /** With its point, or empty: `.00`. */
  fraction: string;
}

interface MoneyFormat {
  /** Shows a plus before a gain; a loss has its minus either way. Zero has no sign. */
  signed?: boolean;
  /** Drops zeros at the end of the fraction, and the point with them: `3,000`, `1.5`. */
  trim?: boolean;
}

/** A decimal amount of the wire (`"-1234.500000"`) in the parts that a screen sets; undefined when it is none. */
export function toMoneyParts(value: string, { signed, trim }: MoneyFormat = {}): MoneyParts | undefined {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(value);
  if (!match) return undefined;
  const [, minus, digits = '', decimals = ''] = match;
  const fraction = trim ? decimals.replace(/\.?0+$/, '') : decimals;
  const isZero = /^[0.]*$/.test(digits + decimals);
  return {
    sign: isZero ? '' : minus ? '−' : signed ? '+' : '',
    whole: digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ','),
    fraction,
  };
}

/** The same as one text, for sentences: `3,000`. An unreadable value gives an em dash, never a zero. */
export function formatMoney(value: string, format: MoneyFormat = { trim: true }): string {
  const parts = toMoneyParts(value, format);
  return parts ? `${parts.sign}${parts.whole}${parts.fraction}` : '—';
}

/** A fraction without the zeros at its end: what it says. */
const saidBy = (price: string) => (price.split('.')[1] ?? '').replace(/0+$/, '');

const PRICE_DECIMALS_MIN = 2;

/** How many decimals prices need that stand in one column: as many as the one that says the most. */
export function priceDecimals(prices: readonly string[]): number {
  return Math.max(PRICE_DECIMALS_MIN, ...prices.map((price) => saidBy(price).length));
}

/** A price of the wire, `"32.1500"`, with that many decimals; its own may be more, and none of them is lost. */
export function formatPrice(price: string, decimals = PRICE_DECIMALS_MIN): string {
  const whole = formatMoney(price.split('.')[0] ?? '');
  return whole === '—' ? whole : `${whole}.${saidBy(price).padEnd(decimals, '0')}`;
}
