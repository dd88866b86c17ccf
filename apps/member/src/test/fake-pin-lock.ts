import type { Biometrics } from '#platform/pin-lock/biometrics.ts';
import type { Page } from '#platform/pin-lock/page.ts';
import type { PinLock } from '#state/pin-lock/pin-lock.ts';
import type { PinRecord } from '#state/pin-lock/pin-record.ts';
import { hashPin } from '#platform/pin-lock/sealed-record.ts';
import type { KeptText, SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';

type FakePreferences = Omit<SecurePreferences, 'isSupported'> & { kept: KeptText; isSupported: boolean };

/** Preferences in memory. `kept` may be changed, as by somebody who edits what lies on the device. */
export function fakePreferences(): FakePreferences {
  let last: Promise<unknown> = Promise.resolve();
  const preferences: FakePreferences = {
    kept: { is: 'none' },
    isSupported: true,
    read: async () => preferences.kept,
    write: async (text) => void (preferences.kept = { is: 'text', text }),
    clear: async () => void (preferences.kept = { is: 'none' }),
    exclusively(act) {
      const turn = last.then(act);
      last = turn.catch(() => {});
      return turn;
    },
  };
  return preferences;
}

/** A page that a test leaves and comes back to, and the other tabs it hears of. */
export interface FakePage extends Page {
  leave: () => void;
  comeBack: () => void;
  /** Another tab says so. */
  say: (news: Parameters<Page['tell']>[0]) => void;
  readonly told: Parameters<Page['tell']>[0][];
}

export function fakePage(): FakePage {
  const watchers: Parameters<Page['watch']>[0][] = [];
  const hearers: Parameters<Page['hear']>[0][] = [];
  const told: FakePage['told'] = [];
  const become = (is: 'active' | 'inactive') => {
    for (const watcher of watchers) watcher(is);
  };
  return {
    told,
    watch: (listener) => void watchers.push(listener),
    tell: (news) => void told.push(news),
    hear: (listener) => void hearers.push(listener),
    leave: () => become('inactive'),
    comeBack: () => become('active'),
    say(news) {
      for (const hearer of hearers) hearer(news);
    },
  };
}

/** A device without face or finger, until a test gives it one. */
export function fakeBiometrics(): Biometrics & { isThere: boolean; knows: boolean } {
  const biometrics = {
    isThere: false,
    knows: true,
    isAvailable: async () => biometrics.isThere,
    enrol: async () => 'enrolled',
    verify: async () => biometrics.knows,
  };
  return biometrics;
}

export const FAKE_PIN = '2580';

/** What a device keeps of that PIN, once its owner has set it. */
export async function keptPin(owner: string | undefined, more: Partial<PinRecord> = {}): Promise<KeptText> {
  const record = { owner, hash: await hashPin(FAKE_PIN), token: '', isOn: true, hasGrace: false };
  return {
    is: 'text',
    text: JSON.stringify({ ...record, failures: 0, waitMs: 0, enrolment: '', ...more }),
  };
}

/** How the lock of a picture stands. */
export type PinLockScene = 'open' | 'start' | 'left' | 'delayed' | 'damaged';

interface PinLockedDevice {
  pinLock: PinLock;
  page: FakePage;
  preferences: FakePreferences;
  biometrics: ReturnType<typeof fakeBiometrics>;
}

/** Puts a PIN of `owner` on the device and brings the lock where the picture wants it. */
export async function setPinLockScene(
  scene: PinLockScene,
  owner: string,
  device: PinLockedDevice,
): Promise<void> {
  const { pinLock: lock, page, preferences, biometrics } = device;
  const delayed = scene === 'delayed' && { failures: 6, waitMs: 47_000 };
  biometrics.isThere = true;
  preferences.kept =
    scene === 'damaged' ? { is: 'unreadable' } : await keptPin(owner, { enrolment: 'enrolled', ...delayed });
  await lock.start();
  if (scene === 'open' || scene === 'left') page.say('opened');
  if (scene === 'left') page.leave();
}
