import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeOrder, withActions, type OrderSeed } from '#test/fake-orders.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { FAKE_FILE } from '#test/fake-uploads.ts';
import { giveProof } from '#test/proofs.ts';
import { openApp } from '#test/render.tsx';

/** What stands in a room when time runs out: more of it, a payment that is said late, and the operators. */

const MINUTE = 60_000;
type Room = Pick<OrderSeed, 'role' | 'state'> & Partial<OrderSeed>;

function openRoom(room: Room) {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: room.role === 'payee', nick: '阿哲', ...room };
  world.orders = [fakeOrder(world.now, seed)];
  return { ...openApp('/front-end-order?orderId=501', fakeServices({ world })), world };
}

const menu = async (user: ReturnType<typeof openRoom>['user']) => {
  await user.click(await screen.findByRole('button', { name: '更多操作' }));
  return within(screen.getByRole('dialog', { name: '更多操作' }));
};
const trail = () =>
  within(screen.getByText('訂單經過').parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map((event) => event.firstElementChild?.textContent);

describe('more time to pay', () => {
  test('is asked for by the payer, who goes on paying by the old time until there is an answer', async () => {
    const { user } = openRoom({ role: 'payer', state: 'LOCKED' });
    await user.click((await menu(user)).getByRole('button', { name: '請對方延長時間' }));
    const sheet = within(screen.getByRole('dialog', { name: '請對方延長時間' }));
    await user.click(sheet.getByRole('radio', { name: '10 分鐘' }));
    await user.click(sheet.getByRole('button', { name: '請對方延長 10 分鐘' }));
    expect(
      await screen.findByText('您請 阿哲 延長 10 分鐘，還沒有回覆。請照原本的期限 14:16 付款。'),
    ).toBeTruthy();
    expect((await menu(user)).getByText('要等對方回覆')).toBeTruthy();
  });

  test('is offered to the payee who was asked, as much as was asked for, with its new end', async () => {
    const { user } = openRoom({ role: 'payee', state: 'LOCKED', askedMinutes: 30 });
    expect(await screen.findByText('阿哲 請您延長付款時間 30 分鐘。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '延長付款時間' }));
    const sheet = within(screen.getByRole('dialog', { name: '延長付款時間' }));
    expect(sheet.getByText('新的付款期限是 14:46')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: '延長 30 分鐘' }));
    expect(await screen.findByRole('heading', { name: '等 阿哲 在 14:46 前付款' })).toBeTruthy();
    expect(screen.queryByText(/請您延長付款時間/)).toBeNull();
  });

  test('stands in the menu of a payee who was not asked, and says when it is the last time or over', async () => {
    const { user } = openRoom({ role: 'payee', state: 'LOCKED', extensions: { count: 1, minutes: 10 } });
    await user.click((await menu(user)).getByRole('button', { name: '延長付款時間' }));
    expect(screen.getByText('這是最後一次延長。')).toBeTruthy();
  });
});

describe('a payment that is said after the time to pay', () => {
  test('is said with the time at which it was made, which has to lie in the time to pay', async () => {
    const { user, world } = openRoom({
      role: 'payer',
      state: 'GRACE',
      payTwd: '500',
      lockedAgoMs: 16 * MINUTE,
      dutyMs: [MINUTE, 9 * MINUTE],
    });
    await user.click(await screen.findByRole('button', { name: '我在時限前已付款' }));
    const sheet = within(screen.getByRole('dialog', { name: '時限前已經付款' }));
    await user.selectOptions(sheet.getByLabelText('從哪家銀行'), '013');
    await user.type(sheet.getByLabelText('付款帳號末五碼'), '90412');
    await user.type(sheet.getByLabelText('付款人姓名'), '林予安');
    await giveProof(user);
    const time = sheet.getByLabelText('付款時間');
    const send = sheet.getByRole('button', { name: '我已付 NT$ 500，通知對方' });
    await user.type(time, '14:02');
    await user.click(send);
    expect(sheet.getByText(/^請填 13:46 到 14:01 之間的時間$/)).toBeTruthy();
    await user.clear(time);
    await user.type(time, '13:58');
    await user.click(send);
    expect(await screen.findByRole('heading', { name: '已付款 NT$ 500' })).toBeTruthy();
    expect(world.orders[0]?.state).toBe('PAID');
  });
});

describe('the operators', () => {
  test('are out of reach until five minutes after paid, and the payer sees for how long', async () => {
    const { user, world } = openRoom({ role: 'payer', state: 'PAID', paidAgoMs: 2 * MINUTE });
    expect((await screen.findByText(/還要等/)).textContent).toMatch(/3:00|2:59/);
    expect((await menu(user)).queryByRole('button', { name: '請客服處理' })).toBeNull();
    await user.keyboard('{Escape}');
    world.now += 4 * MINUTE;
    world.orders = world.orders.map((order) => withActions(order, world.now));
    expect(await screen.findByRole('button', { name: '請客服處理' }, { timeout: 5000 })).toBeTruthy();
  });

  test('are asked with a reason of the own side; another one needs words, which stay when the sheet is closed', async () => {
    const { user } = openRoom({ role: 'payer', state: 'STUCK_SELF', paidAgoMs: 20 * MINUTE });
    await user.click(await screen.findByRole('button', { name: '請客服處理' }));
    const sheet = within(screen.getByRole('dialog', { name: '請客服處理' }));
    expect(sheet.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      '已付款，對方沒有放行',
      '對方要求多付錢',
      '聯絡不上對方',
      '其他',
    ]);
    await user.click(sheet.getByRole('radio', { name: '其他' }));
    await user.click(sheet.getByRole('button', { name: '送出，請客服處理' }));
    expect(sheet.getByText('請簡單說明發生了什麼事')).toBeTruthy();
    await user.type(sheet.getByLabelText('說明'), '銀行說已入帳');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '請客服處理' }));
    expect(screen.getByDisplayValue('銀行說已入帳')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '送出，請客服處理' }));
    const card = (await screen.findByRole('heading', { name: '客服處理中' })).parentElement as HTMLElement;
    expect(within(card).getByText('其他')).toBeTruthy();
    expect(within(card).getByText('14:32')).toBeTruthy();
  });

  test('and the payee are told apart in an order whose payee was silent', async () => {
    openRoom({ role: 'payee', state: 'STUCK_SELF' });
    expect(await screen.findByRole('heading', { name: '您沒有在時限內確認收款，請盡快查帳' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '確認入帳並放行' })).toBeTruthy();
    expect(trail()).toContain('對方通知已付款'.replace('對方', '買家'));
  });
});

