import { registry, type BuiltPath, type Call, type CallInput } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';

/** Cursors come from clients: whatever numbers stand in one, an answer or a refusal comes of it, and never a fault, which somebody is called for. */

const server = await testServer();
const { buyer, order } = await lockedOrder(server);
const { orderId } = order;

const LISTS = (Object.entries(registry) as [BuiltPath, Call][]).filter(
  ([, { schemas }]) => schemas && 'cursor' in ((schemas.input as { shape?: object }).shape ?? {}),
);

type Inputs = { readonly [P in BuiltPath]?: CallInput<P> };
/** What some of them ask for beside the cursor. */
const INPUTS: Inputs = {
  '/member/real-name/list': { state: 'waiting' },
  '/member/appbk/bankcard-list': { status: 'Review' },
  '/member/third-party-payment/review': { status: 'Review' },
  '/wallet/holds': { coin: 'TWD' },
  '/order/list': { scope: 'past' },
  '/order/thread': { orderId },
  '/operator/listing/list': { account: buyer.account, scope: 'live' },
  '/listing/mine': { scope: 'live' },
  '/listing/market': { coin: 'TWD' },
  '/member/notification/list': { newestFirst: '1' },
  '/operator/review/list': { kind: 'card', state: 'waiting' },
  '/operator/case/thread': { orderId },
  '/operator/reply-template/history': { id: '1' },
};

/** Other ways to ask: each is a query of its own. */
const WAYS: readonly Inputs[] = [
  INPUTS,
  {
    '/member/appbk/memberList': { search: '10' },
    '/order/list': { scope: 'active' },
    '/listing/market': { coin: 'TWD', sort: 'price', side: 'buy' },
    '/listing/mine': { scope: 'ended' },
    '/member/notification/list': { newestFirst: '1', group: 'orders' },
  },
  {
    '/listing/market': { coin: 'TWD', here: '1', favourites: '1' },
    '/member/notification/list': { newestFirst: '1', unread: '1' },
  },
  { '/member/notification/list': {} },
];
const ASKED = WAYS.flatMap((inputs, way) =>
  LISTS.filter(([path]) => way === 0 || path in inputs).map(
    ([path, { who }]) => [path, JSON.stringify(inputs[path] ?? {}), who, inputs[path] ?? {}] as const,
  ),
);

const MAX = '9'.repeat(18);
/** Of `count` keys: each in turn more than its column may hold, all of them, and none. */
const cursorsOf = (count: number): string[] => {
  const filled = (key: (at: number) => string) => Array.from({ length: count }, (_, at) => key(at)).join('.');
  return [
    ...Array.from({ length: count }, (_, large) => filled((at) => (at === large ? MAX : '1'))),
    filled(() => MAX),
    filled(() => '0'),
  ];
};

async function clientOf(who: readonly string[]) {
  const role = who.find((one) => one.startsWith('op:'))?.slice('op:'.length);
  return role === undefined ? buyer.client : server.operator(role as OperatorRole);
}

describe('a made up cursor', () => {
  it.each(ASKED)('is no fault of %s %s', async (path, _, who, input) => {
    const client = await clientOf(who);
    const outcomes = new Map<string, string>();
    for (const cursor of [1, 2, 4].flatMap(cursorsOf)) {
      const { outcome } = await client.send(path, { ...input, cursor }, { account: buyer.account });
      outcomes.set(cursor, outcome);
    }
    const of = (name: string) =>
      [...outcomes].flatMap(([cursor, outcome]) => (outcome === name ? [cursor] : []));
    expect(of('FAULT')).toEqual([]);
    expect(of('SUCCESS')).not.toEqual([]);
    expect(of('SUCCESS').length + of('PARAMETERS_INVALID').length).toBe(outcomes.size);
  });
});
