/** What the two parties of an order may have in common, and which of it tells operators that one person may stand behind both (threat D16). */

export const COMMON_TRACES = ['device', 'account', 'contact'] as const;
export type CommonTrace = (typeof COMMON_TRACES)[number];

/**
 * What may be compared of two members. Null: it flags nobody. A household, a dormitory and a whole mobile network share an address, and names and
 * levels say nothing of who somebody is; a rule by one of these would be a weapon against neighbours.
 */
export const TRACE_OF = {
  install: 'device',
  bankAccount: 'account',
  payAccount: 'account',
  mobile: 'contact',
  mail: 'contact',
  network: null,
  place: null,
  realName: null,
} as const satisfies Readonly<Record<string, CommonTrace | null>>;
export type Compared = keyof typeof TRACE_OF;

/** The traces that flag an order whose parties have this in common, each once and in the order of the list. */
export function tracesOf(inCommon: readonly Compared[]): CommonTrace[] {
  const found = new Set(inCommon.map((each) => TRACE_OF[each]));
  return COMMON_TRACES.filter((trace) => found.has(trace));
}