describe('after the end', () => {
  test('a payer who had paid tells the operators, and then reads that they are on it', async () => {
    const { user, server } = openRoom({ role: 'payer', state: 'AUTO_CANCELLED', payTwd: '500' });
    await user.click((await menu(user)).getByRole('button', { name: '我已付款，補報給客服' }));
    const sheet = within(screen.getByRole('dialog', { name: '補報付款' }));
    await user.click(sheet.getByRole('button', { name: '送出，請客服處理' }));
    expect(sheet.getByText('請說明您什麼時候、從哪裡付了多少錢')).toBeTruthy();
    await user.type(sheet.getByLabelText('什麼時候、從哪家銀行或 App、付了多少'), '13:58 台新銀行 500');
    await giveProof(user);
    await user.click(sheet.getByRole('button', { name: '送出，請客服處理' }));
    expect(await screen.findByRole('heading', { name: '客服處理中' })).toBeTruthy();
    const claim = server.asked.find(({ path }) => path === '/order/late-claim');
    expect(claim?.input).toMatchObject({ proofFileId: FAKE_FILE });
    expect((await menu(user)).getByText('客服已經在處理')).toBeTruthy();
  });

  test('each side may appeal with reasons of an end, and the room reports once that it was seen', async () => {
    const { user, server } = openRoom({ role: 'payee', state: 'FINISHED' });
    await user.click((await menu(user)).getByRole('button', { name: '請客服處理' }));
    const sheet = within(screen.getByRole('dialog', { name: '請客服處理' }));
    expect(sheet.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toContain(
      '我誤放行了',
    );
    expect(sheet.getByLabelText('說明')).toBeTruthy();
    expect(server.asked.filter(({ path }) => path === '/report/order/finish')).toHaveLength(1);
  });
});
