/**
 * Reads a value that came out of a storage or a stream: the value itself when it is of that kind, else undefined. What is kept
 * on a device is as untrusted as any input. The contract's schemas say the same and the tests hold the two together; zod itself
 * would be a tenth of what the sign-in page may weigh.
 */
export type Reader<T> = (value: unknown) => T | undefined;

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);
export const integer: Reader<number> = (value) =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export function matching(pattern: RegExp): Reader<string> {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined);
}

export function oneOf<const T extends string>(allowed: readonly T[]): Reader<T> {
  return (value) => allowed.find((one) => one === value);
}

/** All of them, or nothing. */
export function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item: unknown) => read(item));
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}

/** A missing value becomes `fallback`; a wrong one stays wrong. */
export function withDefault<T>(read: Reader<T>, fallback: T): Reader<T> {
  return (value) => (value === undefined ? fallback : read(value));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record of exactly these fields; what else it holds is left behind. */
export function recordOf<T extends object>(fields: { readonly [Key in keyof T]: Reader<T[Key]> }): Reader<T> {
  return (value) => {
    if (!isRecord(value)) return undefined;
    const read = Object.entries<Reader<unknown>>(fields).map(
      ([key, readField]) => [key, readField(Object.hasOwn(value, key) ? value[key] : undefined)] as const,
    );
    return read.every(([, field]) => field !== undefined) ? (Object.fromEntries(read) as T) : undefined;
  };
}
