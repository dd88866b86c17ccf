import { defined } from '@holdfast/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { FAKE_DEVICE, fakeServices, type FakeServices } from '#test/fake-services.ts';
import type { KeptText } from '#platform/pin-lock/secure-preferences.ts';

/** Where the access token lies while the PIN lock is on, and what comes of it whatever somebody does to the storages (threat B17). */

const PIN = '2580';
const TOKEN = 'x'.repeat(43);
const RENEWED = 'y'.repeat(43);

let services: FakeServices;
const record = () => {
  const { kept } = services.preferences;
  return kept.is === 'text' ? (JSON.parse(kept.text) as { token: string; isOn: boolean }) : undefined;
};
const signedIn = () => defined(services.session.read(), 'a member').login;
const place = (token: string) => services.session.placeToken(signedIn().uid, token);
const placed = () => services.session.read()?.login.access_token;
const toldOfSignOut = () => services.server.asked.some(({ path }) => path === '/member/sign-out/{account}');
const phase = () => services.pinLock.read().phase;
/** The token as a call gets it, or `waits`. */
const tokenNow = () =>
  Promise.race([services.session.token(), new Promise((resolve) => setTimeout(resolve, 20, 'waits'))]);

/** A device on which a PIN was set and the app is opened anew. */
async function openPinLocked(): Promise<void> {
  await services.pinLock.setPin(PIN);
  await services.pinLock.start();
}
async function enter(pin: string): Promise<void> {
  services.pinLock.tap();
  for (const digit of pin) services.pinLock.digit(digit);
  services.pinLock.submit();
  await expect.poll(() => services.pinLock.read().isChecking).toBe(false);
}

beforeEach(() => {
  services = fakeServices();
});

describe('the token of a session', () => {
  test('lies in the storage without a PIN, and in the sealed record with one', async () => {
    expect(placed()).toBe(TOKEN);
    await services.pinLock.setPin(PIN);
    expect([placed(), record()?.token]).toEqual(['', TOKEN]);
    expect(JSON.stringify(Object.entries(services.shared))).not.toContain(TOKEN);
    expect(await tokenNow()).toBe(TOKEN);
  });

  test('stays sealed at a start until the PIN is there, and calls wait for it', async () => {
    await openPinLocked();
    const asked = services.session.token();
    expect(await tokenNow()).toBe('waits');
    await enter('1379');
    expect(await tokenNow()).toBe('waits');
    await enter(PIN);
    expect(await asked).toBe(TOKEN);
    expect(placed()).toBe('');
  });

  test.each([
    ['a face or a finger', () => services.pinLock.askBiometrics()],
    ['another tab', async () => services.page.say('opened')],
    ['the server that has switched the lock off', async () => services.switchPinLock(false)],
  ])('comes out for %s', async (_, open) => {
    await services.pinLock.setPin(PIN);
    await services.pinLock.setBiometrics(true);
    await services.pinLock.start();
    await open();
    expect(await tokenNow()).toBe(TOKEN);
  });

  test('is there for the hints of a tab that was left, and not of one that was opened anew', async () => {
    const hints = () => Promise.race([services.session.token('hints'), tokenNow()]);
    await services.pinLock.setPin(PIN);
    services.page.leave();
    expect([await hints(), await tokenNow()]).toEqual([TOKEN, 'waits']);
    await services.pinLock.start();
    expect(await hints()).toBe('waits');
  });

  test('sealed by another tab is read where that tab has put it', async () => {
    await services.pinLock.setPin(PIN);
    const { kept } = services.preferences;
    services = fakeServices();
    services.preferences.kept = kept;
    place('');
    expect([phase(), await tokenNow()]).toEqual(['off', TOKEN]);
    services.page.say('changed');
    await expect.poll(() => phase()).toBe('open');
  });

  test('is asked for again where the record cannot be read for a moment', async () => {
    await services.pinLock.setPin(PIN);
    const { kept } = services.preferences;
    services.preferences.kept = { is: 'unreadable' };
    const asked = services.session.token();
    expect(await tokenNow()).toBe('waits');
    services.preferences.kept = kept;
    expect([await asked, phase()]).toEqual([TOKEN, 'open']);
  });

  test('goes back when the PIN is removed or switched off, and in again when it is switched on', async () => {
    await services.pinLock.setPin(PIN);
    await services.pinLock.change({ isOn: false });
    expect([placed(), record()]).toMatchObject([TOKEN, { token: '', isOn: false }]);
    await services.pinLock.change({ isOn: true });
    expect([placed(), record()]).toMatchObject(['', { token: TOKEN, isOn: true }]);
    await services.pinLock.removePin();
    expect([placed(), record()]).toEqual([TOKEN, undefined]);
  });

  test('stays where it is when the PIN, the grace or the biometrics change', async () => {
    await services.pinLock.setPin(PIN);
    await services.pinLock.setPin('4823');
    await services.pinLock.change({ hasGrace: true });
    await services.pinLock.setBiometrics(true);
    await services.pinLock.setBiometrics(false);
    expect([placed(), record()?.token]).toEqual(['', TOKEN]);
  });

  test('of a new sign-in takes the place of the sealed one', async () => {
    await openPinLocked();
    const login = signedIn();
    services.session.signOut();
    await expect.poll(() => record()?.token).toBe('');
    services.session.signIn({ ...login, access_token: RENEWED }, FAKE_DEVICE);
    await expect.poll(() => [placed(), record()?.token]).toEqual(['', RENEWED]);
    expect([phase(), await tokenNow()]).toEqual(['open', RENEWED]);
  });

  test('of a sign-in that falls into the sealing of an older one is not lost with it', async () => {
    await openPinLocked();
    place(TOKEN);
    const { write } = services.preferences;
    services.preferences.write = async (text) => {
      services.preferences.write = write;
      await write(text);
      place(RENEWED);
    };
    place('z'.repeat(43));
    await expect.poll(() => [placed(), record()?.token]).toEqual(['', RENEWED]);
  });

  test('is nowhere after a sign-out, and whoever waited for it hears that nobody is signed in', async () => {
    await openPinLocked();
    const asked = services.session.token();
    services.session.signOut();
    expect(await asked).toBeUndefined();
    await expect.poll(() => record()?.token).toBe('');
  });

  test('is there for a wipe to tell the server, and then for nobody', async () => {
    await openPinLocked();
    services.pinLock.forgot();
    await expect.poll(() => services.preferences.kept).toEqual({ is: 'none' });
    expect(toldOfSignOut()).toBe(true);
    expect(await tokenNow()).toBeUndefined();
  });
});

