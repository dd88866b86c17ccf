/** Masks for logs, apart from the schemas they are made of (`maskOf` in field.ts): a client carries these and no schema. */

/**
 * What a log may show: a text as it is or its first character, a number, a boolean, one of a closed list of words, or of a record the
 * fields that are named. A list is shown item by item.
 */
export type Mask =
  | 'plain'
  | 'masked'
  | 'number'
  | 'boolean'
  | readonly string[]
  | { readonly [field: string]: Mask };

/** What stands in a log where a value may not. */
export const HIDDEN = '[hidden]';

const isWords = (mask: Mask): mask is readonly string[] => Array.isArray(mask);

/** A copy of `value` that may be logged. What the mask does not name and what does not fit it come out as `[hidden]`. */
export function redact(mask: Mask | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (mask === undefined) return HIDDEN;
  if (Array.isArray(value)) return value.map((one) => redact(mask, one));
  if (isWords(mask)) return mask.some((word) => word === value) ? value : HIDDEN;
  if (typeof mask === 'object') return redactFields(mask, value);
  if (mask === 'number' || mask === 'boolean') return typeof value === mask ? value : HIDDEN;
  if (typeof value !== 'string') return HIDDEN;
  return mask === 'plain' || value === '' ? value : `${Array.from(value)[0]}***`;
}

function redactFields(fields: Readonly<Record<string, Mask>>, value: unknown): unknown {
  if (typeof value !== 'object') return HIDDEN;
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, one]) => [
      key,
      redact(Object.hasOwn(fields, key) ? fields[key] : undefined, one),
    ]),
  );
}
