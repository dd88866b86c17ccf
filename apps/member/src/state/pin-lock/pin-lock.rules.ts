import { PIN_LENGTH } from '@holdfast/contract/constants';

/**
 * The PIN lock as a table (spec 4, decision 4): what each event does in each phase. What the controller has to do besides is named
 * by an effect, so that everything that decides can be walked through by a test.
 */

/** `starting`: whether there is a PIN is not known yet. `damaged`: what is kept does not open; only a new sign-in leads out. */
export type PinLockPhase =
  | 'off'
  | 'open'
  | 'grace'
  | 'starting'
  | 'locked-intro'
  | 'locked-entry'
  | 'delayed'
  | 'damaged'
  | 'wiped';

export type PinLockAlert = 'PIN_INCOMPLETE' | 'PIN_WRONG' | 'BIOMETRIC_FAILED';

export interface Lock {
  readonly phase: PinLockPhase;
  /** Why it is locked: somebody left the app, or it was opened anew. */
  readonly cause: 'left' | 'start';
  readonly digits: string;
  readonly alert: PinLockAlert | undefined;
  /** A comparison is under way: nothing can be typed. */
  readonly isChecking: boolean;
  /** What is left of a delay or of the grace, in milliseconds of a clock that nobody can move. */
  readonly waitMs: number;
}

export type PinLockEvent =
  /** Somebody is signed in, and what the device keeps is being read. */
  | { readonly type: 'starting' }
  /** What is kept on the device was read while the app started or a session appeared from elsewhere. */
  | { readonly type: 'started'; readonly kept: KeptPinLock }
  /** A password was accepted just now, in this tab. */
  | { readonly type: 'signed-in' }
  | { readonly type: 'signed-out' }
  /** The feature, the PIN or `pinUnlock` were switched. */
  | { readonly type: 'switched'; readonly isActive: boolean }
  | { readonly type: 'inactive'; readonly graceMs: number }
  | { readonly type: 'active' }
  | { readonly type: 'tap' }
  | { readonly type: 'digit'; readonly digit: string }
  | { readonly type: 'delete' }
  | { readonly type: 'submit' }
  | { readonly type: 'matched' }
  | { readonly type: 'mismatched'; readonly failures: number }
  /** Nothing was compared: a delay that another tab began is still running. */
  | { readonly type: 'waiting'; readonly waitMs: number }
  | { readonly type: 'unreadable' }
  | { readonly type: 'biometric-ok' }
  | { readonly type: 'biometric-failed' }
  /** The way out for whoever does not know the PIN: everything is forgotten, the next sign-in takes the password. */
  | { readonly type: 'forgot' }
  | { readonly type: 'tick'; readonly elapsedMs: number }
  | { readonly type: 'elsewhere'; readonly was: 'locked' | 'opened' };

/** What was found on the device at the start. */
export type KeptPinLock =
  | { readonly is: 'inactive' }
  | { readonly is: 'damaged' }
  | { readonly is: 'active'; readonly failures: number; readonly waitMs: number };

/** `open`: it was opened here and now. `check`: count, then compare. `wipe`: forget everything. */
export type PinLockEffect = 'open' | 'check' | 'wipe';

export interface Step {
  readonly lock: Lock;
  readonly effect?: PinLockEffect;
}

export const FAILURES_MAX = 10;
export const GRACE_MS = 60_000;

const AT_REST = { cause: 'left', digits: '', alert: undefined, isChecking: false, waitMs: 0 } as const;
export const LOCK_OFF: Lock = { ...AT_REST, phase: 'off' };

function lockIn(phase: PinLockPhase, more: Partial<Lock> = {}): Lock {
  return { ...AT_REST, phase, ...more };
}

/** Whether nothing of the member may be on the screen. */
export function isCovered({ phase }: Pick<Lock, 'phase'>): boolean {
  return phase !== 'off' && phase !== 'open' && phase !== 'grace';
}

/** Whether a PIN or a finger would open it now. */
export function canUnlock({ phase }: Pick<Lock, 'phase'>): boolean {
  return phase === 'locked-intro' || phase === 'locked-entry' || phase === 'delayed';
}

interface LockFacts {
  /** The server's switch; on until it says otherwise. */
  readonly isFeatureOn: boolean;
  readonly isPinSet: boolean;
  readonly isPinUnlockOn: boolean;
  readonly isSignedIn: boolean;
}

/** The lock is active only while all of these hold (spec 4). */
export function isPinLockActive(facts: LockFacts): boolean {
  return facts.isFeatureOn && facts.isPinSet && facts.isPinUnlockOn && facts.isSignedIn;
}

/** How long no PIN is taken after that many wrong ones in a row. */
export function waitAfter(failures: number): number {
  if (failures < 5) return 0;
  if (failures === 5) return 30_000;
  return failures === 6 ? 60_000 : 300_000;
}

/** PINs that somebody would try first: one digit four times, a run, a pair twice, a year. They are warned about, not refused. */
export function isWeakPin(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0));
  const isRun = [0, 1, -1].some((step) => steps.every((one) => one === step));
  return isRun || pin.slice(0, 2) === pin.slice(2) || /^(19[5-9]|20[0-2])\d$/.test(pin);
}

