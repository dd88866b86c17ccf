import { expect, test } from 'vitest';
import { withoutSuperseded } from './last-words.rules.ts';

const of = (seq: string, type: string, orderId?: string) => ({
  seq,
  type,
  extra: orderId === undefined ? {} : { orderId },
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
