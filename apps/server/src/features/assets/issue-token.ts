import { randomBytes } from 'node:crypto';
import type { UploadToken } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { UPLOAD_RULES, uploadBytesMax, type UploadPurpose } from '@holdfast/contract/rules';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { countUploads, insertAwaited, takeUploadsAdvisory } from './file.store.ts';
import { sealToken, uploadPath } from './tokens.ts';

/** Uploads of one member within a day, spent ones and failed ones too: what a member may cost is bounded, and only the member's own. */
export const UPLOADS_PER_DAY = 100;
const TOKEN_SECONDS = 300;

async function issueToken(
  { tx, now, session: { memberId }, assetsUrl }: MemberContext,
  purpose: UploadPurpose,
): Promise<UploadToken> {
  await takeUploadsAdvisory(tx, memberId);
  const { count, until } = await countUploads(tx, memberId);
  if (count >= UPLOADS_PER_DAY)
    throw fail('UPLOAD_LIMIT', { max: UPLOADS_PER_DAY, until: (until ?? now).toISOString() });
  const fileId = randomBytes(16).toString('base64url');
  await insertAwaited(tx, { id: fileId, memberId, purpose });
  const serviceId = purpose === 'avatar' ? 'avatar' : 'file';
  const exp = now.getTime() + TOKEN_SECONDS * 1000;
  const maxBytes = uploadBytesMax(purpose);
  return {
    ...sealToken(tx, 'upload', { fileId, memberId, purpose, serviceId, maxBytes, exp }),
    fileId,
    host: assetsUrl,
    path: uploadPath(fileId),
    exp: new Date(exp).toISOString(),
    serviceId,
    maxBytes,
    types: [...UPLOAD_RULES[purpose].types],
  };
}

/** The token of one upload. Its row exists from here on, so nothing that arrives later can be without one. */
export const issueAvatarToken: Handler<'/member/upload-avatar-token'> = async (context) =>
  issueToken(context, 'avatar');

export const issueFileToken: Handler<'/member/upload-file-token'> = async (context, { purpose }) =>
  issueToken(context, purpose);
