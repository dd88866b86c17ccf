import type { InboxRow } from '@holdfast/contract/calls';
import { NOTIFICATION_RULES, NOTIFICATION_TYPES } from '@holdfast/contract/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp, saying } from '#test/render.tsx';

let made = 100;
const row = (type: string, extra: Record<string, unknown> = {}): InboxRow => ({
  seq: String((made += 1)),
  type,
  title: type,
  content: '',
  extra,
  at: '2026-08-17T06:02:00.000Z',
});

const ORDER = {
  orderId: '501',
  serialNo: 'HF-1',
  nick: '阿德',
  quantity: 3000,
  coinType: 'TWD',
  amount: 3000,
  deadlineDate: '2026-08-17T06:17:00.000Z',
};

/** The app with these messages in the inbox, all of them news. */
async function openWith(...rows: InboxRow[]) {
  const app = openApp('/home', fakeServices());
  await screen.findByText('15,480');
  act(() => app.services.notices.change(() => ({ rows })));
  return app;
}

const dialog = async () => within(await screen.findByRole('alertdialog'));
const buttons = () => screen.getAllByRole('button').filter((button) => button.closest('[role=alertdialog]'));

describe('a notification', () => {
  test('of a change to the account says what to do for who did not make it', async () => {
    await openWith(row('mailChanged', { when: '2026-08-17T06:01:00.000Z' }));
    const box = await dialog();
    expect(box.getByText('電子信箱已變更')).toBeTruthy();
    expect(box.getByText('時間：14:01')).toBeTruthy();
    expect(box.getByText('時間為台北時間（UTC+8）')).toBeTruthy();
    expect(box.getByText(saying('如非本人操作，請立即凍結帳號並聯絡客服。'))).toBeTruthy();
  });

  test.each([
    [{ reviewSuccess: true }, '您的銀行帳戶已通過審核，可以收款。'],
    [{ reviewSuccess: false }, '您的銀行帳戶沒有通過審核。原因與下一步請看「銀行帳戶」。'],
    [{ cardsRemoved: true }, '客服已解除綁定您的銀行帳戶。如有疑問，請聯絡客服。'],
  ])('of a review of a bank account says what came of it: %j', async (extra, sentence) => {
    await openWith(row('userBankCardReview', { bankCardStatus: 'Approved', ...extra }));
    expect((await dialog()).getByText(saying(sentence))).toBeTruthy();
  });

  test.each([
    [{ payApp: 'jkopay', reviewSuccess: true }, '您的第三方支付帳號已通過審核。'],
    [
      { payApp: 'jkopay', reviewSuccess: false },
      '您的第三方支付帳號沒有通過審核。原因與下一步請看「第三方支付」。',
    ],
    [
      { payApp: 'jkopay', payAccountAdded: true },
      '客服依您的說明新增了第三方支付帳號，還要經過審核。如果不是您要求的，請聯絡客服。',
    ],
    [{ payAccountsRemoved: true }, '客服已解除綁定您的第三方支付帳號。如有疑問，請聯絡客服。'],
  ])('of a review of a pay account is no bank account: %j', async (extra, sentence) => {
    await openWith(row('userBankCardReview', { bankCardStatus: 'none', ...extra }));
    expect((await dialog()).getByText('第三方支付審核結果')).toBeTruthy();
    expect((await dialog()).getByText(saying(sentence))).toBeTruthy();
  });

  test('of a sign-in says when, where and on what, and leads who did not make it to the freeze', async () => {
    const facts = {
      when: '2026-08-17T06:01:00.000Z',
      device: 'Chrome',
      place: '',
      network: '203.0.113.0/24',
    };
    const signIn = row('userNormalLogin', facts);
    const services = fakeServices({ world: { ...fakeWorld(), safety: [signIn] } });
    const { user, server } = openApp('/home', services);
    await screen.findByText('15,480');
    await act(() => services.inbox.opened('500'));
    const box = await dialog();
    for (const text of ['時間：14:01', '裝置：Chrome', '地點：未知（203.0.113.0/24）'])
      expect(box.getByText(text)).toBeTruthy();
    await user.click(box.getByRole('link', { name: '不是我，凍結帳號' }));
    expect(address()).toBe('/home?panel=freeze');
    expect(services.notices.read().safety).toEqual([]);
    const told = server.asked.find(({ path }) => path === '/member/notification/seen');
    expect(told?.input).toEqual({ seq: signIn.seq });
  });

  test('of guesses at the password leads to the security centre, and to freezing', async () => {
    const guessed = row('passwordGuessed', { when: '2026-08-17T06:01:00.000Z' });
    const services = fakeServices({ world: { ...fakeWorld(), safety: [guessed] } });
    const { user } = openApp('/home', services);
    await screen.findByText('15,480');
    await act(() => services.inbox.opened('500'));
    const box = await dialog();
    expect(
      box.getByText(
        saying('新裝置登入現在需要驗證碼，您登入過的裝置不受影響。密碼若在別處用過，請立即變更。'),
      ),
    ).toBeTruthy();
    expect(box.getByRole('link', { name: '不是我，凍結帳號' })).toBeTruthy();
    await user.click(box.getByRole('link', { name: '保護我的帳號' }));
    expect(address()).toBe('/home?panel=security');
  });

  test.each(NOTIFICATION_TYPES)('of type %s has the buttons of its row in the table', async (type) => {
    await openWith(row(type));
    await dialog();
    const names = { close: '關閉', confirm: '確認' };
    expect(buttons().map((button) => button.textContent)).toEqual(
      NOTIFICATION_RULES[type].buttons.map((button) => names[button]),
    );
  });

  test('of a type that this build does not know is an information with 關閉', async () => {
    const { user, services } = await openWith({
      ...row('weatherReport'),
      title: '颱風',
      content: '明天停班',
    });
    expect((await dialog()).getByText('明天停班')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '颱風' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '關閉' }));
    expect(services.notices.read().rows).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('never shows the name of a type', async () => {
    await openWith(row('weatherReport'));
    expect((await dialog()).getByRole('heading').textContent).toBe('通知');
  });

  test('shows what people wrote as text', async () => {
    const polyglot = `"'><img src=x onerror=alert(1)><svg/onload=alert(2)>`;
    await openWith({ ...row(polyglot), title: `${polyglot}!`, content: polyglot });
    expect((await dialog()).getByText(saying(polyglot))).toBeTruthy();
    expect(document.querySelector('[onerror], [onload]')).toBeNull();
  });

  test('of an order leads to it by type and number, and speaks of it', async () => {
    const { user } = await openWith(row('orderPaid', { ...ORDER, transactionType: 'out' }));
    expect((await dialog()).getByText('阿德 · 3,000 TWD')).toBeTruthy();
    expect(screen.getByText('訂單 HF-1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=501'));
  });

  test('of a taken listing tells the seller to wait, and the buyer to pay until when', async () => {
    await openWith(row('orderLock', { ...ORDER, transactionType: 'out', isOwner: true }));
    const seller = await dialog();
    expect(seller.getByRole('heading', { name: '有人下單了' })).toBeTruthy();
    expect(seller.getByText(saying('等 阿德 在 14:17 前付款，您先不用處理。'))).toBeTruthy();
    cleanup();
    await openWith(row('orderLock', { ...ORDER, transactionType: 'in', isOwner: false }));
    const buyer = await dialog();
    expect(buyer.getByRole('heading', { name: '下單成功，請付款' })).toBeTruthy();
    expect(buyer.getByText(saying('請在 14:17 前付款，付完按「我已付款」。'))).toBeTruthy();
  });

  test('of a payment sends the seller to the bank, and says that 確認 releases nothing', async () => {
    const app = await openWith(row('orderPaid', { ...ORDER, transactionType: 'out' }));
    const box = await dialog();
    expect(box.getByRole('heading', { name: '買家已付款，請到銀行查帳' })).toBeTruthy();
    expect(
      box.getByText(saying('請在 14:17 前查帳。確實收到 NT$ 3,000 才放行；沒有收到請不要放行。')),
    ).toBeTruthy();
    expect(box.getByText('按「確認」前往訂單，不會直接放行。')).toBeTruthy();
    act(() => app.services.settings.change({ language: 'en' }));
    expect(box.getByRole('heading', { name: 'The buyer has paid. Check your bank' })).toBeTruthy();
    expect(box.getByText(saying('Check by 14:17. Release only if NT$ 3,000 really arrived.'))).toBeTruthy();
  });

  test('of a refused cancel says to who had asked how the order goes on, and says nothing of it later', async () => {
    const answer = { ...ORDER, stage: 'request-denied', duty: 'payer' };
    const { world, services } = await openWith(row('orderAnswer', answer));
    const box = await dialog();
    expect(box.getByRole('heading', { name: '對方不同意取消' })).toBeTruthy();
    expect(box.getByText(saying('訂單照常進行：等 阿德 在 14:17 前付款，您先不用處理。'))).toBeTruthy();
    cleanup();
    world.now += 16 * 60_000;
    act(() => services.notices.change(() => ({ rows: [] })));
    await openWith(row('orderAnswer', { ...ORDER, stage: 'request-lapsed', duty: 'operator' }));
    expect((await dialog()).getByText(saying('客服會判定這筆訂單，您先不用處理。'))).toBeTruthy();
  });

  test('of a case that is not decided in time says who decides it and by when', async () => {
    await openWith(row('orderCase', { ...ORDER, stage: 'late' }));
    expect(
      (await dialog()).getByText(
        saying('抱歉讓您久等。14:17 前還沒有判定的話，會改由客服主管處理。您先不用處理。'),
      ),
    ).toBeTruthy();
    cleanup();
    await openWith(row('orderCase', { ...ORDER, stage: 'escalated' }));
    const box = await dialog();
    expect(box.getByRole('heading', { name: '您的訂單改由客服主管處理' })).toBeTruthy();
    expect(box.getByText(saying('預計 14:17 前判定。您先不用處理。'))).toBeTruthy();
  });

  test('asks for nothing any more once its deadline has passed', async () => {
    const { world, services } = await openWith();
    world.now += 16 * 60_000;
    act(() =>
      services.notices.change(() => ({ rows: [row('orderLock', { ...ORDER, transactionType: 'in' })] })),
    );
    expect((await dialog()).getByText(saying('時限 14:17 已過，請到訂單看最新狀態。'))).toBeTruthy();
    expect(screen.queryByText(/前付款/)).toBeNull();
  });

  test('whose values did not come along has its title alone, and no empty slot', async () => {
    await openWith(row('orderPaid', { orderId: '501', transactionType: 'out' }));
    const box = await dialog();
    expect(box.getByRole('heading', { name: '買家已付款，請到銀行查帳' })).toBeTruthy();
    expect(screen.getByRole('alertdialog').textContent).not.toMatch(/[{}]/);
  });

  test('of an order whose number is none leads by its type alone', async () => {
    const { user } = await openWith(row('orderPaid', { orderId: '../login?panel=register' }));
    await user.click(await screen.findByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid'));
  });

  test('of a forced logout must be answered, and signs out', async () => {
    const { user, services } = await openWith(row('userForcedLogout'));
    await dialog();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(services.session.read()).toBeUndefined();
  });

  test('of a real-name review asks for member info anew and goes Home', async () => {
    const { user, server } = await openWith(row('userRealNameReview'));
    await dialog();
    const before = server.asked.filter(({ path }) => path === '/member/info/{account}').length;
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/home'));
    expect(server.asked.filter(({ path }) => path === '/member/info/{account}')).toHaveLength(before + 1);
  });

  test('comes after the one before it, and an error comes first', async () => {
    const { user, services } = await openWith(row('userWithdrawSuccess'), row('merchantBindReview'));
    expect((await dialog()).getByText('提領成功')).toBeTruthy();
    const { appError } = await import('@holdfast/contract/errors');
    act(() => services.failures.report(appError('ROLE_NOT_ALLOWED')));
    expect((await dialog()).getByText('您的帳號不能使用這項功能')).toBeTruthy();
    for (const title of ['提領成功', '平台綁定審核結果']) {
      await user.click(screen.getByRole('button', { name: '關閉' }));
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    }
  });

  test('is 300 px wide', () => {
    const css = readFileSync('packages/ui/src/layer.module.css', 'utf8');
    expect(/\.narrow \{\s*width: min\((\d+)px/.exec(css)?.[1]).toBe('300');
  });
});
