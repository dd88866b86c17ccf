import type { BuiltPath } from '@holdfast/contract/calls';
import type { LiveTopics } from '@holdfast/client/live';

/** The reads whose answer changes when money moves: the balances, and the journal of each coin. */
export const BALANCE_READS = [
  '/member/balanceinfo',
  '/wallet/holds',
  '/api/wallet/get-journal',
  '/api/wallet/get-journal-usdt',
] as const satisfies readonly BuiltPath[];

/** Which reads a topic of the member's stream invalidates. */
export const MEMBER_TOPICS: LiveTopics = {
  orders: [
    '/api/v1/members/orders-in-progress/{account}',
    '/order/list',
    '/order/detail',
    '/order/thread', // what has happened stands between the lines
    '/listing/market', // what the viewer's orders in progress keep them from taking
    '/listing/link/open',
  ],
  thread: ['/order/thread', '/order/list'],
  balance: BALANCE_READS,
  listings: ['/listing/mine', '/listing/link'],
  market: ['/listing/market', '/listing/link/open'],
  profile: ['/member/info/{account}', '/bank/list/{account}', '/member/real-name/status/{account}'],
};
