import { appError } from '@holdfast/contract/errors';
import type { InboxRow } from '@holdfast/contract/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { address, openApp } from '#test/render.tsx';

/** Messages that come while the member is in the middle of something take neither the keyboard nor the form. */

let made = 500;
const row = (type: string, orderId = '507'): InboxRow => ({
  seq: String((made += 1)),
  type,
  title: type,
  content: '',
  extra: { orderId, serialNo: 'HF-1', nick: '阿德', quantity: '3000', coinType: 'TWD' },
  at: '2026-08-17T06:02:00.000Z',
});

const banner = () => screen.findByRole('button', { name: /查看/ });
const dialogs = () => screen.queryAllByRole('alertdialog');
const arrive = ({ services }: ReturnType<typeof openApp>, ...rows: InboxRow[]) =>
  act(() => services.notices.change((waiting) => ({ rows: [...waiting.rows, ...rows] })));

const pass = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));

/** The listing form, with the first digit typed. */
async function typeOneDigit() {
  const app = openApp('/pendingOrder?panel=create-listing');
  const field = await screen.findByLabelText<HTMLInputElement>('賣出數量');
  await app.user.click(field);
  await app.user.keyboard('3');
  return { app, field };
}

describe('a message that comes while a field is in use', () => {
  test('waits as a banner: the keyboard goes on into the field', async () => {
    const { app, field } = await typeOneDigit();
    arrive(app, row('orderPaid'));
    expect((await banner()).closest('[role=status]')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await app.user.keyboard('007');
    expect(field.value).toBe('3,007');
    expect(dialogs()).toEqual([]);
  });

  test('is read when the member taps it, and what was typed is there on the way back', async () => {
    const { app } = await typeOneDigit();
    arrive(app, row('orderPaid'));
    await app.user.click(await banner());
    const box = within(await screen.findByRole('alertdialog'));
    await app.user.click(box.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=507'));
    globalThis.history.back();
    const field = await screen.findByLabelText<HTMLInputElement>('賣出數量');
    expect(field.value).toBe('3');
  });

  test('says how many more wait behind it, each for its own tap', async () => {
    const { app, field } = await typeOneDigit();
    arrive(app, row('orderPaid', '507'), row('orderFinish', '508'));
    expect((await banner()).textContent).toContain('還有 1 則');
    await app.user.click(await banner());
    await app.user.click(await screen.findByRole('button', { name: '關閉' }));
    expect((await banner()).textContent).not.toContain('還有');
    expect([dialogs(), document.activeElement]).toEqual([[], field]);
  });

  test('is one of many: a tap opens all of them as one', async () => {
    const { app, field } = await typeOneDigit();
    arrive(app, row('orderPaid', '507'), row('orderFinish', '508'), row('orderCancel', '509'));
    expect((await banner()).textContent).toContain('還有 2 則');
    await app.user.click(await banner());
    await screen.findByRole('alertdialog', { name: '3 則新通知' });
    await app.user.click(screen.getByRole('button', { name: '關閉' }));
    expect([dialogs(), document.activeElement]).toEqual([[], field]);
    expect(screen.queryByRole('button', { name: /查看/ })).toBeNull();
  });
});

describe('what asks for something', () => {
  test('waits while a sheet is open, and comes when it was closed', async () => {
    const app = openApp('/front-end-order?orderId=502');
    await app.user.click(await screen.findByRole('button', { name: '我已付款' }));
    arrive(app, row('userWithdrawSuccess'));
    act(() => app.services.notices.change(() => ({ prompts: ['password-expired'] })));
    await banner();
    expect(dialogs()).toEqual([]);
    await app.user.keyboard('{Escape}');
    const box = within(await screen.findByRole('alertdialog'));
    expect(box.getByText('提領成功')).toBeTruthy();
    await app.user.click(box.getByRole('button', { name: '關閉' }));
    // The password can wait until the order is left.
    await pass(1200);
    expect(dialogs()).toEqual([]);
    await app.user.click(screen.getByRole('button', { name: '回到訂單列表' }));
    expect(await screen.findByText('請變更登入密碼')).toBeTruthy();
  });

  test('waits while the slide is held', async () => {
    const app = openApp('/front-end-order?orderId=501');
    await app.user.click(await screen.findByRole('button', { name: /放行/ }));
    for (const check of await screen.findAllByRole('checkbox')) await app.user.click(check);
    const slide = await screen.findByRole('slider');
    act(() => slide.focus());
    arrive(app, row('orderExtend'));
    await banner();
    expect([dialogs(), document.activeElement]).toEqual([[], slide]);
  });
});

describe('an error', () => {
  test('of what the member did is said at once, over the form', async () => {
    const { app } = await typeOneDigit();
    act(() => app.services.failures.report(appError('ROLE_NOT_ALLOWED')));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });

  test('that nobody asked for waits until the form is done with', async () => {
    const { app } = await typeOneDigit();
    act(() => app.services.failures.report(appError('MEMBER_INFO_UNREACHABLE', { detail: 'x' })));
    await pass(100);
    expect(dialogs()).toEqual([]);
    await app.user.keyboard('{Escape}');
    expect(await screen.findByText(/取得會員資料時與伺服器連線失敗/)).toBeTruthy();
  });

  test('gives the field back to a message that waits behind it, which stays a banner', async () => {
    const { app, field } = await typeOneDigit();
    act(() => app.services.failures.report(appError('ROLE_NOT_ALLOWED')));
    await screen.findByRole('alertdialog');
    arrive(app, row('orderPaid'));
    await pass(1200);
    await app.user.click(screen.getByRole('button', { name: '關閉' }));
    await banner();
    expect([dialogs(), document.activeElement]).toEqual([[], field]);
  });
});
