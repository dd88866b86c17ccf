import type { CallPath } from '../calls/registry.ts';

/** What a client needs to put a call into words. Apart from the registry, so that no client carries the schemas of all calls for it. */

/** The pairs of the request that belong to every call and never reach its schema. */
export const ENVELOPE_PAIRS = ['device', 'checksum', 'active', 'transpass'] as const;

/** The B_URL of a call with its parameters in place. Values must fit the channel's path grammar. */
export function bUrlOf(path: CallPath, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{([a-z]+)\}/gi, (_, name: string) => {
    const value = params[name];
    if (value === undefined || !/^[A-Za-z0-9_-]{1,64}$/.test(value))
      throw new TypeError(`${path} needs {${name}}`);
    return value;
  });
}

/** A call's input as the pairs of the request: texts as they are, everything else as JSON text, absent values left out. */
export function toPairs(input: object): [string, string][] {
  return Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
    value === undefined
      ? []
      : [[key, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
  );
}
