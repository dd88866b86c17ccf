import type { UploadPurpose } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { claimFile } from '#features/assets/index.ts';
import type { Tx } from '#platform/db/db.ts';
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
