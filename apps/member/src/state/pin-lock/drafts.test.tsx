import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { loadCode, openApp } from '#test/render.tsx';

/** The lock takes forms off the screen in the middle of a word; what comes of what was typed. */

const PIN = '2580';

beforeAll(loadCode, 60_000);

async function openWithPin(address: string) {
  const services = fakeServices();
  await services.pinLock.setPin(PIN);
  return openApp(address, services);
}

/** Away to a bank's app, and back. */
async function leaveAndUnlock({ user, services }: ReturnType<typeof openApp>): Promise<void> {
  act(() => services.page.leave());
  act(() => services.page.comeBack());
  await user.click(await screen.findByRole('button', { name: '點一下螢幕解鎖' }));
  await user.keyboard(`${PIN}{Enter}`);
  await waitFor(() => expect(services.pinLock.read().phase).toBe('open'));
}

/** All at once: thirteen keys would draw the form thirteen times. */
async function enter({ user }: ReturnType<typeof openApp>, label: string, text: string): Promise<void> {
  await user.click(await field(label));
  await user.paste(text);
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const textsOf = (area: Storage) =>
  Array.from({ length: area.length }, (_, index) => area.getItem(area.key(index) ?? ''));
const stored = ({ shared, tab }: FakeServices) => JSON.stringify([...textsOf(shared), ...textsOf(tab)]);

describe('what was half typed when the lock closed', () => {
  test('stands in its form again after the unlock, and could be read in no storage meanwhile', async () => {
    const app = await openWithPin('/pendingOrder?panel=create-listing');
    await enter(app, '賣出數量', '3007');
    act(() => app.services.page.leave());
    expect(stored(app.services)).not.toContain('3007');
    await leaveAndUnlock(app);
    expect((await field('賣出數量')).value).toBe('3,007');
  });

  test('opens the sheet that it was typed into', async () => {
    const app = await openWithPin('/home?panel=bank-cards');
    await app.user.click(await screen.findByRole('button', { name: /^綁定/ }));
    await enter(app, '帳號', '1234567890123');
    await leaveAndUnlock(app);
    expect((await field('帳號')).value).toBe('1234567890123');
  });

  test('stays closed when one closed it oneself, and keeps what was typed', async () => {
    const app = await openWithPin('/home?panel=bank-cards');
    await app.user.click(await screen.findByRole('button', { name: /^綁定/ }));
    await enter(app, '帳號', '1234567890123');
    // By label: roles are slow to find beside a list of all banks.
    await app.user.click(screen.getAllByLabelText('返回').at(-1) as HTMLElement);
    await leaveAndUnlock(app);
    await app.user.click(await screen.findByRole('button', { name: /^綁定/ }));
    expect((await field('帳號')).value).toBe('1234567890123');
  });

  test('is closed when the way led to another screen meanwhile', async () => {
    const app = await openWithPin('/home?panel=bank-cards');
    await app.user.click(await screen.findByRole('button', { name: /^綁定/ }));
    await field('帳號');
    const go = (to: string) =>
      act(() => {
        globalThis.history.pushState(null, '', to);
        globalThis.dispatchEvent(new PopStateEvent('popstate'));
      });
    act(() => app.services.page.leave());
    go('/pendingOrder');
    await leaveAndUnlock(app);
    await screen.findAllByText(/建立於/);
    go('/home?panel=bank-cards');
    await screen.findByRole('button', { name: /^綁定/ });
    expect(screen.queryByLabelText('帳號')).toBeNull();
  });

  test('is forgotten with the session', async () => {
    const app = await openWithPin('/home?panel=bank-cards');
    await app.user.click(await screen.findByRole('button', { name: /^綁定/ }));
    act(() => app.services.page.leave());
    expect([...app.services.drafts.values()]).not.toEqual([]);
    app.services.pinLock.forgot();
    await waitFor(() => expect(app.services.session.read()).toBeUndefined());
    expect([...app.services.drafts.values()]).toEqual([]);
  });

  test('and is a secret is kept nowhere', async () => {
    const app = await openWithPin('/home?panel=password');
    await enter(app, '目前的登入密碼', 'Holdfast1');
    act(() => app.services.page.leave());
    expect(JSON.stringify([...app.services.drafts])).not.toContain('Holdfast1');
  });
});
