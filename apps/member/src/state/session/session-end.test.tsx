import { createFailures } from '@holdfast/client/calls';
import { pageStorage } from '@holdfast/client/storage';
import { appError } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { createSessionEnd, SESSION_END_KEY } from './session-end.ts';
import { createSession } from './session.ts';
import { placeAfterSignIn, rememberPlace } from './return-place.ts';

const DEVICE = '00112233445566ff';
const AMBER = { account: 'amberlin88', access_token: 'x'.repeat(43), nick: '小林', uid: '1' };
const BELLA = { account: 'bella77', access_token: 'y'.repeat(43), nick: '小美', uid: '2' };
const TAKEN = { reason: 'takeover', at: '2026-08-17T06:02:00.000Z', device: 'Chrome', place: '' };
const DAY_MS = 24 * 60 * 60_000;

/** A browser whose tabs share one storage. */
function openBrowser() {
  const shared = pageStorage();
  const clock = { now: 1_786_946_520_000 };
  /** `tab`: what an earlier page of the same tab has kept. */
  const openTab = (tab = pageStorage()) => {
    const session = createSession(shared);
    const failures = createFailures();
    const told: string[] = [];
    const errors: AppError[] = [];
    failures.subscribe((error) => {
      errors.push(error);
      const { reason, nick } = error.data;
      told.push([error.code, reason ?? nick].filter(Boolean).join(' '));
    });
    const end = createSessionEnd({ session, shared, tab, failures, wall: () => clock.now });
    const gone: string[] = [];
    end.onOver(({ account }) => gone.push(account));
    end.start();
    const signIn = (login: typeof AMBER) => session.signIn(login, DEVICE);
    return { session, end, told, errors, gone, tab, signIn };
  };
  /** The browser tells the other tabs that the member data have changed. */
  const spread = () => {
    const event = Object.assign(new Event('storage'), { storageArea: shared, key: 'memberData' });
    globalThis.dispatchEvent(event);
  };
  return { shared, clock, openTab, spread };
}

/** Two tabs of one member. */
function openTwo() {
  const browser = openBrowser();
  const here = browser.openTab();
  here.signIn(AMBER);
  const other = browser.openTab();
  return { ...browser, here, other };
}

describe('the end of a session', () => {
  test.each([
    ['a takeover', appError('NOT_SIGNED_IN', TAKEN), 'NOT_SIGNED_IN takeover'],
    ['an hour of inactivity', new AppError('SESSION_TIMEOUT'), 'SESSION_TIMEOUT'],
    ['ten wrong PINs', new AppError('PIN_TRIES_USED_UP'), 'PIN_TRIES_USED_UP'],
    ['a sign-out', undefined, 'NOT_SIGNED_IN signed-out'],
  ])(
    'by %s is told in the other tab, once, and is for the tab that ended it to say itself',
    (_, why, text) => {
      const { here, other, spread } = openTwo();
      here.end.end(why);
      spread();
      spread();
      expect([other.told, other.gone, here.told, here.gone]).toEqual([
        [text],
        ['amberlin88'],
        [],
        ['amberlin88'],
      ]);
    },
  );

  test('comes with device, place and time, and with nothing else of the error or the member', () => {
    const { here, other, spread, shared } = openTwo();
    here.end.end(
      new AppError('NOT_SIGNED_IN', { ...TAKEN, account: 'amberlin88', secret: 7, errorCode: 10301 }),
    );
    spread();
    expect(other.errors[0]?.data).toEqual(TAKEN);
    expect(shared.getItem(SESSION_END_KEY)).not.toContain('amberlin88');
  });

  test('is told once to a tab that comes back after it', () => {
    const { here, other, openTab } = openTwo();
    here.end.end(appError('NOT_SIGNED_IN', TAKEN));
    const back = openTab(other.tab);
    expect(back.told).toEqual(['NOT_SIGNED_IN takeover']);
    expect(openTab(other.tab).told).toEqual([]);
    expect(openTab(here.tab).told).toEqual([]);
  });

  test('says nothing to a tab that never had a session', () => {
    const { here, openTab } = openTwo();
    here.end.end(appError('NOT_SIGNED_IN', TAKEN));
    expect(openTab().told).toEqual([]);
  });

  test('is of unknown cause when nothing is written of it: cleared data, or more than a day ago', () => {
    const { here, other, openTab, shared, clock, spread } = openTwo();
    const late = openTab();
    shared.clear();
    spread();
    expect(other.told).toEqual(['NOT_SIGNED_IN unknown']);
    here.signIn(AMBER);
    spread();
    here.end.end(appError('NOT_SIGNED_IN', TAKEN));
    clock.now += DAY_MS + 1;
    expect(openTab(late.tab).told).toEqual(['NOT_SIGNED_IN unknown']);
    expect(shared.getItem(SESSION_END_KEY)).toBeNull();
  });

  test.each(['{}', '{"uid":"1","endedAt":1,"code":"<b>","data":{}}', 'close'])(
    'is of unknown cause when what is written was tampered with: %s',
    (kept) => {
      const { here, other, shared, openTab } = openTwo();
      here.end.end(appError('NOT_SIGNED_IN', TAKEN));
      shared.setItem(SESSION_END_KEY, kept);
      expect(openTab(other.tab).told).toEqual(['NOT_SIGNED_IN unknown']);
    },
  );
});

