import { appError, type ErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { giveProof } from '#test/proofs.ts';
import { openApp } from '#test/render.tsx';

/** What a member sees while the server cannot be reached, and when it can be again. */

const STRIP = '離線，重新連線中…';
const strip = () => screen.queryByText(STRIP);
const dialog = async () => within(await screen.findByRole('alertdialog'));

/** As a command fails of which an earlier try may have gone through. */
const mayHaveRun = (name: ErrorName) => new AppError(name, { mayHaveRun: true });

type App = ReturnType<typeof openApp>;
const setOnline = ({ services }: App, isOnline: boolean) =>
  act(async () => services.network.setOnline(isOnline));

/** The payment declaration, filled and ready to be sent. */
async function fillPayment() {
  const app = openApp('/front-end-order?orderId=502');
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: '我已付款' }));
  await user.selectOptions(await screen.findByLabelText('從哪家銀行'), '013');
  await user.type(screen.getByLabelText('付款帳號末五碼'), '90412');
  await user.type(screen.getByLabelText('付款人姓名'), '林予安');
  await giveProof(user);
  return app;
}
const send = ({ user }: App) => user.click(screen.getByRole('button', { name: /^我已付 NT/ }));
const sent = ({ server }: App) => server.asked.filter(({ path }) => path === '/order/paid').length;

describe('without a network', () => {
  test.each([
    ['/home', true],
    ['/login', false],
    ['/home?panel=settings', true],
  ])('one strip says so on %s, read out politely, until it is back', async (address, isSignedIn) => {
    const app = openApp(address, fakeServices({ isSignedIn }));
    await screen.findByRole('heading', { level: 1 });
    expect(strip()).toBeNull();
    await setOnline(app, false);
    expect(strip()?.closest('[role=status]')).toBeTruthy();
    expect(strip()?.closest('[inert]')).toBeNull();
    await setOnline(app, true);
    await waitFor(() => expect(strip()).toBeNull());
  });

  test('the strip stands on the closed PIN lock too', async () => {
    const services = fakeServices();
    await services.pinLock.setPin('2580');
    const app = openApp('/home', services);
    act(() => services.page.leave());
    await screen.findByRole('button', { name: '點一下螢幕解鎖' });
    await setOnline(app, false);
    expect(strip()).toBeTruthy();
  });

  test('a step that fails keeps its form, says why, and its dialog leaves with the network back', async () => {
    const app = await fillPayment();
    await setOnline(app, false);
    await send(app);
    const said = await dialog();
    for (const text of ['沒有網路', '連線代理伺服器失敗', '您尚未連接網路'])
      expect(said.getByText(text)).toBeTruthy();
    expect(said.getByText('資料還在，連上後請按「確認」重試。')).toBeTruthy();
    await setOnline(app, true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('付款帳號末五碼').value).toBe('90412');
    expect(sent(app)).toBe(0);
    await send(app);
    expect(await screen.findByText('已通知對方確認')).toBeTruthy();
  });

  test('what could not be read is asked anew when it is back', async () => {
    const app = openApp('/transaction');
    await screen.findByText('阿哲');
    await setOnline(app, false);
    await app.user.click(screen.getByRole('radio', { name: 'USDT' }));
    await screen.findByText('目前無法載入');
    await setOnline(app, true);
    await waitFor(() => expect(screen.queryByText('目前無法載入')).toBeNull());
  });
});

describe('the error dialog', () => {
  test('repeats by 確認 what failed, with what was typed', async () => {
    const app = await fillPayment();
    app.server.set('/order/paid', appError('CONNECTION_UNSTABLE'));
    await send(app);
    const said = await dialog();
    expect(said.getByText('連線中斷')).toBeTruthy();
    app.server.set('/order/paid', undefined);
    await app.user.click(said.getByRole('button', { name: '確認' }));
    expect(await screen.findByText('已通知對方確認')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('closes by 關閉 and repeats nothing', async () => {
    const app = await fillPayment();
    app.server.set('/order/paid', appError('CONNECTION_UNSTABLE'));
    await send(app);
    const tries = sent(app);
    await app.user.click((await dialog()).getByRole('button', { name: '關閉' }));
    expect([screen.queryByRole('alertdialog'), sent(app)]).toEqual([null, tries]);
  });

  test('says that it may have gone through, stays when the network is back, and finds out by 確認', async () => {
    const app = await fillPayment();
    app.server.set('/order/paid', mayHaveRun('CONNECTION_UNSTABLE'));
    await send(app);
    const said = await dialog();
    expect(said.getByText('這項操作可能已經完成。連上後按「確認」就會知道結果，不會重複執行。')).toBeTruthy();
    app.server.set('/order/paid', undefined);
    await setOnline(app, false);
    await screen.findByText(STRIP);
    await setOnline(app, true);
    await waitFor(() => expect(strip()).toBeNull());
    await app.user.click((await dialog()).getByRole('button', { name: '確認' }));
    expect(await screen.findByText('已通知對方確認')).toBeTruthy();
  });

  test('of a session that ended meanwhile says how to find out', async () => {
    const app = await fillPayment();
    act(() => app.services.failures.report(mayHaveRun('SESSION_TIMEOUT')));
    expect((await dialog()).getByText(/^剛才的操作可能已經完成。重新登入後再試一次/)).toBeTruthy();
  });

  test('of an outcome that nobody can tell any more asks to look first', async () => {
    const app = await fillPayment();
    app.server.set('/order/paid', appError('OUTCOME_UNKNOWN'));
    await send(app);
    const said = await dialog();
    expect(said.getByText('請先確認結果')).toBeTruthy();
    expect(said.getByText('先前送出的操作可能已經成功，請先確認結果，再決定是否重做')).toBeTruthy();
  });

  test.each(['確認', '關閉'])('of a refusal closes by %s', async (name) => {
    const app = await fillPayment();
    app.server.set('/order/paid', appError('ROLE_NOT_ALLOWED'));
    await send(app);
    const tries = sent(app);
    await app.user.click((await dialog()).getByRole('button', { name }));
    expect([screen.queryByRole('alertdialog'), sent(app)]).toEqual([null, tries]);
  });

  test('offers no other try with a secret that would have to be kept for it', async () => {
    const app = openApp('/home?panel=bank-cards');
    const { user } = app;
    await user.click(await screen.findByRole('button', { name: /^綁定/ }));
    await user.type(await screen.findByLabelText('銀行'), '822{Enter}');
    await user.type(screen.getByLabelText('帳號'), '1234567890123');
    await user.type(screen.getByLabelText('戶名'), '林予安');
    await user.click(screen.getByRole('button', { name: '綁定這個帳戶' }));
    await screen.findByLabelText('六位數交易密碼');
    app.server.set('/member/bankadd/{account}', appError('PROXY_UNREACHABLE'));
    await user.keyboard('482913');
    const said = await dialog();
    expect(said.getByText('資料還在，連上後請重試。')).toBeTruthy();
    const tries = () => app.server.asked.filter(({ path }) => path === '/member/bankadd/{account}').length;
    const before = tries();
    await user.click(said.getByRole('button', { name: '確認' }));
    expect(tries()).toBe(before);
    expect(screen.getByLabelText<HTMLInputElement>('六位數交易密碼').value).toBe('');
  });
});
