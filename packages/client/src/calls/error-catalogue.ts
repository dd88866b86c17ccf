import { FIRST_ERRORS, type ErrorEntry } from '@holdfast/contract/first-errors';

/** What this app knows of errors: at first what its first code brings, which a first visit pays for; all of them once something asks. */
let known: Readonly<Record<string, ErrorEntry>> = FIRST_ERRORS;
let loading: Promise<void> | undefined;
const readers = new Set<() => void>();

async function load(): Promise<void> {
  try {
    known = (await import('@holdfast/contract/error-catalogue')).ERRORS;
    for (const reader of readers) reader();
  } catch (error) {
    // What was looked for in vain is looked for again when it is needed.
    loading = undefined;
    throw error;
  }
}

/** Loads the other errors, with whatever comes after the first screen. */
export function loadErrors(): Promise<void> {
  return (loading ??= load());
}

export const knownErrors = (): typeof known => known;

/** Calls `reader` once more is known; returns what ends this. */
export function onErrorsKnown(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Undefined for an error that this build does not know, or does not know yet. */
export function errorEntry(name: string): ErrorEntry | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** By what is known yet: enough for the codes that end a session, which are among the first. */
export function knownErrorName(code: number): string | undefined {
  return Object.keys(known).find((name) => known[name]?.code === code);
}

/** The answer that speaks of an error came a moment ago, so its entry is near; a person waits no longer for it than this. */
const LOAD_MS = 5000;

/** The name behind a code of the server; undefined for one that this build does not know. */
export async function findErrorName(code: number): Promise<string | undefined> {
  const name = knownErrorName(code);
  if (name !== undefined) return name;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LOAD_MS)));
  await Promise.race([loadErrors().catch(() => {}), limit]);
  clearTimeout(timer);
  return knownErrorName(code);
}