describe('a sign-out', () => {
  test('that was announced is known to every tab before the member data go, and is no news where it was asked for', () => {
    const { here, other, spread } = openTwo();
    here.end.announce();
    expect(other.end.recorded()?.data).toEqual({ reason: 'signed-out' });
    // The other tab has heard of it from the server, and is faster.
    other.end.end(other.end.recorded());
    spread();
    expect([here.told, here.gone, here.end.isAnnounced()]).toEqual([[], ['amberlin88'], true]);
    here.signIn(AMBER);
    expect(here.end.isAnnounced()).toBe(false);
  });
});

describe('a sign-in in another tab', () => {
  test('as the same member is no news', () => {
    const { here, other, spread } = openTwo();
    here.end.end();
    here.signIn(AMBER);
    spread();
    expect([other.told, here.told]).toEqual([[], []]);
  });

  test.each([
    ['that has seen the end of the earlier session', true],
    ['that sees both at once', false],
  ])(
    'as another member is told by name in a tab %s, and never what happened to the earlier one',
    (_, seesEnd) => {
      const { here, other, spread } = openTwo();
      let switches = 0;
      const stop = other.end.onSwitch(() => void (switches += 1));
      here.end.end(appError('NOT_SIGNED_IN', TAKEN));
      if (seesEnd) spread();
      other.told.length = 0;
      here.signIn(BELLA);
      spread();
      expect([other.told, other.gone, here.told, switches]).toEqual([
        ['MEMBER_SWITCHED 小美'],
        ['amberlin88'],
        [],
        1,
      ]);
      stop();
    },
  );

  test('as another member is told to a tab that comes back, which keeps the address that it was opened with', () => {
    const { here, other, openTab, shared } = openTwo();
    here.end.end(appError('NOT_SIGNED_IN', TAKEN));
    here.signIn(BELLA);
    expect(shared.getItem(SESSION_END_KEY)).toBeNull();
    expect(openTab(other.tab).told).toEqual(['MEMBER_SWITCHED 小美']);
    expect(openTab(other.tab).told).toEqual([]);
  });

  test('as another member forgets where the earlier one was', () => {
    const { here, other, spread } = openTwo();
    here.end.end();
    spread();
    for (const { tab } of [here, other]) rememberPlace(tab, '/front-end-order?type=orderPaid&orderId=17');
    here.signIn(BELLA);
    spread();
    expect([here, other].map(({ tab }) => placeAfterSignIn(tab))).toEqual(['/home', '/home']);
  });
});
