import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Tx } from '#platform/db/db.ts';
import { redeemFreezeLink } from '#platform/tickets/freeze-link.ts';
import { beginAttempt, type LogInParts } from './check-password.ts';
import { freezeMember } from './freeze-member.ts';
import { findFreezer, findLogin, REPLACED_PASSWORDS_MAX, selectMemberForUpdate } from './session.store.ts';
import { installKeyOf } from './sign-in-attempt.store.ts';

type Input = CallInput<'/member/security/freeze-without-session'>;

/** The proof that the input has: exactly one, with the account where it needs one. */
type Proof =
  | { readonly kind: 'password'; readonly account: string; readonly password: string }
  | { readonly kind: 'ticket'; readonly account: string; readonly ticket: string }
  | { readonly kind: 'link'; readonly link: string };

function proofOf({ account, password, ticket, link }: Input): Proof {
  const given = [password, ticket, link].filter((proof) => proof !== undefined).length;
  if (given === 1) {
    if (link !== undefined && account === undefined) return { kind: 'link', link };
    if (password !== undefined && account !== undefined) return { kind: 'password', account, password };
    if (ticket !== undefined && account !== undefined) return { kind: 'ticket', account, ticket };
  }
  throw fail('PARAMETERS_INVALID', { fields: ['account', 'password', 'ticket', 'link'] });
}

/**
 * Compares the password with the current one and with those that were replaced within 72 hours, so that somebody who has changed it cannot
 * keep its owner from freezing. The attempt is throttled like a sign-in, before the comparison. The number of comparisons is the same for
 * every account, existing or not. While the account is being guessed at, an install that it does not know needs a code instead.
 */
export const prepareFreezing =
  (parts: LogInParts) =>
  async (preparation: Pick<Preparation, 'db' | 'origin'>, input: Input): Promise<MemberId | undefined> => {
    const proof = proofOf(input);
    if (proof.kind !== 'password') return undefined;
    const { account, password } = proof;
    const attempt = await beginAttempt(parts, preparation, {
      account,
      installKey: installKeyOf(preparation.db, input.installId),
    });
    if (attempt.isBraked) throw fail('CODE_INSTEAD');
    const freezer = await findFreezer(preparation.db, account);
    const slots = Array.from({ length: 1 + REPLACED_PASSWORDS_MAX }, (_, slot) => freezer?.hashes[slot]);
    const compared = Promise.all(slots.map((hash) => parts.passwords.verify(hash, password)));
    const matches = await compared.catch(async (error: unknown) => {
      await attempt.settle('not-compared'); // the hashing queue was full
      throw error;
    });
    if (!freezer || !matches.includes(true)) return undefined;
    await attempt.settle('no-session');
    return freezer.id;
  };

async function provenMember(
  { tx, deviceHash, prepared }: { tx: Tx; deviceHash: Buffer; prepared: MemberId | undefined },
  proof: Proof,
): Promise<MemberId> {
  if (proof.kind === 'password') return prepared ?? fail('SIGN_IN_FAILED');
  if (proof.kind === 'link') return redeemFreezeLink(tx, proof.link);
  const { account, ticket } = proof;
  const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'freeze', deviceHash });
  if (subject !== account) throw fail('TICKET_INVALID');
  return (await findLogin(tx, account))?.id ?? fail('TICKET_INVALID');
}

/** Freezes an account for a member without a session, after a takeover for example. */
export const freezeWithoutSession: Handler<
  '/member/security/freeze-without-session',
  MemberId | undefined
> = async (context, input) => {
  const memberId = await provenMember(context, proofOf(input));
  await selectMemberForUpdate(context.tx, memberId);
  const causeInstall = installKeyOf(context.tx, input.installId);
  await freezeMember(context, { memberId, causeInstall });
  return {};
};
