import { fail } from '@holdfast/contract/errors';
import { redeemCodeTicket, requireCodeAddresses } from '#features/one-time-code/index.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';

/**
 * A marked password is the one that is presumed stolen, so it does not prove its owner: a code to an address that was proven before is asked
 * besides, unless the member has none at all.
 */
export async function proveOwner(
  { tx, deviceHash }: Pick<AnyoneContext, 'tx' | 'deviceHash'>,
  account: string,
  ticket: string | undefined,
): Promise<void> {
  const proven = await requireCodeAddresses(tx, account, 'forced-set');
  if (proven.length === 0) return;
  if (ticket === undefined) throw fail('PASSWORD_CODE_REQUIRED');
  const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'forced-set', deviceHash });
  if (subject !== account) throw fail('TICKET_INVALID');
}
