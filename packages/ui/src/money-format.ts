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

/** A price of the wire, `"32.1500"`: at least two decimals, more only where they say something. */
export function formatPrice(price: string): string {
  const text = formatMoney(price, {});
  return text.replace(/(\.\d\d\d*?)0+$/, '$1');
}
