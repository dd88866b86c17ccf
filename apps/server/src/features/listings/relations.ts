import { fail } from '@holdfast/contract/errors';
import { RELATIONS_MAX } from '@holdfast/contract/orders';
import { defined, type MemberId } from '@holdfast/kernel';
import { findMemberIdByUid, findMembers } from '#features/member-profile/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import {
  countRelations,
  countTrades,
  deleteRelation,
  insertRelation,
  listRelations,
  type Relation,
} from './relation.store.ts';

/** Blocked members and favourite sellers. Nobody is told, and nobody learns how many have done it: a count would be a weapon. */

const PAGE = 30;

async function setRelation(
  { tx, session: { memberId } }: MemberContext,
  relation: Relation,
  { uid, isOn }: { readonly uid: string; readonly isOn: boolean },
): Promise<Record<string, never>> {
  const otherId = (await findMemberIdByUid(tx, uid)) ?? fail('MEMBER_NOT_FOUND');
  if (otherId === memberId) throw fail('RELATION_SELF');
  if (!isOn) await deleteRelation(tx, relation, { memberId, otherId });
  else if (!(await insertRelation(tx, relation, { memberId, otherId, max: RELATIONS_MAX })))
    throw fail('RELATIONS_FULL', { max: RELATIONS_MAX });
  // Nobody looks first for whom they do not want to meet.
  if (isOn) await deleteRelation(tx, relation === 'block' ? 'favourite' : 'block', { memberId, otherId });
  return {};
}

async function listPage({ tx, session: { memberId } }: MemberContext, relation: Relation, cursor?: string) {
  const [before] = keysOf(cursor, 1);
  const found = await listRelations(tx, relation, { memberId, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  const members = await findMembers(
    tx,
    items.map(({ otherId }) => otherId),
  );
  const memberOf = (id: MemberId) => defined(members.get(id), 'a member is never deleted');
  return {
    items: items.map(({ otherId, at }) => {
      const { uid, nick, level, avatarFileId } = memberOf(otherId);
      return { uid, nick, level, avatarFileId, since: at.toISOString() };
    }),
    next,
    count: await countRelations(tx, relation, memberId),
  };
}

export const setBlock: Handler<'/member/block/set'> = async (context, { uid, blocked }) =>
  setRelation(context, 'block', { uid, isOn: blocked === '1' });

export const setFavourite: Handler<'/member/favourite/set'> = async (context, { uid, favourite }) =>
  setRelation(context, 'favourite', { uid, isOn: favourite === '1' });

export const listBlocks: Handler<'/member/block/list'> = async (context, { cursor }) =>
  listPage(context, 'block', cursor);

export const listFavourites: Handler<'/member/favourite/list'> = async (context, { cursor }) =>
  listPage(context, 'favourite', cursor);

export const checkHasBought: Handler<'/member/check-has-bought'> = async ({ tx, session }, { uid }) => {
  const otherId = (await findMemberIdByUid(tx, uid)) ?? fail('MEMBER_NOT_FOUND');
  const count = await countTrades(tx, session.memberId, otherId);
  return { hasBought: count > 0, count };
};
