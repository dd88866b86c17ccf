import { fail } from '@holdfast/contract/errors';
import { REAL_NAME_ITEMS, REAL_NAME_RULES } from '@holdfast/contract/member';
import { failedClauses, identityClauses, normalizeIdentity, taipeiDate } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { claimFile } from '#features/assets/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { itemsAsked, mayTakeDocument, unexpectedItems } from './application.rules.ts';
import {
  findLast,
  insertApplication,
  listDecisions,
  setStatus,
  takeStatusForUpdate,
  type Application,
  type PictureItem,
} from './application.store.ts';
import { listDeleted } from './picture.store.ts';
import { tellReview } from './tell-review.ts';

type Submit = Handler<'/member/real-name/upload-auth/{account}'>;

/** Hands in an application, or what was refused of the last one. What is not sent again is taken from there. */
export const submitApplication: Submit = async (context, input) => {
  const { tx, now, session } = context;
  const { memberId } = session;
  const status = await takeStatusForUpdate(tx, memberId);
  if (!REAL_NAME_RULES[status].editable) throw fail('REAL_NAME_NOT_EDITABLE');
  const last = await findLast(tx, memberId);
  const decisions = last && status === 'NotApproved' ? await listDecisions(tx, [last.id]) : [];
  const refused = decisions.length > 0 ? last : undefined;

  const sent = REAL_NAME_ITEMS.filter((item) => input[item] !== undefined);
  const asked = itemsAsked(status, decisions.at(-1)?.refusals ?? [], await listDeleted(tx, refused));
  const fields: string[] = unexpectedItems(asked, sent);
  if (fields.length > 0) throw fail('PARAMETERS_INVALID', { fields });
  const details = input.details ? normalizeIdentity(input.details) : defined(refused, 'kept details').details;
  if (!mayTakeDocument(details.document, refused?.details.document, sent))
    throw fail('PARAMETERS_INVALID', { fields: ['details'] });
  const clauses: string[] = failedClauses(identityClauses(details, taipeiDate(now.getTime())));
  if (clauses.length > 0) throw fail('REAL_NAME_INVALID', { clauses });

  const files = {
    front: await claimPicture(context, 'front', input.front, refused),
    back: await claimPicture(context, 'back', input.back, refused),
    selfie: await claimPicture(context, 'selfie', input.selfie, refused),
  };
  await insertApplication(tx, { memberId, version: (last?.version ?? 0) + 1, details, files, sent });
  await setStatus(tx, memberId, 'Review');
  await tellReview(tx, memberId, undefined);
  return { status: 'Review' };
};

/** What names the pictures of a member's identity. */
export const claimedBy = (memberId: MemberId): string => `identity of member ${memberId}`;

/** The file of one picture: claimed when it is new, else the one that a reviewer has seen. It stays claimed until its time is over. */
async function claimPicture(
  { tx, session }: Pick<MemberContext, 'tx' | 'session'>,
  item: PictureItem,
  fileId: string | undefined,
  refused: Application | undefined,
): Promise<string> {
  if (fileId === undefined) return defined(refused, 'a kept picture').files[item];
  const { memberId } = session;
  await claimFile(tx, {
    fileId,
    owner: memberId,
    purpose: `identity-${item}`,
    by: claimedBy(memberId),
  });
  return fileId;
}
