import type { OrderRuling } from '@holdfast/contract/calls';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const ROOM = '/front-end-order?orderId=501';

/** The room of an order that operators have split, or that its parties have finished. */
function open(by: 'operator' | 'you') {
  const world = fakeWorld();
  const order = fakeOrder(world.now, {
    orderId: '501',
    serialNo: 'HF-1',
    isOwner: true,
    nick: '阿哲',
    role: 'payee',
    state: 'FINISHED',
  });
  const at = new Date(world.now).toISOString();
  world.orders = [{ ...order, timeline: [{ event: 'split', by, state: 'FINISHED', at, minutes: null }] }];
  const ruling: OrderRuling = {
    outcome: 'split',
    reason: 'part-paid',
    text: '銀行明細顯示買家只付了兩千元。',
    at,
    shares: { payer: '1998.00', payee: '1000.00' },
    appealUntil: new Date(world.now + 72 * 3_600_000).toISOString(),
  };
  world.ruling = ruling;
  const services = fakeServices({ world });
  openApp(ROOM, services);
  return services;
}

test('a ruling says how it ends, why, what each side gets, and until when to appeal', async () => {
  open('operator');
  expect(await screen.findByRole('heading', { name: '客服的裁決' })).toBeTruthy();
  expect(screen.getByText('由雙方拆分')).toBeTruthy();
  expect(screen.getByText('只付了一部分')).toBeTruthy();
  expect(screen.getByText('銀行明細顯示買家只付了兩千元。')).toBeTruthy();
  expect(screen.getByText(/不同意的話，可以在 .* 前申訴。/)).toBeTruthy();
});

test('an order that nobody ruled asks for none', async () => {
  const { server } = open('you');
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(server.asked.filter(({ path }) => path === '/order/ruling')).toEqual([]);
});
