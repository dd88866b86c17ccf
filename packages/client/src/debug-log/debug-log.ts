import type { BuiltPath } from '@holdfast/contract/calls';
import { DEBUG_LOG_DIVIDER } from '@holdfast/contract/constants';
import { appError, type ErrorName } from '@holdfast/contract/errors';
import type { AppError } from '@holdfast/kernel';
import type { DebugMode } from './records.ts';
import { createLogPieces } from './log-pieces.ts';

/** One call as it was made and answered: in memory only, until it has been masked. */
export interface CallRecord {
  readonly path: BuiltPath;
  readonly at: number;
  readonly tookMs: number;
  readonly input: unknown;
  readonly output?: unknown;
  /** Name and code alone: what an error carries may be anything. */
  readonly error?: { readonly name: string; readonly code?: number };
}

/** The start of the app comes first; the log, and the code that masks it, can wait. */
const WRITE_AFTER_MS = 3000;
const PENDING_MAX = 200;

export interface DebugLog {
  record: (call: CallRecord) => void;
  /** The whole log, with what has not been written yet. Whatever happens to the log after this call is not in it. */
  text: () => Promise<string>;
  size: () => number;
  isFull: () => boolean;
  clear: () => void;
  mode: () => DebugMode;
  setMode: (mode: DebugMode) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Options {
  area: Storage;
  /** False where the browser gives no storage that outlives the page. */
  isKept: boolean;
  mode: { read: () => DebugMode; write: (mode: DebugMode) => void };
  report: (error: AppError<ErrorName>) => void;
  loadMask: () => Promise<(call: CallRecord) => string>;
}

/**
 * The debug log (spec 3, spec 9): req, resp and error of each call in the session's storage, masked before it is written, on unless
 * `debugMod` says close. When it is full it says so once and stops; a sign-out clears it.
 */
export function createDebugLog({ area, isKept, mode, report, loadMask }: Options): DebugLog {
  const pieces = createLogPieces(area);
  const listeners = new Set<() => void>();
  let pending: CallRecord[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasSaidUnsupported = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const wants = (call: CallRecord) => {
    const present = mode.read();
    return present === 'open' || (present === 'errorOnly' && call.error !== undefined);
  };
  const write = async () => {
    timer = undefined;
    const batch = pending;
    const mask = await loadMask().catch(() => undefined);
    // Without its masks nothing is written; the next call tries again. A log cleared meanwhile takes nothing of before.
    if (!mask || batch !== pending) return;
    pending = [];
    const hadRoom = !pieces.isFull();
    for (const call of batch) if (!pieces.add(mask(call))) break;
    if (hadRoom && pieces.isFull()) report(appError('LOG_OVERFLOW'));
    tell();
  };

  return {
    record(call) {
      if (!wants(call) || pieces.isFull()) return;
      if (!isKept) {
        if (!hasSaidUnsupported) report(appError('LOG_UNSUPPORTED'));
        hasSaidUnsupported = true;
        return;
      }
      pending.push(call);
      if (pending.length > PENDING_MAX) pending.shift();
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
    },
    async text() {
      const written = pieces.text();
      const waiting = [...pending];
      if (waiting.length === 0) return written;
      const mask = await loadMask();
      return [written, ...waiting.map(mask)].filter(Boolean).join(DEBUG_LOG_DIVIDER);
    },
    size: pieces.size,
    isFull: pieces.isFull,
    clear() {
      clearTimeout(timer);
      timer = undefined;
      pending = [];
      pieces.clear();
      tell();
    },
    mode: mode.read,
    setMode(next) {
      mode.write(next);
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
