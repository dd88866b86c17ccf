import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { loadCode, openApp } from '#test/render.tsx';
import { FORM_DRAFTS_KEY, FormDrafts } from './form-drafts.ts';

/** What was typed into a form is there again, whatever took the form away, and lies nowhere to be read. */

const PIN = '2580';
const LISTING = '/pendingOrder?panel=create-listing';
const ORDER = '/front-end-order?orderId=502';

beforeAll(loadCode, 60_000);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const kept = (services: FakeServices) => services.tab.getItem(FORM_DRAFTS_KEY) ?? '';
const textsOf = (area: Storage) =>
  Array.from({ length: area.length }, (_, index) => area.getItem(area.key(index) ?? ''));
const stored = ({ shared, tab }: FakeServices) => JSON.stringify([...textsOf(shared), ...textsOf(tab)]);

function go(to: string) {
  act(() => {
    globalThis.history.pushState(null, '', to);
    globalThis.dispatchEvent(new PopStateEvent('popstate'));
  });
}

/** The page anew, on what the device and the tab have kept. */
function reload(address: string, { services }: ReturnType<typeof openApp>) {
  cleanup();
  return openApp(address, fakeServices({ world: services.server.world, kept: services }));
}

async function typeQuantity(app: ReturnType<typeof openApp>, text = '3007') {
  // All at once: what is waited for is then the whole of it, not its first digit.
  await app.user.click(await field('賣出數量'));
  await app.user.paste(text);
  await waitFor(() => expect(kept(app.services)).not.toBe(''));
}

async function unlock({ user }: ReturnType<typeof openApp>) {
  await user.click(await screen.findByRole('button', { name: '解鎖' }));
  await user.keyboard(`${PIN}{Enter}`);
}

describe('a form that was not sent', () => {
  test('stands as it was left after another screen', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    go('/home');
    await screen.findByText('15,480');
    go(LISTING);
    expect((await field('賣出數量')).value).toBe('3,007');
  });

  test('stands as it was left after a reload', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    const before = kept(app.services);
    await app.user.click(await field('每筆最少'));
    await app.user.paste('500');
    await waitFor(() => expect(kept(app.services)).not.toBe(before));
    reload(LISTING, app);
    await waitFor(async () => expect((await field('賣出數量')).value).toBe('3,007'));
    expect((await field('每筆最少')).value).toBe('500');
  });

  test('of a payment survives Back and a reload', async () => {
    const app = openApp(ORDER);
    await app.user.click(await screen.findByRole('button', { name: '我已付款' }));
    await app.user.click(await field('付款帳號末五碼'));
    await app.user.paste('90217');
    await waitFor(() => expect(kept(app.services)).not.toBe(''));
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByLabelText('付款帳號末五碼')).toBeNull());
    const again = reload(ORDER, app);
    await again.user.click(await screen.findByRole('button', { name: '我已付款' }));
    await waitFor(async () => expect((await field('付款帳號末五碼')).value).toBe('90217'));
  });

  test('of a registration keeps the names and the mobile over a reload, and no password', async () => {
    const app = openApp('/login?panel=register', fakeServices({ isSignedIn: false }));
    const registration = async () => within(await screen.findByRole('dialog', { name: '註冊新帳號' }));
    const panel = await registration();
    await app.user.type(panel.getByLabelText('帳號'), 'newbie01');
    await app.user.type(panel.getByLabelText('暱稱'), '新人');
    await app.user.click(panel.getByRole('button', { name: '下一步' }));
    await app.user.type(panel.getByLabelText('登入密碼'), 'Holdfast9');
    await waitFor(() => expect(kept(app.services)).toContain('newbie01'));
    expect(stored(app.services)).not.toContain('Holdfast9');
    reload('/login?panel=register', app);
    const again = await registration();
    expect(again.getByLabelText<HTMLInputElement>('帳號').value).toBe('newbie01');
    expect(again.getByLabelText<HTMLInputElement>('暱稱').value).toBe('新人');
  });

  test('is forgotten once it was sent', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    app.services.formDrafts.forget('listing');
    await waitFor(() => expect(kept(app.services)).toBe(''));
    expect((await field('賣出數量')).value).toBe('');
  });

  test('is forgotten with the session, in every storage', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    act(() => app.services.endSession());
    await screen.findByLabelText('登入密碼');
    expect([kept(app.services), app.services.formDrafts.read('listing')]).toEqual(['', undefined]);
  });

  test('of another member on this tab is dropped', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    const { tab, preferences } = app.services;
    cleanup();
    const { shared } = fakeServices();
    shared.setItem(
      'memberData',
      (shared.getItem('memberData') ?? '').replace(/"uid":"[^"]*"/, '"uid":"other"'),
    );
    const other = openApp(LISTING, fakeServices({ kept: { shared, tab, preferences } }));
    expect((await field('賣出數量')).value).toBe('');
    expect(kept(other.services)).toBe('');
  });
});

describe('what is kept of a form', () => {
  test('cannot be read in the storage', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    expect(kept(app.services)).toContain('"owner"');
    expect(stored(app.services)).not.toContain('3007');
  });

  test('opens under a PIN lock only with the unlock, also after a reload', async () => {
    const services = fakeServices();
    await services.pinLock.setPin(PIN);
    const app = openApp(LISTING, services);
    await typeQuantity(app);
    cleanup();
    const page = fakeServices({ kept: services });
    await page.pinLock.start();
    const again = { ...page, formDrafts: new FormDrafts(page) };
    await expect.poll(() => again.pinLock.read().phase).toBe('locked-intro');
    expect(again.formDrafts.read('listing')).toBeUndefined();
    await unlock(openApp(LISTING, again));
    await waitFor(async () => expect((await field('賣出數量')).value).toBe('3,007'));
  });

  test('is sealed anew when the session has another token', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    const before = kept(app.services);
    const { session } = app.services;
    const login = session.read()?.login;
    if (login) act(() => session.placeToken(login.uid, 'y'.repeat(43)));
    await waitFor(() => expect(kept(app.services)).not.toBe(before));
    reload(LISTING, app);
    await waitFor(async () => expect((await field('賣出數量')).value).toBe('3,007'));
  });

  test('that was edited is as if nothing had been typed', async () => {
    const app = openApp(LISTING);
    await typeQuantity(app);
    app.services.tab.setItem(FORM_DRAFTS_KEY, kept(app.services).replace(/"text":"(..)/, '"text":"AA'));
    reload(LISTING, app);
    expect((await field('賣出數量')).value).toBe('');
  });
});
