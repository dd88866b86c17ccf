/** The shape of an error in the catalogue (`catalogue.ts`), and what makes one. */

/** A number from the server, `ERROR00n` from the channel, a negative number from the native shell, or null: never on any wire. */
export type WireCode = number | `ERROR${string}` | null;

/** `server`: sealed in a reply. `channel`: in place of a reply. `client`: found by the app itself. */
export type ErrorSource = 'server' | 'channel' | 'client';

/**
 * What to do with the same request. `never`: the answer is final, something else must change first. `later`: final for this command; the same
 * wish may succeed after a wait, as a new command. `same-rid`: it says nothing of the command, of which an earlier transmission may be
 * running: it is never stored as the command's answer, and the command is sent again with the RID it had.
 */
export type Retry = 'never' | 'later' | 'same-rid';

export interface ErrorEntry {
  readonly code: WireCode;
  readonly from: ErrorSource;
  readonly zhTW: string;
  readonly en: string;
  /** Data that must come along besides what the text shows. */
  readonly carries?: readonly string[];
  /** Reported to operators: a fault or a bug, never a mistake in typing. */
  readonly report: boolean;
  readonly signsOut: boolean;
  readonly retry: Retry;
}

type Options = Partial<Pick<ErrorEntry, 'report' | 'signsOut' | 'retry'>>;

export function entry<
  const C extends WireCode,
  const F extends ErrorSource,
  const Z extends string,
  const K extends string = never,
>(code: C, from: F, zhTW: Z, en: string, { carries, ...options }: Options & { carries?: readonly K[] } = {}) {
  const flags = { report: false, signsOut: false, retry: 'never' as Retry, ...options };
  const made = { code, from, zhTW, en, carries: carries ?? ([] as readonly K[]), ...flags };
  return made satisfies ErrorEntry;
}

/** A text of the catalogue with its data in place. A value that is missing stays visible as `{name}`: better than a sentence that lies. */
export function fillErrorText(text: string, data: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{([A-Za-z]+)\}/g, (whole, key: string) => {
    const value = data[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
}
