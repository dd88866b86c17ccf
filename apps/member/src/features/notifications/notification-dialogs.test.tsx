import type { InboxRow } from '@holdfast/contract/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { keptPin, FAKE_PIN } from '#test/fake-pin-lock.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

/** What is shown of many messages, and what is shown of none: a member who comes back is told once, and nothing that is over. */

let made = 100;
const SENT = '2026-08-17T06:00:00.000Z';
const row = (type: string, extra: Record<string, unknown> = {}, at = SENT): InboxRow => ({
  seq: String((made += 1)),
  type,
  title: type,
  content: '',
  extra: { type, ...extra },
  at,
});
const ofOrder = (type: string, orderId: string) =>
  row(type, { orderId, serialNo: `HF-${orderId}`, nick: '阿德', transactionType: 'out' });

const signIn = (device: string) =>
  row('userNormalLogin', { when: SENT, device, place: '', network: '203.0.113.0/24' });

async function openWith(rows: readonly InboxRow[], more: { safety?: InboxRow[]; orders?: OrderSeed[] } = {}) {
  const world = fakeWorld();
  if (more.orders) world.orders = more.orders.map((seed) => fakeOrder(world.now, seed));
  const services = fakeServices({ world });
  const app = openApp('/home', services);
  await screen.findByText('15,480');
  act(() => services.notices.change(() => ({ rows, safety: more.safety ?? [] })));
  return { ...app, services };
}

const digest = async (count: number) =>
  within(await screen.findByRole('alertdialog', { name: `${count} 則新通知` }));
const waiting = ({ notices }: FakeServices) => [...notices.read().safety, ...notices.read().rows];
const unread = ({ inbox }: FakeServices) => inbox.unread.read().map(({ orderId }) => orderId);