describe('a kill on the way', () => {
  test.each(['', TOKEN])(
    'into the record, which holds %j by then, leaves a working lock that goes on from there',
    async (token) => {
      await services.pinLock.setPin(PIN);
      const written: KeptText = { is: 'text', text: JSON.stringify({ ...record(), token }) };
      services = fakeServices();
      services.preferences.kept = written;
      await services.pinLock.start();
      expect([phase(), placed(), record()?.token]).toEqual(['locked-intro', '', TOKEN]);
      await enter(PIN);
      expect(await tokenNow()).toBe(TOKEN);
    },
  );

  test('before anything was written leaves the token where it was', async () => {
    services.preferences.write = () => Promise.reject(new Error('killed'));
    await expect(services.pinLock.setPin(PIN)).rejects.toThrow('killed');
    expect([phase(), placed()]).toEqual(['off', TOKEN]);
  });

  test('out of the record leaves it in both places, and the lock on until it is off', async () => {
    await services.pinLock.setPin(PIN);
    const { write } = services.preferences;
    services.preferences.write = () => Promise.reject(new Error('killed'));
    await expect(services.pinLock.change({ isOn: false })).rejects.toThrow('killed');
    services.preferences.write = write;
    place(TOKEN);
    await services.pinLock.start();
    expect([phase(), placed()]).toEqual(['locked-intro', '']);
  });
});

describe('an edited storage', () => {
  const edits: [string, (forged: string) => void][] = [
    ['nothing else', () => {}],
    ['pinUnlock off', () => services.shared.setItem('userDeviceSet', '{"pinUnlock":false}')],
    ['no pinUnlock', () => services.shared.removeItem('userDeviceSet')],
    ['pinCheck passed', (forged) => services.shared.setItem('memberData', forged)],
    [
      'all of it edited',
      (forged) => {
        services.shared.clear();
        services.shared.setItem('memberData', forged);
      },
    ],
  ];
  test.each(edits)('with the record gone and %s stays closed, and gives no call a token', async (_, edit) => {
    await openPinLocked();
    services.preferences.kept = { is: 'none' };
    edit(JSON.stringify({ ...services.session.read(), pinCheck: true }));
    await services.pinLock.start();
    expect([phase(), await tokenNow()]).toEqual(['damaged', 'waits']);
    services.switchPinLock(false);
    expect(phase()).toBe('damaged');
    services.pinLock.forgot();
    await expect.poll(() => services.session.read()).toBeUndefined();
    expect(toldOfSignOut()).toBe(false);
  });

  test('that empties the token’s place of a member without a PIN closes too: only a sign-in can help', async () => {
    place('');
    await services.pinLock.start();
    expect(phase()).toBe('damaged');
  });

  test('closes an app that was open when its record went, with the next call', async () => {
    await services.pinLock.setPin(PIN);
    services.preferences.kept = { is: 'none' };
    expect(await tokenNow()).toBe('waits');
    await expect.poll(() => phase()).toBe('damaged');
  });

  test('with a token of somebody’s own making leaves the lock as closed as it was', async () => {
    await openPinLocked();
    place('z'.repeat(43));
    await services.pinLock.start();
    expect(phase()).toBe('locked-intro');
  });
});
