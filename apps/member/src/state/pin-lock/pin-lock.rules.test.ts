import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canUnlock,
  FAILURES_MAX,
  GRACE_MS,
  isCovered,
  isPinLockActive,
  isWeakPin,
  LOCK_OFF,
  step,
  waitAfter,
  type Lock,
  type PinLockEvent,
  type PinLockPhase,
} from './pin-lock.rules.ts';

const PHASES: readonly PinLockPhase[] = [
  'off',
  'open',
  'grace',
  'starting',
  'locked-intro',
  'locked-entry',
  'delayed',
  'damaged',
  'wiped',
];

const inPhase = (phase: PinLockPhase, more: Partial<Lock> = {}): Lock => ({ ...LOCK_OFF, phase, ...more });
const phaseAfter = (lock: Lock, event: PinLockEvent) => step(lock, event).lock.phase;
const run = (lock: Lock, ...events: PinLockEvent[]): Lock =>
  events.reduce((present, event) => step(present, event).lock, lock);
const digits = (text: string): PinLockEvent[] => Array.from(text, (digit) => ({ type: 'digit', digit }));

describe('whether the lock is active', () => {
  const all = { isFeatureOn: true, isPinSet: true, isPinUnlockOn: true, isSignedIn: true };
  test('takes the feature, a PIN, the switch and a member', () => {
    expect(isPinLockActive(all)).toBe(true);
    for (const key of Object.keys(all)) expect(isPinLockActive({ ...all, [key]: false }), key).toBe(false);
  });
});

describe('what an event does in a phase', () => {
  const LOCKED = 'locked-intro';
  const table: [PinLockEvent, Partial<Record<PinLockPhase, PinLockPhase>>][] = [
    [
      { type: 'inactive', graceMs: 0 },
      { open: LOCKED, 'locked-entry': LOCKED },
    ],
    [
      { type: 'inactive', graceMs: GRACE_MS },
      { open: 'grace', 'locked-entry': LOCKED },
    ],
    [{ type: 'active' }, { grace: 'open' }],
    [{ type: 'tap' }, { [LOCKED]: 'locked-entry' }],
    [{ type: 'digit', digit: '1' }, {}],
    [{ type: 'delete' }, {}],
    [{ type: 'submit' }, {}],
    [{ type: 'matched' }, { 'locked-entry': 'open' }],
    [{ type: 'biometric-ok' }, { [LOCKED]: 'open', 'locked-entry': 'open', delayed: 'open' }],
    [{ type: 'biometric-failed' }, {}],
    [
      { type: 'tick', elapsedMs: GRACE_MS },
      { grace: LOCKED, delayed: 'locked-entry' },
    ],
    [
      { type: 'elsewhere', was: 'locked' },
      { open: LOCKED, grace: LOCKED },
    ],
    [
      { type: 'elsewhere', was: 'opened' },
      { [LOCKED]: 'open', 'locked-entry': 'open', delayed: 'open' },
    ],
    [
      { type: 'switched', isActive: false },
      { open: 'off', grace: 'off', [LOCKED]: 'off', 'locked-entry': 'off', delayed: 'off', damaged: 'off' },
    ],
    [{ type: 'switched', isActive: true }, { off: 'open' }],
    [
      { type: 'forgot' },
      {
        starting: 'wiped',
        [LOCKED]: 'wiped',
        'locked-entry': 'wiped',
        delayed: 'wiped',
        damaged: 'wiped',
      },
    ],
  ];
  const rows = table.flatMap(([event, leads]) =>
    PHASES.map((from) => [event.type, JSON.stringify(event), from, leads[from] ?? from, event] as const),
  );
  test.each(rows)('%s (%s) in %s leads to %s', (_, __, from, to, event) => {
    expect(phaseAfter(inPhase(from, { waitMs: GRACE_MS }), event)).toBe(to);
  });

  test.each(PHASES)('a sign-out in %s turns it off, a password opens it', (from) => {
    expect(phaseAfter(inPhase(from), { type: 'signed-out' })).toBe('off');
    expect(phaseAfter(inPhase(from), { type: 'signed-in' })).toBe('open');
  });
});

describe('the start', () => {
  const start = (kept: Extract<PinLockEvent, { type: 'started' }>['kept']) =>
    step(inPhase('starting'), { type: 'started', kept });

  test('with a PIN set is locked, and says so in the view of a start', () => {
    expect(start({ is: 'active', failures: 3, waitMs: 0 }).lock).toMatchObject({
      phase: 'locked-intro',
      cause: 'start',
    });
  });
  test('in the middle of a delay goes on with what was left of it', () => {
    const { lock } = start({ is: 'active', failures: 5, waitMs: 12_000 });
    expect(lock).toMatchObject({ phase: 'delayed', waitMs: 12_000 });
  });
  test('after a tenth try that was killed wipes', () => {
    const { lock, effect } = start({ is: 'active', failures: FAILURES_MAX, waitMs: 0 });
    expect([lock.phase, effect]).toEqual(['wiped', 'wipe']);
  });
  test('without a PIN is off, with one that does not open closed', () => {
    expect(start({ is: 'inactive' }).lock.phase).toBe('off');
    expect(start({ is: 'damaged' }).lock.phase).toBe('damaged');
  });
});