export function step(lock: Lock, event: PinLockEvent): Step {
  // A wipe that has begun is not stopped by an answer that comes late.
  if (lock.phase === 'wiped' && event.type !== 'signed-out' && event.type !== 'signed-in') return { lock };
  switch (event.type) {
    case 'starting':
      return { lock: lockIn('starting') };
    case 'started':
      return begin(event.kept);
    case 'signed-in':
      return { lock: lockIn('open') };
    case 'signed-out':
      return { lock: LOCK_OFF };
    case 'switched':
      return { lock: switched(lock, event.isActive) };
    case 'inactive':
      return leave(lock, event.graceMs);
    case 'active':
      return { lock: lock.phase === 'grace' ? lockIn('open') : lock };
    case 'tick':
      return tick(lock, event.elapsedMs);
    case 'elsewhere':
      return followOther(lock, event.was);
    case 'biometric-ok':
      return canUnlock(lock) ? { lock: lockIn('open'), effect: 'open' } : { lock };
    case 'biometric-failed':
      return { lock: canUnlock(lock) ? { ...lock, alert: 'BIOMETRIC_FAILED' } : lock };
    case 'unreadable':
      return { lock: lockIn('damaged') };
    case 'forgot':
      return isCovered(lock) ? { lock: lockIn('wiped'), effect: 'wipe' } : { lock };
    case 'mismatched':
      return mismatch(event.failures);
    case 'waiting':
      return { lock: lockIn('delayed', { waitMs: event.waitMs }) };
    default:
      return type(lock, event);
  }
}

function begin(kept: KeptPinLock): Step {
  if (kept.is === 'inactive') return { lock: LOCK_OFF };
  if (kept.is === 'damaged') return { lock: lockIn('damaged', { cause: 'start' }) };
  if (kept.failures >= FAILURES_MAX) return { lock: lockIn('wiped'), effect: 'wipe' };
  return kept.waitMs > 0
    ? { lock: lockIn('delayed', { cause: 'start', waitMs: kept.waitMs }) }
    : { lock: lockIn('locked-intro', { cause: 'start' }) };
}

function switched(lock: Lock, isActive: boolean): Lock {
  // A wipe and a start go to their end.
  if (lock.phase === 'wiped' || lock.phase === 'starting') return lock;
  if (!isActive) return LOCK_OFF;
  return lock.phase === 'off' ? lockIn('open') : lock;
}

function leave(lock: Lock, graceMs: number): Step {
  if (lock.phase === 'open')
    return { lock: graceMs > 0 ? lockIn('grace', { waitMs: graceMs }) : lockIn('locked-intro') };
  // Digits left half typed are nobody's, and a comparison under way opens nothing that nobody looks at.
  return { lock: lock.phase === 'locked-entry' ? lockIn('locked-intro') : lock };
}

function tick(lock: Lock, elapsedMs: number): Step {
  if (lock.phase !== 'grace' && lock.phase !== 'delayed') return { lock };
  const waitMs = Math.max(0, lock.waitMs - Math.max(0, elapsedMs));
  if (waitMs > 0) return { lock: { ...lock, waitMs } };
  return {
    lock: lock.phase === 'grace' ? lockIn('locked-intro') : lockIn('locked-entry', { cause: lock.cause }),
  };
}

function followOther(lock: Lock, was: 'locked' | 'opened'): Step {
  if (was === 'opened') return { lock: canUnlock(lock) ? lockIn('open') : lock };
  return { lock: lock.phase === 'open' || lock.phase === 'grace' ? lockIn('locked-intro') : lock };
}

function mismatch(failures: number): Step {
  if (failures >= FAILURES_MAX) return { lock: lockIn('wiped'), effect: 'wipe' };
  const waitMs = waitAfter(failures);
  return {
    lock: lockIn(waitMs > 0 ? 'delayed' : 'locked-entry', { alert: 'PIN_WRONG', waitMs }),
  };
}

/** What fingers do. Only the entry takes digits, and only while nothing is being compared. */
function type(lock: Lock, event: PinLockEvent): Step {
  if (event.type === 'tap')
    return { lock: lock.phase === 'locked-intro' ? lockIn('locked-entry', { cause: lock.cause }) : lock };
  if (lock.phase !== 'locked-entry') return { lock };
  if (event.type === 'matched') return { lock: lockIn('open'), effect: 'open' };
  if (lock.isChecking) return { lock };
  if (event.type === 'digit') {
    const isTaken = /^\d$/.test(event.digit) && lock.digits.length < PIN_LENGTH;
    return { lock: isTaken ? { ...lock, alert: undefined, digits: lock.digits + event.digit } : lock };
  }
  if (event.type === 'delete')
    return { lock: { ...lock, alert: undefined, digits: lock.digits.slice(0, -1) } };
  if (lock.digits.length < PIN_LENGTH) return { lock: { ...lock, alert: 'PIN_INCOMPLETE' } };
  return { lock: { ...lock, alert: undefined, isChecking: true }, effect: 'check' };
}
