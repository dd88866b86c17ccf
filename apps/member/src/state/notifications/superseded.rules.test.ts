import { expect, test } from 'vitest';
import { findSuperseded } from './superseded.rules.ts';

const of = (seq: string, type: string, orderId?: string) => ({
  seq,
  type,
  extra: orderId === undefined ? {} : { orderId },
});

test('a message asks for nothing any more once something else has happened to its order', () => {
  const rows = [of('4', 'orderFinish', '1'), of('3', 'orderPaid', '2'), of('2', 'orderPaid', '1')];
  expect([...findSuperseded(rows)]).toEqual(['2']);
});

test('somebody who writes into an order takes nothing from what it asks for', () => {
  const rows = [of('3', 'orderMessage', '1'), of('2', 'orderPaid', '1'), of('1', 'orderLock', '1')];
  expect([...findSuperseded(rows)]).toEqual(['1']);
});

test('a message about no order is never superseded', () => {
  expect([...findSuperseded([of('2', 'userNormalLogin'), of('1', 'userNormalLogin')])]).toEqual([]);
});
