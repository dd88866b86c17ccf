import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { announce } from '#features/notifications/index.ts';
import { redeemCodeTicket, requireCodeTicket } from '#features/one-time-code/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { checkPassword, recheckLogin, type Compared, type LogInParts } from './check-password.ts';
import { endFreeze } from './session.store.ts';
import { installKeyOf } from './sign-in-attempt.store.ts';

type Input = CallInput<'/member/security/unfreeze'>;

/** So long before a freeze an address or a card may have been added by who is the reason for it. */
const SUSPECT_MS = 72 * 3_600_000;

/**
 * The code first: without its ticket no password is compared, so the call tells nothing of one. With it the try is counted and stays in the
 * history, right or wrong, because no session opens here.
 */
export const prepareUnfreezing =
  (parts: LogInParts) =>
  async (preparation: Preparation, { account, password, ticket, installId }: Input): Promise<Compared> => {
    const { subject } = await requireCodeTicket(preparation, ticket, 'unfreeze');
    if (subject !== account) throw fail('TICKET_INVALID');
    const installKey = installKeyOf(preparation.db, installId);
    return checkPassword(parts, preparation, { account, password, installKey, shown: 'code' });
  };

/**
 * Unfreezes an account, with a code and the password. Every address is told: whoever has both may be the one against whom the account was
 * frozen.
 */
export const unfreeze =
  ({ messages }: LogInParts): Handler<'/member/security/unfreeze', Compared> =>
  async (context, { ticket, installId }) => {
    const { tx, deviceHash, prepared, audit } = context;
    const { id: memberId } = await recheckLogin(tx, prepared);
    await redeemCodeTicket(tx, ticket, { purpose: 'unfreeze', deviceHash });
    const frozenAt = await endFreeze(tx, memberId);
    if (frozenAt) {
      // Whoever had the phone may have had both, and what was added shortly before the freeze may be theirs.
      const since = new Date(frozenAt.getTime() - SUSPECT_MS);
      await startCoolDown(tx, { memberId, cause: 'device', since });
      const causeInstall = installKeyOf(tx, installId);
      await announce(context, messages, { memberId, type: 'accountUnfrozen', causeInstall });
      audit({ action: 'account-unfrozen', subject: `member:${memberId}` });
    }
    return {};
  };
