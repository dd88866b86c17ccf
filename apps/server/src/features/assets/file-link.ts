import type { FileLink } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { UPLOAD_RULES } from '@holdfast/contract/rules';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, MemberContext, OperatorContext } from '#platform/gateway/call-table.ts';
import { findFile, type StoredFile } from './file.store.ts';
import { linkPath, sealToken, type Viewer } from './tokens.ts';

const LINK_SECONDS = 60;

type Asker =
  | Pick<MemberContext, 'tx' | 'now' | 'assetsUrl' | 'session'>
  | Pick<OperatorContext, 'tx' | 'now' | 'assetsUrl' | 'operator'>;

function viewerOf(asker: Asker): Viewer {
  if ('session' in asker) {
    const { id, checksumHash } = asker.session;
    return { at: 'member', sessionId: id, checksumHash: checksumHash.toString('hex') };
  }
  const { sessionId, role } = asker.operator;
  return { at: 'console', sessionId, role };
}

/**
 * A link to a stored file for whoever asks in this call. The caller has decided that this person may see it, and has written its audit
 * line where a view leaves one. Refuses with FILE_NOT_FOUND when nothing is stored under the id.
 */
export async function linkFile(asker: Asker, fileId: string): Promise<FileLink> {
  return linkTo(asker, (await findFile(asker.tx, fileId)) ?? fail('FILE_NOT_FOUND'));
}

function linkTo(asker: Asker & { readonly tx: Tx }, { id, type, bytes }: StoredFile): FileLink {
  const exp = asker.now.getTime() + LINK_SECONDS * 1000;
  const viewer = viewerOf(asker);
  return {
    ...sealToken(asker.tx, 'link', { fileId: id, serviceId: 'view', viewer, exp }),
    fileId: id,
    host: asker.assetsUrl,
    path: linkPath(id),
    exp: new Date(exp).toISOString(),
    serviceId: 'view',
    type,
    bytes,
  };
}

/** The member's own file. Another member's is answered like one that does not exist. */
export const linkOwnFile: Handler<'/member/file/link'> = async (context, { fileId }) => {
  const file = await findFile(context.tx, fileId);
  if (file?.memberId !== context.session.memberId || UPLOAD_RULES[file.purpose].isPublic)
    throw fail('FILE_NOT_FOUND');
  return linkTo(context, file);
};
