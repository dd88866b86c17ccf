import type { OrderDetail } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { fakeOrder, fakePayTo } from '#test/fake-orders.ts';
import { FAKE_NOW } from '#test/fake-times.ts';
import { fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { FAKE_FILE } from '#test/fake-uploads.ts';
import { giveProof, sayYesToAll } from '#test/proofs.ts';
import { address, openApp, saying } from '#test/render.tsx';

const TO_PAY = '/front-end-order?orderId=502';
const TO_RELEASE = '/front-end-order?orderId=501';

type App = ReturnType<typeof openApp>;

async function tapSecret({ user }: App, digits: string) {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }));
}

function asked({ server }: App, path: string) {
  return server.asked.filter((call) => call.path === path);
}

describe('the list of orders', () => {
  test('shows whose turn it is, with whom, and the clock of that duty', async () => {
    openApp('/front-end-order');
    const card = await screen.findByRole('link', { name: /請在時限內付款/ });
    expect(card.textContent).toContain('向 Yu88 買入 1,500 TWD');
    expect(within(card).getByRole('timer').textContent).toBe('14:36');
  });

  test('begins with the own duty whose deadline is next, and with one that is overdue before that', async () => {
    const world = fakeWorld();
    const seed = { serialNo: 'HF-9', isOwner: true, state: 'PAID' } as const;
    const dutyMs: [number, number] = [20 * 60_000, -60_000];
    world.orders.unshift(
      fakeOrder(world.now, { ...seed, orderId: '601', role: 'payer', nick: '等別人' }),
      fakeOrder(world.now, { ...seed, orderId: '600', role: 'payee', nick: '逾時', dutyMs }),
    );
    openApp('/front-end-order', fakeServices({ world }));
    await screen.findByRole('link', { name: /逾時/ });
    const cards = screen.getAllByRole('link').filter((link) => link.textContent?.includes('HF-'));
    const nicks = ['逾時', '阿哲', 'Yu88', '等別人'];
    expect(cards.map((card) => nicks.find((nick) => card.textContent?.includes(nick)))).toEqual(nicks);
    expect(cards[0]?.textContent).toContain('時限已過，請盡快查帳');
  });

  test('leads to the room of an order', async () => {
    const { user } = openApp('/front-end-order');
    await user.click(await screen.findByRole('link', { name: /請在時限內付款/ }));
    expect(await screen.findByRole('heading', { name: '向 Yu88 買入 1,500 TWD' })).toBeTruthy();
    expect(address()).toBe(TO_PAY);
  });

  test('shows what has ended with how it ended', async () => {
    openApp('/front-end-order?scope=past');
    expect((await screen.findByRole('link', { name: /小薇/ })).textContent).toContain('已完成');
  });

  test('is the same after a reload', async () => {
    const { user } = openApp('/front-end-order');
    await user.click(await screen.findByRole('radio', { name: '已結束' }));
    expect(await screen.findByRole('link', { name: /小薇/ })).toBeTruthy();
    expect(address()).toBe('/front-end-order?scope=past');
  });

  test('says what to do when there is nothing', async () => {
    const world = { ...fakeWorld(), orders: [] };
    openApp('/front-end-order', fakeServices({ world }));
    expect(await screen.findByText('目前沒有進行中的訂單')).toBeTruthy();
    expect(screen.getByRole('link', { name: '去看看有誰在賣' }).getAttribute('href')).toBe('/transaction');
  });

  test('offers to try again when it cannot be loaded', async () => {
    const services = fakeServices();
    services.server.set('/order/list', appError('MAINTENANCE', { until: '15:00' }));
    const { user, server } = openApp('/front-end-order', services);
    await user.click(
      await screen.findByRole('button', { name: '再試一次' }).then((button) => {
        server.set('/order/list', undefined);
        return button;
      }),
    );
    expect(await screen.findByRole('link', { name: /請在時限內付款/ })).toBeTruthy();
  });
});

