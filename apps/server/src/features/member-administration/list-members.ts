import { nicknameKey, personalReadings } from '@holdfast/contract/rules';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { listByAccount, listExact, listNewest, type AdministeredMember } from './member.store.ts';
import { searchPersonal } from './search-personal.ts';
import { toListedMember } from './to-listed-member.ts';

const PAGE = 50;
const UID = /^[1-9]\d{9}$/;
const ACCOUNT = /^[a-z0-9]{1,15}$/;

type Context = Parameters<Handler<'/member/appbk/memberList'>>[0];

/** What somebody typed stands for one kind of thing; the first kind that finds somebody is the answer. What is personal is asked last. */
async function search(
  context: Context,
  typed: string,
  cursor: string | undefined,
): Promise<AdministeredMember[]> {
  const { tx } = context;
  const [behind] = keysOf(cursor, 1);
  const beginning = typed.toLowerCase();
  const isAccount = ACCOUNT.test(beginning);
  if (behind === undefined) {
    for (const by of [...(UID.test(typed) ? [{ uid: typed }] : []), { nickKey: nicknameKey(typed) }]) {
      const found = await listExact(tx, by);
      if (found.length > 0) return found;
    }
  }
  // A second page of an account's beginning is none of a name: no text is both.
  if (behind === undefined || !isAccount) {
    const found = await searchPersonal(context, personalReadings(typed), {
      before: behind ?? NEWEST,
      limit: PAGE + 1,
    });
    if (found.length > 0) return found;
  }
  return isAccount ? listByAccount(tx, { beginning, after: behind ?? 0n }, PAGE + 1) : [];
}

/** The members, the newest first; or those that a search finds. Masked. */
export const listMembers: Handler<'/member/appbk/memberList'> = async (
  context,
  { search: typed = '', cursor },
) => {
  const [before = NEWEST] = keysOf(cursor, 1);
  const found =
    typed.trim() === ''
      ? await listNewest(context.tx, before, PAGE + 1)
      : await search(context, typed.trim(), cursor);
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return { items: items.map(toListedMember), next };
};
