import { AUDIT_ACTION_NAMES } from '@holdfast/contract/operators';

/** What stands behind the question mark of each address. Every value is a text; what is not understood is left out. */

type Raw = Readonly<Record<string, unknown>>;

const textOf = (raw: Raw, name: string): string | undefined => {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, 254) : undefined;
};

const oneOf = <const T extends string>(raw: Raw, name: string, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === textOf(raw, name));

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (raw: Raw, name: string): string | undefined => {
  const value = textOf(raw, name);
  return value !== undefined && DAY.test(value) ? value : undefined;
};

/** Without the fields that have no value, so that an address says only what differs from the usual. */
function tidy<T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export const signInSearch = (raw: Raw) => tidy({ ended: textOf(raw, 'ended'), next: textOf(raw, 'next') });

export const auditSearch = (raw: Raw) =>
  tidy({
    person: textOf(raw, 'person'),
    subject: textOf(raw, 'subject'),
    action: oneOf(raw, 'action', AUDIT_ACTION_NAMES),
    from: dayOf(raw, 'from'),
    to: dayOf(raw, 'to'),
  });

export const memberListSearch = (raw: Raw) => tidy({ search: textOf(raw, 'search') });

export const memberSearch = (raw: Raw) => tidy({ account: textOf(raw, 'account') });

export const requestSearch = (raw: Raw) =>
  tidy({ state: oneOf(raw, 'state', ['open', 'decided']), subject: textOf(raw, 'subject') });

/** Addresses carry texts, not JSON: a subject of digits stays a text, and a link can be typed. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}
