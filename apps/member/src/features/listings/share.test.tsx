import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LINK } from '#test/fake-listing-links.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'share');
});

const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement);

async function openSheet(app: ReturnType<typeof openApp>) {
  const card = await cardOf('賣出 100 USDT');
  await app.user.click(card.getByRole('button', { name: '分享' }));
  return within(await screen.findByRole('dialog'));
}

describe('sharing a listing', () => {
  test('makes its first link, with a code that holds it, and hands it to the device where that can share', async () => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      share: async (what: unknown) => {
        shared.push(what);
      },
    });
    const app = openApp('/pendingOrder');
    const sheet = await openSheet(app);
    await app.user.click(await sheet.findByRole('button', { name: '建立分享連結' }));
    expect(await sheet.findByRole('img', { name: '這筆掛單的 QR 碼' })).toBeTruthy();
    const url = `${globalThis.location.origin}/transaction?link=${LINK}`;
    expect(sheet.getByText(url)).toBeTruthy();
    expect(sheet.getByRole('button', { name: '複製連結' })).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '傳送' }));
    expect(shared).toEqual([{ title: '穩付掛單：賣出 USDT', url }]);
  });

  test('has a password when its owner wants one, and a new link and password after a question', async () => {
    const app = openApp('/pendingOrder');
    const sheet = await openSheet(app);
    await app.user.click(await sheet.findByRole('button', { name: '建立分享連結' }));
    expect(sheet.queryByRole('button', { name: '傳送' })).toBeNull(); // this device has no such way
    await app.user.click(await sheet.findByRole('checkbox', { name: /也可以用編號和密碼打開/ }));
    expect(await sheet.findByText('K7QM X4PT')).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '換新的連結' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('密碼也會換新。')).toBeTruthy();
    await app.user.click(question.getByRole('button', { name: '換新的連結' }));
    expect(await screen.findByText('連結已換新，舊的不能用了')).toBeTruthy();
    expect(await sheet.findByText('H3WY D8RN')).toBeTruthy();
    expect(sheet.queryByText(new RegExp(LINK))).toBeNull();
  });
});

test('the box of the password keeps its focus while the server is asked, which is once', async () => {
  const app = openApp('/pendingOrder');
  const sheet = await openSheet(app);
  await app.user.click(await sheet.findByRole('button', { name: '建立分享連結' }));
  const box = await sheet.findByRole<HTMLInputElement>('checkbox', { name: /也可以用編號和密碼打開/ });
  app.server.set('/listing/link/password', 'silent');
  await app.user.click(box);
  await app.user.click(box);
  expect([box.disabled, document.activeElement === box]).toEqual([false, true]);
  expect(app.server.asked.filter(({ path }) => path === '/listing/link/password')).toHaveLength(1);
});

describe('a private listing', () => {
  test('becomes one by its sheet, and stays one when something else is changed', async () => {
    const app = openApp('/pendingOrder');
    const edited = () =>
      app.server.asked.filter(({ path }) => path === '/listing/edit').map(({ input }) => input);
    for (const choice of [/不放在市場/, /每筆訂單先問我/]) {
      const card = await cardOf('賣出 100 USDT');
      await app.user.click(card.getByRole('button', { name: '修改條件' }));
      const sheet = within(await screen.findByRole('dialog'));
      await app.user.click(sheet.getByRole('checkbox', { name: choice }));
      await app.user.click(sheet.getByRole('button', { name: '儲存' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(edited()).toEqual([
      expect.objectContaining({ isPrivate: '1' }),
      expect.objectContaining({ isPrivate: '1', askFirst: '1' }),
    ]);
  });

  test('says that the market does not show it, and its copy is private too', async () => {
    const world = fakeWorld();
    Object.assign(world.listings[0] ?? {}, { isPrivate: true });
    const app = openApp('/pendingOrder', fakeServices({ world }));
    const card = await cardOf('賣出 100 USDT');
    expect(card.getByText('只限連結')).toBeTruthy();
    await app.user.click(card.getByRole('button', { name: '複製' }));
    const form = within(await screen.findByRole('dialog'));
    const choice = form.getByRole('checkbox', { name: /不放在市場/ });
    await waitFor(() => expect((choice as HTMLInputElement).checked).toBe(true));
  });
});