describe('paying', () => {
  test('shows the sum, the account and the name rule to the payer', async () => {
    openApp(TO_PAY);
    expect(await screen.findByText('822 中國信託銀行')).toBeTruthy();
    expect(screen.getByText('1234 5678 9012')).toBeTruthy();
    expect(screen.getByText(saying('只用您本人 林○安 的帳戶付款；附言請留空。'))).toBeTruthy();
    expect(screen.getByRole('button', { name: '複製 付款金額' })).toBeTruthy();
  });

  test('copies the account number as digits alone', async () => {
    const { user } = openApp(TO_PAY);
    await user.click(await screen.findByRole('button', { name: '複製 帳號' }));
    expect(await navigator.clipboard.readText()).toBe('123456789012');
    expect(await screen.findByText('已複製')).toBeTruthy();
  });

  test('declares the payment with bank, last five digits and name', async () => {
    const app = openApp(TO_PAY);
    await app.user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    await app.user.selectOptions(sheet.getByLabelText('從哪家銀行'), '013');
    await app.user.type(sheet.getByLabelText('付款帳號末五碼'), '9０412');
    await app.user.type(sheet.getByLabelText('付款人姓名'), ' 林予安 ');
    await giveProof(app.user);
    await app.user.click(sheet.getByRole('button', { name: '我已付 NT$ 1,503，通知對方' }));
    expect(await screen.findByText('已通知對方確認')).toBeTruthy();
    expect(asked(app, '/order/paid').map(({ input }) => input)).toEqual([
      {
        orderId: '502',
        version: '1',
        payType: 'bank',
        paidBank: '013',
        lastFive: '90412',
        payer: '林予安',
        proofFileId: FAKE_FILE,
      },
    ]);
    expect(screen.getByRole('heading', { name: /等 Yu88 在 .* 前確認收款/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '我已付款' })).toBeNull();
  });

  test('does not send a declaration that the rule refuses, and says why', async () => {
    const app = openApp(TO_PAY);
    await app.user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    await app.user.type(sheet.getByLabelText('付款帳號末五碼'), '12');
    await app.user.click(sheet.getByRole('button', { name: /我已付 NT/ }));
    expect(sheet.getByLabelText('從哪家銀行').getAttribute('aria-invalid')).toBe('true');
    expect(sheet.getByText('請輸入 5 位數字')).toBeTruthy();
    expect(asked(app, '/order/paid')).toEqual([]);
  });

  const payingBy = (payMethod: OrderDetail['payMethod']) => {
    const world = fakeWorld();
    world.orders = world.orders.map((order) =>
      order.orderId === '502' ? { ...order, payMethod, payTo: fakePayTo(payMethod) } : order,
    );
    return fakeServices({ world });
  };

  test.each([
    [
      'jkopay',
      '街口支付',
      ['街口支付', '9012 3456 7', 'https://service.jkopay.com/r/transfer?j=Transfer:901234567'],
    ],
    ['linepay', 'LINE Pay', ['line.me', 'https://line.me/R/pay/qr/friend/abcDEF123']],
    ['pxpay', '全支付', ['www.pxpayplus.com', 'https://www.pxpayplus.com/t/9012345678']],
  ] as const)(
    'by %s shows its code, drawn anew, what it says, and the way into the app',
    async (method, name, said) => {
      openApp(TO_PAY, payingBy(method));
      expect(await screen.findByRole('img', { name: `${name} 收款碼` })).toBeTruthy();
      for (const text of said) expect(screen.getByText(text)).toBeTruthy();
      const open = screen.getByText(`在 ${name} 開啟`);
      expect(open.getAttribute('href')).toBe(said.at(-1));
      expect(open.getAttribute('rel')).toBe('noopener noreferrer');
      expect(screen.queryByText('822 中國信託銀行')).toBeNull();
    },
  );

  test('by a transfer code copies bank and account, and opens nothing: only a camera reads it', async () => {
    const { user } = openApp(TO_PAY, payingBy('twqr'));
    await user.click(await screen.findByRole('button', { name: '複製 銀行' }));
    expect(await navigator.clipboard.readText()).toBe('822');
    await user.click(screen.getByRole('button', { name: '複製 帳號' }));
    expect(await navigator.clipboard.readText()).toBe('123456789012');
    expect(screen.getByRole('img', { name: '轉帳 QR 碼，NT$ 1,503' })).toBeTruthy();
    expect(screen.queryByText(/開啟$/)).toBeNull();
    expect(screen.queryByRole('button', { name: '複製 付款連結' })).toBeNull();
  });

  test('to a bank shows a transfer code of this order beside the numbers', async () => {
    openApp(TO_PAY);
    expect(await screen.findByRole('img', { name: '轉帳 QR 碼，NT$ 1,503' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '複製 帳號' })).toBeTruthy();
  });

  test('copies the link of an app', async () => {
    const { user } = openApp(TO_PAY, payingBy('linepay'));
    await user.click(await screen.findByRole('button', { name: '複製 付款連結' }));
    expect(await navigator.clipboard.readText()).toBe('https://line.me/R/pay/qr/friend/abcDEF123');
  });

  test('asks for no bank where an app was chosen, and declares that app', async () => {
    const app = openApp(TO_PAY, payingBy('linepay'));
    await app.user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.queryByLabelText('從哪家銀行')).toBeNull();
    expect(sheet.getByText(saying('對方會在 LINE Pay 核對這些資料，請照實填寫。'))).toBeTruthy();
    await app.user.type(sheet.getByLabelText('付款帳號末五碼'), '90412');
    await app.user.type(sheet.getByLabelText('付款人姓名'), '林予安');
    await giveProof(app.user);
    await app.user.click(sheet.getByRole('button', { name: /我已付 NT/ }));
    await waitFor(() => expect(asked(app, '/order/paid')).toHaveLength(1));
    expect(asked(app, '/order/paid')[0]?.input).toMatchObject({ payType: 'qr', paidQRType: 'linepay' });
    expect(asked(app, '/order/paid')[0]?.input).not.toHaveProperty('paidBank');
  });
});

