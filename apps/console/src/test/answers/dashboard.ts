import type { CallOutput } from '@holdfast/contract/calls';
import { ago, FAKE_NOW, HOUR, MINUTE } from '../fake-times.ts';

const START = FAKE_NOW - (FAKE_NOW % HOUR);

/** The last 48 hours: quiet at night, busy in the evening. */
const signIns = Array.from({ length: 48 }, (_, index) => ({
  hour: new Date(START - (47 - index) * HOUR).toISOString(),
  good: Math.round(60 + 55 * Math.sin((index / 24) * 2 * Math.PI)),
  refused: index === 40 ? 44 : 3 + (index % 5),
}));

export const work: CallOutput<'/operator/dashboard/work'> = {
  measuredAt: ago(MINUTE / 2),
  reviews: [
    { kind: 'identity', underHour: 9, waiting: 14, late: 4, oldestAt: ago(7 * HOUR) },
    { kind: 'card', underHour: 3, waiting: 0, late: 0, oldestAt: ago(20 * MINUTE) },
    { kind: 'pay-account', underHour: 0, waiting: 0, late: 0, oldestAt: null },
  ],
  orders: [
    { state: 'LOCKED', count: 38 },
    { state: 'PAID', count: 21 },
    { state: 'STUCK_SELF', count: 2 },
    { state: 'STUCK_CASE', count: 1 },
  ],
  signIns,
};

/** Before a worker has counted. */
export const noWork: CallOutput<'/operator/dashboard/work'> = {
  measuredAt: null,
  reviews: work.reviews.map(({ kind }) => ({ kind, underHour: 0, waiting: 0, late: 0, oldestAt: null })),
  orders: [],
  signIns: signIns.map(({ hour }) => ({ hour, good: 0, refused: 0 })),
};

export const money: CallOutput<'/operator/dashboard/money'> = {
  accounts: [
    { kind: 'bank_clearing', coin: 'TWD', balance: '0.00' },
    { kind: 'fee', coin: 'TWD', balance: '48210.50' },
    { kind: 'fee', coin: 'USDT', balance: '1203.441250' },
    { kind: 'issuance', coin: 'TWD', balance: '-12500000.00' },
    { kind: 'issuance', coin: 'USDT', balance: '-410000.000000' },
    { kind: 'suspense', coin: 'TWD', balance: '0.00' },
  ],
  reconciliation: { at: ago(11 * HOUR), findings: 0, isOverdue: false },
};
export const noMoney: CallOutput<'/operator/dashboard/money'> = { accounts: [], reconciliation: null };
