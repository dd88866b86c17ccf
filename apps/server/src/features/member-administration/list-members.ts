import { nicknameKey, toMobile } from '@holdfast/contract/rules';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { listByAccount, listExact, listNewest, type AdministeredMember } from './member.store.ts';
import { toListedMember } from './to-listed-member.ts';

const PAGE = 50;
const UID = /^[1-9]\d{9}$/;
const ACCOUNT = /^[a-z0-9]{1,15}$/;

/** What somebody typed stands for one kind of thing; the first kind that it can be is looked for, then the next one. */
async function search(tx: Tx, typed: string, cursor: string | undefined): Promise<AdministeredMember[]> {
  if (cursor === undefined) {
    const mobile = toMobile(typed);
    const exact = [
      ...(UID.test(typed) ? [{ uid: typed }] : []),
      ...(mobile === undefined ? [] : [{ mobile }]),
      { nickKey: nicknameKey(typed) },
    ];
    for (const by of exact) {
      const found = await listExact(tx, by);
      if (found.length > 0) return found;
    }
  }
  const beginning = typed.toLowerCase();
  if (!ACCOUNT.test(beginning)) return [];
  const [after = 0n] = keysOf(cursor, 1);
  return listByAccount(tx, { beginning, after }, PAGE + 1);
}

/** The members, the newest first; or those that a search finds. Masked. */
export const listMembers: Handler<'/member/appbk/memberList'> = async (
  { tx },
  { search: typed = '', cursor },
) => {
  const [before = NEWEST] = keysOf(cursor, 1);
  const found =
    typed.trim() === '' ? await listNewest(tx, before, PAGE + 1) : await search(tx, typed.trim(), cursor);
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return { items: items.map(toListedMember), next };
};