describe('releasing', () => {
  async function openRelease(services = fakeServices()) {
    const app = openApp(TO_RELEASE, services);
    await app.user.click(await screen.findByRole('button', { name: '確認入帳並放行' }));
    return { app, sheet: within(screen.getByRole('dialog', { name: '放行前再看一次' })) };
  }

  /** By the keyboard: four steps of the arrow take the thumb to the end. */
  async function slide({ user }: App) {
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  }

  test('takes the recap, every tick, the slide and the transaction code, and then shows the end', async () => {
    const { app, sheet } = await openRelease();
    expect(sheet.getByText('90412')).toBeTruthy();
    await sayYesToAll(app.user);
    await slide(app);
    await tapSecret(app, '482913');
    expect(await screen.findByText(saying('已放行 3,000 TWD 給 阿哲。'))).toBeTruthy();
    expect(asked(app, '/order/release')).toEqual([
      { path: '/order/release', input: { orderId: '501', version: '1' }, transpass: '482913' },
    ]);
  });

  test('is ticked for the app that the buyer has chosen, not for a bank', async () => {
    const world = fakeWorld();
    world.orders = world.orders.map((order) => ({ ...order, payMethod: 'jkopay' as const }));
    const { sheet } = await openRelease(fakeServices({ world }));
    expect(sheet.getByRole('group', { name: /在 ?街口支付 ?收到剛好 NT\$ 3,000 了嗎/ })).toBeTruthy();
  });

  test('asks a code before the secret while the account cools down', async () => {
    const world = { ...fakeWorld(), coolDownUntil: new Date(FAKE_NOW + 3_600_000).toISOString() };
    const { app } = await openRelease(fakeServices({ world }));
    await sayYesToAll(app.user);
    await slide(app);
    const step = within(await screen.findByRole('dialog', { name: '輸入驗證碼' }));
    await app.user.type(await step.findByRole('textbox'), FAKE_CODE);
    await screen.findByLabelText('六位數交易密碼');
    await tapSecret(app, '482913');
    expect(await screen.findByText(saying('已放行 3,000 TWD 給 阿哲。'))).toBeTruthy();
    expect(asked(app, '/order/release')[0]?.input).toMatchObject({ otpTicket: expect.any(String) });
    expect(asked(app, '/utils/otp/mobile/send')[0]?.input).toMatchObject({ purpose: 'release' });
  });

  const coolingWorld = (codesTo: NonNullable<FakeWorld['codesTo']>) => {
    const coolDownUntil = new Date(FAKE_NOW + 3_600_000).toISOString();
    return fakeServices({ world: { ...fakeWorld(), coolDownUntil, codesTo } });
  };

  test('sends that code where the server sends codes now', async () => {
    const { app } = await openRelease(coolingWorld([{ channel: 'mail', address: 'am***@x.tw' }]));
    await sayYesToAll(app.user);
    await slide(app);
    expect(await screen.findByText(/傳送至 am\*\*\*@x\.tw/)).toBeTruthy();
    expect(asked(app, '/utils/otp/mobile/send')[0]?.input).toMatchObject({ channel: 'mail' });
  });

  test('says until when no code can be sent to who has no address from before the cool-down', async () => {
    const { app } = await openRelease(coolingWorld([]));
    await sayYesToAll(app.user);
    await slide(app);
    expect(await screen.findByText(/都是在安全冷卻期間驗證的/)).toBeTruthy();
    expect(asked(app, '/utils/otp/mobile/send')).toEqual([]);
  });

  test('asks that code also when it is known only after the slide', async () => {
    const world = { ...fakeWorld(), coolDownUntil: new Date(FAKE_NOW + 3_600_000).toISOString() };
    const services = fakeServices({ world });
    let answer = () => {};
    services.server.set('/member/account/permissions', new Promise((resolve) => (answer = resolve)));
    const { app } = await openRelease(services);
    await sayYesToAll(app.user);
    await slide(app);
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
    answer();
    const step = within(await screen.findByRole('dialog', { name: '輸入驗證碼' }));
    await app.user.type(await step.findByRole('textbox'), FAKE_CODE);
    expect(await screen.findByLabelText('六位數交易密碼')).toBeTruthy();
  });

  test('takes a code of the authenticator in the place of one that is sent', async () => {
    const world = fakeWorld();
    world.coolDownUntil = new Date(world.now + 3_600_000).toISOString();
    world.authenticator = 'on';
    const { app } = await openRelease(fakeServices({ world }));
    await sayYesToAll(app.user);
    await slide(app);
    await app.user.click(await screen.findByRole('button', { name: '改用驗證器的驗證碼' }));
    await app.user.type(await screen.findByLabelText('驗證器的六位數驗證碼'), FAKE_CODE);
    await tapSecret(app, '482913');
    expect(await screen.findByText(saying('已放行 3,000 TWD 給 阿哲。'))).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === '/order/release')?.input).toMatchObject({
      otpTicket: 'r'.repeat(43),
    });
  });

  test('can be slid again after a refusal, and sends the code whose sending failed', async () => {
    const { app } = await openRelease();
    const agree = async () => {
      await sayYesToAll(app.user);
      await slide(app);
    };
    await agree();
    app.server.set('/order/release', appError('RELEASE_CODE_REQUIRED'));
    await tapSecret(app, '482913');
    expect(await screen.findByText(/放行訂單需要驗證碼/)).toBeTruthy();
    app.server.set('/order/release', undefined);
    app.server.set('/utils/otp/mobile/send', appError('CODE_TOO_SOON', { seconds: 30 }));
    await agree();
    const send = await screen.findByRole('button', { name: '傳送驗證碼' });
    app.server.set('/utils/otp/mobile/send', undefined);
    await app.user.click(send);
    const step = within(await screen.findByRole('dialog', { name: '輸入驗證碼' }));
    await app.user.type(await step.findByRole('textbox'), FAKE_CODE);
    await screen.findByLabelText('六位數交易密碼');
    await tapSecret(app, '482913');
    expect(await screen.findByText(saying('已放行 3,000 TWD 給 阿哲。'))).toBeTruthy();
  });

  test('cannot be slid while an answer is missing', async () => {
    const { app, sheet } = await openRelease();
    const [first] = sheet.getAllByRole('radio', { name: '是' });
    if (first) await app.user.click(first);
    await slide(app);
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
    expect(sheet.getByRole('slider').getAttribute('aria-disabled')).toBe('true');
  });

  test.each([
    [0, /還沒入帳就再等一下/],
    [1, /可能是別人被騙了/],
    [2, /從哪個帳戶付款/],
  ])('says what to do where the answer to question %i is no, and cannot be slid', async (place, advice) => {
    const { app, sheet } = await openRelease();
    await sayYesToAll(app.user);
    await app.user.click(sheet.getAllByRole('radio', { name: '不是' })[place] as HTMLElement);
    expect(sheet.getByRole('alert').textContent).toMatch(advice);
    expect(sheet.getByRole('slider').getAttribute('aria-disabled')).toBe('true');
    await app.user.click(sheet.getByRole('button', { name: '看可以怎麼處理' }));
    expect(await screen.findByRole('dialog', { name: '更多操作' })).toBeTruthy();
  });

  test('asks the code again when it was wrong, with the tries left', async () => {
    const { app } = await openRelease();
    await sayYesToAll(app.user);
    await slide(app);
    await tapSecret(app, '111111');
    expect(await screen.findByText('交易密碼錯誤，還可嘗試 4 次')).toBeTruthy();
    await tapSecret(app, '482913');
    expect(await screen.findByText(saying('已放行 3,000 TWD 給 阿哲。'))).toBeTruthy();
  });

  test('shows the order as it has become when its state changed meanwhile', async () => {
    const { app } = await openRelease();
    const order = fakeOrder(app.world.now, {
      orderId: '501',
      serialNo: 'HF-240817-0391',
      role: 'payee',
      isOwner: true,
      state: 'CANCELLED',
      nick: '阿哲',
    });
    app.server.set('/order/release', new AppError('ORDER_STATE_CHANGED', { order }));
    await sayYesToAll(app.user);
    await slide(app);
    await tapSecret(app, '482913');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('訂單狀態已變更');
    expect(screen.getByText('訂單已取消')).toBeTruthy();
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
  });
});

