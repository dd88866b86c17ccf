import type { CallInput } from '@holdfast/contract/calls';
import { QueryClient } from '@tanstack/react-query';
import { LastKnown } from '#state/last-known/last-known.ts';
import type { FakeServices } from './fake-services.ts';
import type { FakeWorld } from './fake-world.ts';

const AGE_MS = 25 * 60_000;
const POLL_MS = 20;

/** A device on which a member has looked at balances and orders before, and that has no network now. */
export async function startWithoutNetwork(services: FakeServices, world: FakeWorld): Promise<void> {
  const { callApi, session, shared, network } = services;
  const { account } = world.member;
  const queries = new QueryClient();
  const lastKnown = new LastKnown({ session, shared, queries });
  // Under the keys that `useRead` and `usePages` give them.
  const keep = (key: readonly unknown[], data: unknown) =>
    queries.setQueryData(key, data, { updatedAt: world.now - AGE_MS });
  const scope: CallInput<'/order/list'> = { scope: 'active' };
  const [balances, running, orders] = await Promise.all([
    callApi('/member/balanceinfo', {}),
    callApi('/api/v1/members/orders-in-progress/{account}', { params: { account } }),
    callApi('/order/list', { input: scope }),
  ]);
  keep(['/member/balanceinfo', {}, {}], balances);
  keep(['/api/v1/members/orders-in-progress/{account}', { account }, {}], running);
  keep(['/order/list', {}, scope, 'pages'], { pages: [orders], pageParams: [null] });
  while (shared.getItem('lastKnown') === null) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  lastKnown.stop();
  network.setOnline(false);
}
