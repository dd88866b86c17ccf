import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { hashSecret, resetSecret, type NewSecret } from '#features/transaction-secret/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { requireTicket } from '#platform/tickets/require-ticket.ts';
import { redeemTicket } from '#platform/tickets/tickets.store.ts';
import { selectMemberForUpdate } from './password.store.ts';
import { TO_SECRET, type ResetParts } from './reset-flow.ts';

const PATH = '/member/flow/force-reset-password/set-transaction-password';

export const prepareResetSecret =
  (parts: ResetParts) =>
  async (preparation: Preparation, { token, newTranspass }: CallInput<typeof PATH>) => {
    await requireTicket(preparation, token, TO_SECRET);
    return hashSecret(parts, newTranspass);
  };

/** Step 4: saves the new transaction secret. */
export const resetTransactionSecret =
  (parts: ResetParts): Handler<typeof PATH, NewSecret> =>
  async (context, { token }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, token, { purpose: TO_SECRET, deviceHash });
    const member = ticket && (await selectMemberForUpdate(tx, ticket.subject));
    if (!member) throw fail('TICKET_INVALID');
    await resetSecret(parts, context, { memberId: member.id, causeInstall: undefined, ...prepared });
    return { form: prepared.form };
  };
