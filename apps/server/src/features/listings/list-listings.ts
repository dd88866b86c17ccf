import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { findMemberId } from '#features/member-profile/index.ts';
import type { AnyoneContext, Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { listListingsOf } from './listing.store.ts';
import { toOwnListings } from './to-own-listing.ts';

const PAGE = 30;

async function listPage(
  context: AnyoneContext,
  ownerId: MemberId,
  { scope, cursor }: CallInput<'/listing/mine'>,
) {
  const [before] = keysOf(cursor, 1);
  const query = { ownerId, isLive: scope === 'live', before, limit: PAGE + 1 };
  const { items, next } = toPage(await listListingsOf(context.tx, query), PAGE, ({ id }) => [id]);
  return { items: await toOwnListings(context, ownerId, items), next };
}

export const listOwnListings: Handler<'/listing/mine'> = async (context, input) =>
  listPage(context, context.session.memberId, input);

/** What a member offers, for operators. */
export const listMemberListings: Handler<'/operator/listing/list'> = async (
  context,
  { account, ...query },
) => {
  const owner = (await findMemberId(context.tx, account)) ?? fail('MEMBER_NOT_FOUND');
  return listPage(context, owner, query);
};