describe('cancelling', () => {
  test('is in the menu, and opens only with the tick that nothing was paid', async () => {
    const app = openApp(TO_PAY);
    await app.user.click(await screen.findByRole('button', { name: '更多操作' }));
    await app.user.click(screen.getByRole('button', { name: '取消訂單' }));
    await app.user.click(screen.getByRole('button', { name: '取消訂單' }));
    expect(asked(app, '/order/cancel')).toEqual([]);
    await app.user.click(screen.getByRole('checkbox', { name: '我還沒有付款' }));
    await app.user.click(screen.getByRole('radio', { name: '無法付款' }));
    await app.user.click(screen.getByRole('button', { name: '取消訂單' }));
    expect(await screen.findByText(saying('1,500 TWD 已退回賣家。'))).toBeTruthy();
    expect(asked(app, '/order/cancel')[0]?.input).toEqual({
      orderId: '502',
      version: '1',
      notPaid: '1',
      reason: 'cannot-pay',
    });
  });

  test('is not offered to the payee, and says why when it is closed', async () => {
    const world = fakeWorld();
    world.orders = [
      fakeOrder(world.now, {
        orderId: '502',
        serialNo: 'HF-2',
        role: 'payer',
        isOwner: false,
        state: 'PAID',
        nick: 'Yu88',
      }),
    ];
    const { user } = openApp(TO_PAY, fakeServices({ world }));
    await user.click(await screen.findByRole('button', { name: '更多操作' }));
    const menu = within(screen.getByRole('dialog'));
    expect(menu.getByText('取消訂單').closest('button')).toBeNull();
    expect(menu.getAllByText('已通知付款，不能再改').length).toBeGreaterThan(0);
  });

  test('shows the daily limit exactly as the server says it', async () => {
    const app = openApp(TO_PAY);
    const errorMessage = '當日取消訂單超過限制（3/3），可於 00:00 後再操作';
    app.server.set(
      '/order/cancel',
      new AppError('CANCEL_LIMIT', { used: 3, max: 3, until: '00:00', errorMessage }),
    );
    await app.user.click(await screen.findByRole('button', { name: '更多操作' }));
    await app.user.click(screen.getByRole('button', { name: '取消訂單' }));
    await app.user.click(screen.getByRole('checkbox', { name: '我還沒有付款' }));
    await app.user.click(screen.getByRole('button', { name: '取消訂單' }));
    expect(await screen.findByText(errorMessage)).toBeTruthy();
  });
});

