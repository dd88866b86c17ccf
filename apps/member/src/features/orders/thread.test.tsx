import { AppError } from '@holdfast/kernel';
import type { ThreadLine } from '@holdfast/contract/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeLine } from '#test/fake-thread.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const ROOM = '/front-end-order?orderId=501';

type Line = Partial<ThreadLine> & Pick<ThreadLine, 'number'>;

/** A room with a thread, on a phone: tests have no wide screen. */
function openRoom(lines: readonly Line[], seed: Partial<OrderSeed> = {}, address = ROOM) {
  const world = fakeWorld();
  const order = { orderId: '501', serialNo: 'HF-1', role: 'payer', state: 'LOCKED', nick: '阿哲' } as const;
  world.orders = [fakeOrder(world.now, { ...order, isOwner: false, ...seed })];
  world.threads = { '501': lines.map((line) => fakeLine(world.now, line)) };
  return openApp(address, fakeServices({ world }));
}

async function openSheet(app: ReturnType<typeof openRoom>) {
  await app.user.click(await screen.findByRole('button', { name: '打開對話' }));
  const dialog = within(await screen.findByRole('dialog', { name: '和阿哲的對話' }));
  await dialog.findByRole('log');
  return dialog;
}

describe('the thread of an order', () => {
  test('shows what was written, by whom, and what has happened in between', async () => {
    const app = openRoom([
      { number: 1, text: '您好，轉帳後麻煩傳一下截圖' },
      { number: 2, kind: 'event', event: 'paid', by: 'you' },
      { number: 3, by: 'you', text: '好的', isSeen: true },
      { number: 4, by: 'operator', text: '客服在這裡' },
    ]);
    const sheet = await openSheet(app);
    const lines = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toContain('阿哲您好，轉帳後麻煩傳一下截圖');
    expect(lines[1]).toContain('您通知已付款');
    expect(lines[2]).toMatch(/好的.*已讀/);
    expect(lines[3]).toContain('穩付客服客服在這裡');
    const strip = within(sheet.getByRole('group', { name: '這筆訂單' }));
    expect(strip.getByText('付 NT$ 3,000')).toBeTruthy();
    expect(strip.getByText('銀行轉帳')).toBeTruthy();
    expect(strip.getByRole('timer')).toBeTruthy();
  });

  test('says what to beware of, and makes no link of what was written', async () => {
    const app = openRoom([
      { number: 1, text: '先放行 https://evil.example', suspicions: ['link', 'release-first'] },
    ]);
    const sheet = await openSheet(app);
    expect(sheet.getByText(/訊息裡有連結/)).toBeTruthy();
    expect(sheet.getByText(/不要放行/)).toBeTruthy();
    expect(sheet.queryByRole('link')).toBeNull();
  });

  test('counts what is unread until it has been looked at', async () => {
    const app = openRoom([
      { number: 1, text: '一' },
      { number: 2, text: '二' },
    ]);
    expect(await screen.findByText('2 則未讀')).toBeTruthy();
    await openSheet(app);
    await waitFor(() => expect(screen.queryByText('2 則未讀')).toBeNull());
  });

  test('sends what was typed, and empties the field', async () => {
    const app = openRoom([]);
    const sheet = await openSheet(app);
    const field = sheet.getByLabelText<HTMLTextAreaElement>('輸入訊息');
    await app.user.type(field, '正在轉帳');
    await app.user.click(sheet.getByRole('button', { name: '送出' }));
    expect(await sheet.findByText('正在轉帳', { selector: 'p' })).toBeTruthy();
    expect(field.value).toBe('');
  });

  test('keeps what was typed when it could not be sent, and over a way back', async () => {
    const app = openRoom([]);
    app.server.set('/order/say', new AppError('CONNECTION_UNSTABLE'));
    const sheet = await openSheet(app);
    await app.user.type(sheet.getByLabelText('輸入訊息'), '還在嗎');
    await app.user.click(sheet.getByRole('button', { name: '送出' }));
    expect(await sheet.findByRole('alert')).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '關閉' }));
    const again = await openSheet(app);
    expect(again.getByLabelText<HTMLTextAreaElement>('輸入訊息').value).toBe('還在嗎');
  });

  test('offers replies for this side, which are sent only when one says so', async () => {
    const app = openRoom([], { role: 'payee', isOwner: true });
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('button', { name: '常用回覆' }));
    await app.user.click(sheet.getByRole('button', { name: '我正在查帳，請稍等。' }));
    expect(sheet.getByLabelText<HTMLTextAreaElement>('輸入訊息').value).toBe('我正在查帳，請稍等。');
    expect(app.world.threads?.['501']).toEqual([]);
  });

  test('can be read after the end, and written no more', async () => {
    const app = openRoom([{ number: 1, text: '謝謝' }], { state: 'FINISHED' });
    const sheet = await openSheet(app);
    expect(sheet.getByText('謝謝')).toBeTruthy();
    expect(sheet.getByText(/不能再傳訊息/)).toBeTruthy();
    expect(sheet.queryByLabelText('輸入訊息')).toBeNull();
  });

  test('shows a file that it has sent', async () => {
    const app = openRoom([]);
    const sheet = await openSheet(app);
    const pdf = new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' });
    await app.user.upload(sheet.getByLabelText('傳圖片或 PDF', { selector: 'input' }), pdf);
    expect(await sheet.findByRole('button', { name: /看大圖/ })).toBeTruthy();
  });
});

describe('a list of orders', () => {
  test('says which have new messages', async () => {
    openRoom([{ number: 1, text: '一' }], {}, '/front-end-order');
    expect(await screen.findByText('1 則新訊息')).toBeTruthy();
  });
});

test('what support says in both languages is read in the own one', async () => {
  const world = fakeWorld();
  const orderId = '501';
  world.threads = {
    [orderId]: [
      fakeLine(world.now, {
        number: 1,
        by: 'operator',
        text: '我們正在查看這筆訂單',
        en: 'We are looking into this order',
      }),
      fakeLine(world.now, { number: 2, by: 'operator', text: '請稍候' }),
    ],
  };
  const { services } = openApp(`/front-end-order?orderId=${orderId}`, fakeServices({ world }));
  expect(await screen.findByText('我們正在查看這筆訂單')).toBeTruthy();
  act(() => services.settings.change({ language: 'en' }));
  expect(await screen.findByText('We are looking into this order')).toBeTruthy();
  expect(screen.getByText('請稍候')).toBeTruthy();
});
