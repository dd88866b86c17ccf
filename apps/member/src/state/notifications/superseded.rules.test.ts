import { expect, test } from 'vitest';
import { findSuperseded, withoutSuperseded } from './superseded.rules.ts';

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

test('of an order that has gone on only the last state waits, whatever was said of others between', () => {
  const rows = [
    of('1', 'orderLock', '1'),
    of('2', 'orderPaid', '2'),
    of('3', 'userNormalLogin'),
    of('4', 'orderPaid', '1'),
    of('5', 'orderFinish', '1'),
  ];
  expect(withoutSuperseded(rows).map(({ seq }) => seq)).toEqual(['2', '3', '5']);
});

test('a message that says nothing of the state leaves what was said of it, and stands for the earlier one of its kind', () => {
  const rows = [
    of('1', 'orderMessage', '1'),
    of('2', 'orderPaid', '1'),
    of('3', 'orderMessage', '1'),
    of('4', 'orderOutage', '1'),
  ];
  expect(withoutSuperseded(rows).map(({ seq }) => seq)).toEqual(['2', '3', '4']);
});