describe('many messages at once', () => {
  const three = () => [
    ofOrder('orderPaid', '507'),
    ofOrder('orderFinish', '508'),
    row('userWithdrawSuccess'),
  ];

  test('are one dialog, the newest first, whose 關閉 puts off what could have been followed', async () => {
    const { user, services } = await openWith(three());
    const box = await digest(3);
    const lines = box.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines.map((line) => line?.includes('HF-'))).toEqual([false, true, true]);
    expect(lines[2]).toContain('HF-507');
    await user.click(box.getByRole('button', { name: '關閉' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect([waiting(services), unread(services)]).toEqual([[], ['507', '508']]);
  });

  test('lead to the list, or to the order that is pressed; the others stay counted', async () => {
    const first = await openWith(three());
    await first.user.click((await digest(3)).getByRole('button', { name: '查看全部' }));
    await waitFor(() => expect(address()).toBe('/home?panel=notifications'));
    expect(waiting(first.services)).toEqual([]);
  });

  test('lead to the order that is pressed; the others stay counted', async () => {
    const { user, services } = await openWith(three());
    await user.click((await digest(3)).getByRole('link', { name: /HF-507/ }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=507'));
    expect(unread(services)).toEqual(['508']);
    expect(waiting(services)).toEqual([]);
  });

  test('stay as they were opened: what arrives waits behind them', async () => {
    const { user, services } = await openWith(three());
    await digest(3);
    act(() => services.notices.change(({ rows }) => ({ rows: [...rows, ofOrder('orderCancel', '509')] })));
    await user.click((await digest(3)).getByRole('button', { name: '關閉' }));
    expect(await screen.findByRole('heading', { name: /取消/ })).toBeTruthy();
    expect(waiting(services)).toHaveLength(1);
  });

  test('name at most five of them, and count the rest', async () => {
    await openWith(Array.from({ length: 9 }, (_, n) => ofOrder('orderPaid', String(600 + n))));
    const box = await digest(9);
    expect(box.getAllByRole('listitem')).toHaveLength(5);
    expect(box.getByText('還有 4 則')).toBeTruthy();
  });

  test('say of sign-ins in full when, where and on what, and lead to the freeze', async () => {
    const safety = [signIn('Chrome · Windows'), signIn('Firefox · Linux')];
    const { user, services, server } = await openWith([ofOrder('orderPaid', '507')], { safety });
    const box = await digest(3);
    for (const device of ['Chrome · Windows', 'Firefox · Linux'])
      expect(box.getByText((text) => text.includes(device))).toBeTruthy();
    await user.click(box.getByRole('link', { name: '不是我，凍結帳號' }));
    expect(address()).toBe('/home?panel=freeze');
    expect(waiting(services)).toEqual([]);
    const told = server.asked.find(({ path }) => path === '/member/notification/seen');
    expect(told?.input).toEqual({ seq: safety[1]?.seq });
  });

  test('end before one that must be confirmed, which has its own dialog in its turn', async () => {
    const { user, services } = await openWith([...three(), row('userRealNameReview'), row('weatherReport')]);
    await user.click((await digest(3)).getByRole('button', { name: '關閉' }));
    expect(await screen.findByRole('heading', { name: '實名驗證審核結果' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '確認' }));
    expect(await screen.findByRole('heading', { name: '通知' })).toBeTruthy();
    expect(waiting(services)).toHaveLength(1);
  });

  test('of reviews ask the server once for what they say', async () => {
    const { services, world } = await openWith([
      row('merchantBindReview', { reviewSuccess: true }),
      row('userBankCardReview', { bankCardStatus: 'Approved' }),
      row('userWithdrawSuccess'),
    ]);
    await digest(3);
    await waitFor(() => {
      const { platformBinding, memberInfo } = services.session.read() ?? {};
      expect([platformBinding, memberInfo]).toEqual([world.info.platformBinding, world.info]);
    });
  });
});

test('after the PIN lock ten messages are one dialog', async () => {
  const services = fakeServices();
  services.preferences.kept = await keptPin(services.session.read()?.login.uid);
  await services.pinLock.start();
  const { user } = openApp('/home', services);
  act(() =>
    services.notices.change(() => ({
      rows: Array.from({ length: 10 }, (_, n) => ofOrder('orderPaid', String(600 + n))),
    })),
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(await screen.findByRole('button', { name: '解鎖' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.keyboard(`${FAKE_PIN}{Enter}`);
  await digest(10);
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
});

describe('a message of an order', () => {
  const PAID: OrderSeed = {
    orderId: '507',
    serialNo: 'HF-507',
    role: 'payee',
    isOwner: true,
    state: 'PAID',
    nick: '阿德',
  };

  test('is not shown once a later state of the same order waits behind it', async () => {
    const { services } = await openWith([ofOrder('orderLock', '507'), ofOrder('orderPaid', '507')], {
      orders: [PAID],
    });
    expect(await screen.findByRole('heading', { name: '買家已付款，請到銀行查帳' })).toBeTruthy();
    act(() => services.inbox.see(waiting(services).at(-1) as InboxRow));
    expect(waiting(services)).toEqual([]);
  });

  test('is not shown once its order has gone on without a message, as by the member on another device', async () => {
    const finished: OrderSeed = { ...PAID, state: 'FINISHED' };
    const { services } = await openWith([ofOrder('orderPaid', '507')], { orders: [finished] });
    await waitFor(() => expect(waiting(services)).toEqual([]));
    expect([screen.queryByRole('alertdialog'), unread(services)]).toEqual([null, []]);
  });

  test('of an offer to share is shown only while that offer waits for its reader', async () => {
    const offer = (orderId: string) =>
      row('orderSplit', { orderId, serialNo: `HF-${orderId}`, stage: 'offered' });
    const stuck: OrderSeed = { ...PAID, state: 'STUCK_SELF' };
    const answered = await openWith([offer('507')], { orders: [stuck] });
    await waitFor(() => expect(waiting(answered.services)).toEqual([]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    cleanup();
    const splitOffer = {
      by: 'counterparty',
      payerPart: '1.00',
      payerGets: '1.00',
      payeeGets: '1.00',
      until: SENT,
    } as const;
    await openWith([offer('507')], { orders: [{ ...stuck, splitOffer }] });
    expect(await screen.findByText(/HF-507/)).toBeTruthy();
  });

  test('is shown while its order stands where it says, and where that cannot be asked', async () => {
    const { services } = await openWith([ofOrder('orderPaid', '507'), ofOrder('orderPaid', '999')], {
      orders: [PAID],
    });
    expect(await screen.findByText(/HF-507/)).toBeTruthy();
    act(() => services.inbox.see(waiting(services)[0] as InboxRow));
    expect(await screen.findByText(/HF-999/)).toBeTruthy();
  });

  test('of those in a digest only what still holds is listed, and all of them are answered', async () => {
    const { user, services } = await openWith(
      [
        ofOrder('orderPaid', '507'),
        ofOrder('orderPaid', '508'),
        ofOrder('orderPaid', '509'),
        ofOrder('orderPaid', '510'),
      ],
      {
        orders: [
          PAID,
          { ...PAID, orderId: '508', state: 'FINISHED' },
          { ...PAID, orderId: '510', state: 'FINISHED' },
        ],
      },
    );
    const box = await digest(2);
    expect(box.getByText(/HF-507/)).toBeTruthy();
    expect(box.getByText(/HF-509/)).toBeTruthy();
    await user.click(box.getByRole('button', { name: '關閉' }));
    expect([waiting(services), unread(services)]).toEqual([[], ['507', '509']]);
  });
});