describe('the room', () => {
  test('of an order of other members says so, and leads back to the list', async () => {
    const { user } = openApp('/front-end-order?orderId=999');
    expect(await screen.findByText('找不到這筆訂單')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '回到訂單列表' }));
    expect(await screen.findByRole('link', { name: /請在時限內付款/ })).toBeTruthy();
    expect(address()).toBe('/front-end-order');
  });

  test('asks the server what has become of the order when its deadline passes', async () => {
    const world = fakeWorld();
    const app = openApp(TO_PAY, fakeServices({ world }));
    await screen.findByText('14:36');
    const before = asked(app, '/order/detail').length;
    world.now += 15 * 60_000;
    await waitFor(() => expect(asked(app, '/order/detail').length).toBeGreaterThan(before));
  });

  test('asks whoever comes back from a bank app whether it is paid', async () => {
    const { user } = openApp(TO_PAY);
    await screen.findByRole('button', { name: '我已付款' });
    const realNow = Date.now;
    const hide = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      fireEvent(document, new Event('visibilitychange'));
    };
    hide(true);
    Date.now = () => realNow() + 20_000;
    hide(false);
    Date.now = realNow;
    const prompt = within(await screen.findByRole('alertdialog', { name: '回來了！付款完成了嗎？' }));
    await user.click(prompt.getByRole('button', { name: '我已付款' }));
    expect(screen.getByRole('dialog', { name: '填寫付款資料' })).toBeTruthy();
  });

  test('asks the same after the unlock where the PIN lock came between', async () => {
    const { services } = openApp(TO_PAY);
    await screen.findByRole('button', { name: '我已付款' });
    await services.pinLock.setPin('2580');
    const realNow = Date.now;
    act(() => services.page.leave());
    Date.now = () => realNow() + 20_000;
    act(() => services.page.say('opened'));
    expect(await screen.findByRole('alertdialog', { name: '回來了！付款完成了嗎？' })).toBeTruthy();
    Date.now = realNow;
  });

  test('counts the grace of the PIN lock as time away', async () => {
    const { services } = openApp(TO_PAY);
    await screen.findByRole('button', { name: '我已付款' });
    await services.pinLock.setPin('2580');
    await services.pinLock.change({ hasGrace: true });
    const realNow = Date.now;
    const passTo = (ms: number) => (Date.now = () => realNow() + ms);
    const hide = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      fireEvent(document, new Event('visibilitychange'));
    };
    hide(true);
    act(() => services.page.leave());
    expect(services.pinLock.read().phase).toBe('grace');
    passTo(60_000);
    act(() => services.page.say('locked'));
    expect(services.pinLock.read().phase).toBe('locked-intro');
    passTo(65_000);
    hide(false);
    act(() => services.page.say('opened'));
    expect(await screen.findByRole('alertdialog', { name: '回來了！付款完成了嗎？' })).toBeTruthy();
    Date.now = realNow;
  });
});
