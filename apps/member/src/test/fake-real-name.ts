import type { CallOutput } from '@holdfast/contract/calls';
import { REAL_NAME_ITEMS } from '@holdfast/contract/member';
import type { Handlers } from './fake-server.ts';
import { instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export type FakeRealName = CallOutput<'/member/real-name/status/{account}'>;

/** Where the verification of a member stands who is in this status. */
export function realNameOf({ info, now, asksAgain = ['back'] }: FakeWorld): FakeRealName {
  const status = info.realNameStatus;
  const application = {
    document: 'national-id' as const,
    nameMasked: '林○安',
    numberMasked: 'A******789',
    submittedAt: instantAt(now - 20 * MINUTE),
    decidedAt: status === 'Review' ? null : instantAt(now - MINUTE),
    refusals: status === 'NotApproved' ? [{ item: 'back' as const, reason: 'glare' as const }] : [],
  };
  const asks = { none: [...REAL_NAME_ITEMS], NotApproved: asksAgain, Review: [], Approved: [] };
  return {
    status,
    asks: asks[status],
    application: status === 'none' ? null : application,
    queue: status === 'Review' ? { ahead: 3, usualMinutes: 25 } : null,
  };
}

export function realNameHandlers(world: FakeWorld): Handlers {
  return {
    '/member/real-name/status/{account}': () => realNameOf(world),
    '/member/real-name/upload-auth/{account}': () => {
      world.info = { ...world.info, realNameStatus: 'Review' };
      return { status: 'Review' };
    },
  };
}