describe('the entry', () => {
  const entry = inPhase('locked-entry');

  test('takes four digits and no fifth, and nothing that is no digit', () => {
    expect(run(entry, ...digits('1x2 345')).digits).toBe('1234');
    expect(run(entry, ...digits('１')).digits).toBe('');
  });
  test('takes the last one back', () => {
    expect(run(entry, ...digits('12'), { type: 'delete' }).digits).toBe('1');
    expect(run(entry, { type: 'delete' }).digits).toBe('');
  });
  test.each(['', '1', '12', '123'])('with %j submitted asks for all four', (typed) => {
    const { lock, effect } = step(run(entry, ...digits(typed)), { type: 'submit' });
    expect(lock).toMatchObject({ phase: 'locked-entry', alert: 'PIN_INCOMPLETE', digits: typed });
    expect(effect).toBeUndefined();
  });
  test('with four submitted compares them, once, and takes nothing meanwhile', () => {
    const { lock, effect } = step(run(entry, ...digits('1234')), { type: 'submit' });
    expect(effect).toBe('check');
    expect(step(lock, { type: 'submit' })).toEqual({ lock });
    expect(run(lock, { type: 'delete' }, ...digits('9'))).toEqual(lock);
  });
  test('forgets the digits when it opens, when they were wrong and when it is left', () => {
    const checking = run(entry, ...digits('1234'), { type: 'submit' });
    for (const event of [
      { type: 'matched' },
      { type: 'mismatched', failures: 1 },
      { type: 'inactive', graceMs: 0 },
    ] as const)
      expect(step(checking, event).lock.digits).toBe('');
  });
  test('opens nothing for a comparison whose answer comes when nobody looks any more', () => {
    const checking = run(entry, ...digits('1234'), { type: 'submit' });
    expect(run(checking, { type: 'inactive', graceMs: 0 }, { type: 'matched' }).phase).toBe('locked-intro');
  });
});

describe('wrong PINs', () => {
  test.each([
    [1, 0],
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [7, 300_000],
    [8, 300_000],
    [9, 300_000],
  ])('the one with number %i delays by %i ms', (failures, waitMs) => {
    expect(waitAfter(failures)).toBe(waitMs);
    const { lock, effect } = step(inPhase('locked-entry'), { type: 'mismatched', failures });
    expect(lock).toMatchObject({
      phase: waitMs > 0 ? 'delayed' : 'locked-entry',
      alert: 'PIN_WRONG',
      waitMs,
    });
    expect(effect).toBeUndefined();
  });
  test('the tenth wipes', () => {
    expect(step(inPhase('locked-entry'), { type: 'mismatched', failures: 10 })).toMatchObject({
      lock: { phase: 'wiped' },
      effect: 'wipe',
    });
  });
  test('a clock that runs backwards makes no delay longer or shorter', () => {
    const delayed = inPhase('delayed', { waitMs: 30_000 });
    expect(run(delayed, { type: 'tick', elapsedMs: -1e9 }).waitMs).toBe(30_000);
  });
});

describe('a PIN that others would try first', () => {
  test.each(['0000', '1111', '1234', '4321', '9876', '1212', '6969', '1990', '2024'])('%s is one', (pin) => {
    expect(isWeakPin(pin)).toBe(true);
  });
  test.each(['2580', '4823', '1357', '9073', '1949', '2030'])('%s is none', (pin) => {
    expect(isWeakPin(pin)).toBe(false);
  });
});

describe('whatever happens in whatever order', () => {
  /** All that somebody without the PIN, the finger and the password can bring about. */
  const strangers = fc.oneof(
    fc.constantFrom<PinLockEvent>(
      { type: 'tap' },
      { type: 'delete' },
      { type: 'submit' },
      { type: 'active' },
      { type: 'inactive', graceMs: 0 },
      { type: 'inactive', graceMs: GRACE_MS },
      { type: 'biometric-failed' },
      { type: 'unreadable' },
      { type: 'forgot' },
      { type: 'elsewhere', was: 'locked' },
      { type: 'switched', isActive: true },
      { type: 'waiting', waitMs: 1000 },
    ),
    fc.record({ type: fc.constant('digit' as const), digit: fc.string({ maxLength: 2 }) }),
    fc.record({ type: fc.constant('mismatched' as const), failures: fc.integer({ min: 1, max: 12 }) }),
    fc.record({
      type: fc.constant('tick' as const),
      elapsedMs: fc.oneof(fc.integer(), fc.constant(Infinity), fc.constant(NaN)),
    }),
  );

  test('a stranger never gets past a closed lock, and it never holds more than four digits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<PinLockPhase>(
          'locked-intro',
          'locked-entry',
          'delayed',
          'damaged',
          'wiped',
          'starting',
        ),
        fc.array(strangers, { maxLength: 40 }),
        (from, events) => {
          let lock = inPhase(from, { waitMs: 30_000 });
          for (const event of events) {
            const next = step(lock, event);
            expect(isCovered(next.lock)).toBe(true);
            expect(next.effect).not.toBe('open');
            expect(next.lock.digits).toMatch(/^\d{0,4}$/);
            // A wait runs down by time and by nothing else; only a new refusal begins another.
            const isOver = lock.phase === 'delayed' && next.lock.phase === 'locked-entry';
            expect(!isOver || event.type === 'tick' || event.type === 'mismatched').toBe(true);
            ({ lock } = next);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a wipe goes to its end', () => {
    fc.assert(
      fc.property(strangers, (event) => {
        expect(phaseAfter(inPhase('wiped'), event)).toBe('wiped');
      }),
    );
  });

  test('what is damaged or wiped never takes a PIN or a finger', () => {
    for (const phase of ['damaged', 'wiped', 'starting', 'off', 'open', 'grace'] as const)
      expect(canUnlock({ phase }), phase).toBe(false);
  });
});
