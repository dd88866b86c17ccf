import type { UserDeviceSet } from '@holdfast/contract/member';
import type { Session } from '../session/session.ts';
import type { Stored } from '@holdfast/client/storage';
import { BIOMETRIC_PROMPT, type Biometrics } from '#platform/pin-lock/biometrics.ts';
import {
  canUnlock,
  GRACE_MS,
  isCovered,
  isPinLockActive,
  LOCK_OFF,
  step,
  waitAfter,
  type KeptPinLock,
  type Lock,
  type PinLockEffect,
  type PinLockEvent,
} from './pin-lock.rules.ts';
import type { Page, TabNews } from '#platform/pin-lock/page.ts';
import { PinKeeper, type PinRecord } from './pin-record.ts';
import { hashPin } from '#platform/pin-lock/sealed-record.ts';
import type { SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';

/** What screens see of the lock. */
export interface PinLockView extends Lock {
  /** A PIN of this member is set on this device. */
  readonly isPinSet: boolean;
  readonly isPinUnlockOn: boolean;
  readonly hasGrace: boolean;
  /** This device can tell its owner by face or finger. */
  readonly isBiometricsAvailable: boolean;
  readonly isBiometricsSet: boolean;
}

export interface PinLockParts {
  preferences: SecurePreferences;
  biometrics: Biometrics;
  page: Page;
  session: Session;
  /** Where the seed wants the switch to be read. Written for that, and never asked: the record knows. */
  deviceSet: Pick<Stored<UserDeviceSet>, 'write' | 'clear'>;
  /** The server's switch, on until it says otherwise; `watch` tells of its answer. */
  feature: { isOn: () => boolean; watch: (listener: () => void) => void };
  /** Milliseconds: one clock that nobody can move, and one that goes on while the device sleeps. */
  clocks: { steady: () => number; wall: () => number };
  /** Tells the server as far as it can be reached, and forgets the session. `isTriesUsedUp`: ten wrong tries have led to it. */
  signOut: (isTriesUsedUp: boolean) => Promise<void>;
  /** What this tab keeps of the screens for a quick start goes when they are covered. */
  forgetShown: () => void;
}

const TICK_MS = 1000;

/**
 * The PIN lock of this tab. What it is, is in memory and nowhere else: `memberData.pinCheck` is written for whoever reads it and
 * never read here, so that editing a storage opens nothing (threat B17). `lock.rules.ts` decides; this does.
 */
export class PinLock {
  readonly #parts: PinLockParts;
  readonly #keeper: PinKeeper;
  readonly #listeners = new Set<() => void>();
  #lock: Lock = LOCK_OFF;
  #isBiometricsAvailable = false;
  #hasOrderToPay = false;
  #view: PinLockView;
  #uid: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #tickedAt = { steady: 0, wall: 0 };
  #waiting: (() => void)[] = [];
  /** Each look at the device takes a number; an older one that comes back later is out of date. */
  #look = 0;
  /** In this tab, since its start. */
  #wasOpen = false;

  constructor(parts: PinLockParts) {
    this.#parts = parts;
    this.#keeper = new PinKeeper({ ...parts, owner: () => this.#uid });
    const { session, page, feature } = parts;
    this.#uid = session.read()?.login.uid;
    this.#view = this.#makeView();
    session.onSealed((use) => this.#openToken(use));
    session.onSignIn((uid) => void this.#adopt(uid));
    session.onSignOut(() => void this.#keeper.forgetToken());
    session.subscribe(() => this.#followSession());
    feature.watch(() => this.#refreshActive());
    page.watch((is) => this.#followPage(is));
    page.hear((news) => void this.#followTab(news));
  }

  readonly read = (): PinLockView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isSupported = (): boolean => this.#parts.preferences.isSupported;

  /** Resolves once the member's screens may be shown: at once, or with the unlock, or with the end of the session. */
  readonly whenOpen = (): Promise<void> =>
    isCovered(this.#lock) ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();

  /** Reads what the device keeps, before anything of a signed-in member is shown. With a PIN set the app starts locked. */
  async start(): Promise<void> {
    const { session, feature } = this.#parts;
    const uid = session.read()?.login.uid;
    if (uid === undefined) return;
    const look = ++this.#look;
    this.#send({ type: 'starting' });
    this.#wasOpen = false;
    const kept = await this.#keeper.take();
    await this.#settleToken();
    if (look !== this.#look) return;
    // Nothing kept is no lock, unless the token was kept there. What does not open is a closed one.
    const isDamaged = this.#keeper.isTokenLost || (feature.isOn() && kept === 'unreadable');
    this.#send({ type: 'started', kept: isDamaged ? { is: 'damaged' } : this.#keptPinLock() });
    if (isCovered(this.#lock)) this.#hide();
    if (this.#keeper.record) this.#mirror();
    void this.#lookAtBiometrics();
  }

  #keptPinLock(): KeptPinLock {
    if (!this.#keeper.record || !this.#isActive()) return { is: 'inactive' };
    const { failures, waitMs } = this.#keeper.record;
    return { is: 'active', failures, waitMs };
  }

  readonly tap = (): void => this.#send({ type: 'tap' });
  readonly digit = (digit: string): void => this.#send({ type: 'digit', digit });
  readonly erase = (): void => this.#send({ type: 'delete' });
  readonly submit = (): void => this.#send({ type: 'submit' });
  readonly forgot = (): void => this.#send({ type: 'forgot' });

  /** An own order waits to be paid, in a bank's app perhaps: what the grace is for. */
  readonly setOrderToPay = (hasOrderToPay: boolean): void => {
    this.#hasOrderToPay = hasOrderToPay;
  };

  /** Asks for the face or the finger that was set up. The PIN stays possible whatever comes of it. */
  readonly askBiometrics = async (): Promise<void> => {
    const enrolment = this.#keeper.record?.enrolment;
    if (!enrolment || !canUnlock(this.#lock)) return;
    const isThere = await this.#parts.biometrics.verify(enrolment, BIOMETRIC_PROMPT);
    // Read anew: what was edited while the device asked opens nothing.
    if (isThere && typeof (await this.#keeper.take()) === 'string') return this.#send({ type: 'unreadable' });
    this.#send({ type: isThere ? 'biometric-ok' : 'biometric-failed' });
  };

  /** Whether these are the digits, for who wants to change or remove them. Counted like a try at the lock, with what that brings. */
  async prove(digits: string): Promise<boolean> {
    const compared = await this.#keeper.compare(digits);
    if (compared.type === 'matched') return true;
    const isBearable = compared.type === 'mismatched' && waitAfter(compared.failures) === 0;
    if (!isBearable) this.#send(compared);
    return false;
  }

  /** Sets the PIN, or another one. Locking is on from now. */
  async setPin(digits: string): Promise<void> {
    const owner = this.#uid;
    if (owner === undefined) return;
    const { session } = this.#parts;
    const hash = await hashPin(digits);
    await this.#change((kept) => {
      const token = session.placedToken(owner) || kept?.token || '';
      const chosen = { hasGrace: false, enrolment: '', ...kept };
      return { ...chosen, owner, hash, token, isOn: true, failures: 0, waitMs: 0 };
    });
    session.passPin(true);
  }

  async removePin(): Promise<void> {
    const { deviceSet, page } = this.#parts;
    // Off before it is gone, so that the token is back where it was before the record goes.
    await this.#change((kept) => kept && { ...kept, isOn: false });
    await this.#keeper.clear();
    deviceSet.write({ pinUnlock: false });
    page.tell('changed');
    this.#refreshActive();
  }

  readonly change = (change: Partial<Pick<PinRecord, 'isOn' | 'hasGrace'>>): Promise<void> =>
    this.#change((kept) => kept && { ...kept, ...change });

  /** Ties the face or finger of this device to the lock, or lets it go. Rejects when the person breaks off. */
  readonly setBiometrics = async (isWanted: boolean): Promise<void> => {
    const login = this.#parts.session.read()?.login;
    if (!this.#keeper.record || !login) return;
    const enrolment = isWanted ? await this.#parts.biometrics.enrol(login) : '';
    await this.#change((kept) => kept && { ...kept, enrolment });
  };

  async #change(decide: (kept: PinRecord | undefined) => PinRecord | undefined): Promise<void> {
    await this.#keeper.change(decide);
    await this.#keeper.settleToken();
    this.#mirror();
    this.#parts.page.tell('changed');
    this.#refreshActive();
    void this.#lookAtBiometrics();
  }

  /** Not moved: it lies where it lay, and the next start tries again. */
  async #settleToken(): Promise<void> {
    await this.#keeper.settleToken().catch(() => {});
  }

  /** The sealed token, once the lock is open. A wipe gets it at once, to tell the server; so do the hints of a tab that was left. */
  async #openToken(use: 'calls' | 'hints'): Promise<string | undefined> {
    const { phase } = this.#lock;
    if (phase !== 'wiped' && !(use === 'hints' && this.#wasOpen && canUnlock({ phase })))
      await this.whenOpen();
    const kept = await this.#keeper.token();
    if (kept.is === 'found') return kept.token;
    if (kept.is === 'nobody' || phase === 'wiped') return undefined;
    this.#keeper.record = undefined;
    this.#send({ type: 'unreadable' });
    await this.whenOpen();
    return this.#parts.session.token(use);
  }

  #mirror(): void {
    this.#parts.deviceSet.write({ pinUnlock: this.#keeper.record?.isOn ?? false });
  }

  #send(event: PinLockEvent): void {
    const before = this.#lock;
    const { lock, effect } = step(before, event);
    this.#lock = lock;
    if (!isCovered(lock)) this.#wasOpen = true;
    if (lock.phase !== before.phase) this.#tickedAt = this.#now();
    this.#keepTime();
    if (isCovered(lock) && !isCovered(before) && event.type !== 'starting') this.#cover();
    if (lock !== before) this.#publish();
    if (effect) this.#do(effect, event);
  }

  #cover(): void {
    this.#hasOrderToPay = false;
    this.#hide();
    this.#parts.page.tell('locked');
  }

  #hide(): void {
    this.#parts.session.passPin(false);
    this.#parts.forgetShown();
  }

  #do(effect: PinLockEffect, event: PinLockEvent): void {
    const { session, page } = this.#parts;
    if (effect === 'check')
      void this.#keeper.compare(this.#lock.digits).then((compared) => this.#send(compared));
    if (effect === 'wipe') void this.#wipe(event.type !== 'forgot');
    if (effect !== 'open') return;
    session.passPin(true);
    page.tell('opened');
    if (event.type === 'biometric-ok') void this.#keeper.forgive();
  }

  /** PIN, member data and token go. The record goes last, so that a kill on the way leaves the lock closed. */
  async #wipe(isTriesUsedUp: boolean): Promise<void> {
    const { signOut, deviceSet } = this.#parts;
    await signOut(isTriesUsedUp);
    deviceSet.clear();
    await this.#keeper.clear().catch(() => {});
    this.#publish();
  }

  /** A password was accepted here: the lock of this member opens, and one that somebody else left behind goes. */
  async #adopt(uid: string): Promise<void> {
    const { deviceSet, session, page } = this.#parts;
    this.#uid = uid;
    const look = ++this.#look;
    this.#send({ type: 'signed-in' });
    const kept = await this.#keeper.take();
    if (look !== this.#look) return;
    if (typeof kept === 'object') {
      await this.#keeper.forgive();
      await this.#settleToken();
    } else {
      deviceSet.clear();
      if (kept === 'unreadable') await this.#keeper.clear().catch(() => {});
    }
    if (this.#isActive()) {
      session.passPin(true);
      page.tell('opened');
    }
    this.#refreshActive();
    void this.#lookAtBiometrics();
  }

  #followSession(): void {
    const uid = this.#parts.session.read()?.login.uid;
    if (uid === this.#uid) {
      // A new sign-in has placed a new token; or another tab has written what it had read before the token was sealed.
      if (this.#keeper.isTokenLoose) void this.#settleToken();
      return;
    }
    this.#uid = uid;
    this.#look += 1;
    this.#keeper.record = undefined;
    this.#send({ type: 'signed-out' });
    // It came from another tab, or from somebody who edits storages: no password was seen here, so this is a start like any other.
    if (uid !== undefined) void this.start();
  }

  #followPage(is: 'active' | 'inactive'): void {
    this.#tick();
    if (is === 'inactive') {
      const hasGrace = this.#keeper.record?.hasGrace === true && this.#hasOrderToPay;
      this.#send({ type: 'inactive', graceMs: hasGrace ? GRACE_MS : 0 });
    } else {
      this.#send({ type: 'active' });
      void this.#lookAtBiometrics();
    }
  }

  async #followTab(news: TabNews): Promise<void> {
    if (news !== 'changed') return this.#send({ type: 'elsewhere', was: news });
    if (isCovered(this.#lock)) return;
    await this.#keeper.take();
    this.#refreshActive();
    void this.#lookAtBiometrics();
  }

  async #lookAtBiometrics(): Promise<void> {
    // Without a PIN nothing asks for a face or a finger, and the code that looks need not be loaded.
    if (!this.#keeper.record) return;
    this.#isBiometricsAvailable = await this.#parts.biometrics.isAvailable();
    this.#publish();
  }

  #isActive(): boolean {
    // What does not open counts as a PIN that is set: only the server's switch lifts it, and not even that where the token is lost.
    const isHeld = this.#lock.phase === 'damaged';
    return isPinLockActive({
      isFeatureOn: this.#parts.feature.isOn() || this.#keeper.isTokenLost,
      isPinSet: isHeld || this.#keeper.record !== undefined,
      isPinUnlockOn: isHeld || this.#keeper.record?.isOn === true,
      isSignedIn: this.#uid !== undefined,
    });
  }

  #refreshActive(): void {
    this.#send({ type: 'switched', isActive: this.#isActive() });
    this.#publish();
  }

  #now(): { steady: number; wall: number } {
    const { clocks } = this.#parts;
    return { steady: clocks.steady(), wall: clocks.wall() };
  }

  #keepTime(): void {
    const isTimed = this.#lock.phase === 'delayed' || this.#lock.phase === 'grace';
    if (!isTimed) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    const { phase } = this.#lock;
    if (phase !== 'delayed' && phase !== 'grace') return;
    const now = this.#now();
    const steady = now.steady - this.#tickedAt.steady;
    // The steady clock may stand still while the device sleeps. That makes a delay longer, which is right; a grace must not be.
    const elapsedMs = phase === 'grace' ? Math.max(steady, now.wall - this.#tickedAt.wall) : steady;
    this.#tickedAt = now;
    this.#send({ type: 'tick', elapsedMs });
    if (phase === 'delayed') void this.#keeper.keepWait(this.#lock.waitMs);
  }

  #makeView(): PinLockView {
    const record = this.#keeper.record;
    return {
      ...this.#lock,
      isPinSet: record !== undefined,
      isPinUnlockOn: record?.isOn ?? false,
      hasGrace: record?.hasGrace ?? false,
      isBiometricsAvailable: this.#isBiometricsAvailable,
      isBiometricsSet: record !== undefined && record.enrolment !== '',
    };
  }

  #publish(): void {
    this.#view = this.#makeView();
    if (!isCovered(this.#lock)) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resolve of waiting) resolve();
    }
    for (const listener of this.#listeners) listener();
  }
}
