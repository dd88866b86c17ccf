import type { UploadPurpose } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { claimFile } from '#features/assets/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import type { LineFile } from './thread.store.ts';

interface OrderFile {
  readonly orderId: string;
  readonly fileId: string;
  readonly purpose: Extract<UploadPurpose, 'order-proof' | 'order-message'>;
}

/** Makes a file of the member's part of an order, for good: what was shown in an order is evidence. */
export async function claimOrderFile(
  tx: Tx,
  owner: MemberId,
  { orderId, fileId, purpose }: OrderFile,
): Promise<LineFile> {
  const { id, type, bytes } = await claimFile(tx, { fileId, owner, purpose, by: `order ${orderId}` });
  return { id, type, bytes };
}

/** How a command names the file that a party gives as evidence; nothing where it gives none. */
export const evidenceOf = (
  { tx, session }: Pick<MemberContext, 'tx' | 'session'>,
  { orderId, proofFileId: fileId }: { readonly orderId: string; readonly proofFileId?: string | undefined },
) =>
  fileId === undefined
    ? {}
    : {
        claimProof: async () =>
          claimOrderFile(tx, session.memberId, { orderId, fileId, purpose: 'order-proof' }),
      };
