import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import { issueTicket, readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { checkSignature, offerSignIn, type RelyingParty } from './ceremonies.ts';
import { parseCeremony } from './parse-ceremony.ts';
import { findPasskey, suspendRecent, takeSignature, userHandleOf } from './passkey.store.ts';

/** The ticket that holds the challenge, for this device. Nobody knows yet who asks. */
const CHALLENGE = 'passkey-challenge';
const CHALLENGE_MINUTES = 5;

export async function beginSignature(
  tx: Tx,
  { party, deviceHash }: { party: RelyingParty | undefined; deviceHash: Buffer },
): Promise<{ setup: string; passkeyQuestion: string }> {
  if (!party) throw fail('PASSKEY_UNAVAILABLE');
  const options = await offerSignIn(party);
  const data = { challenge: options.challenge };
  const ticket = { purpose: CHALLENGE, subject: '', deviceHash, minutes: CHALLENGE_MINUTES, data };
  return { setup: await issueTicket(tx, ticket), passkeyQuestion: JSON.stringify(options) };
}

/** A right signature, to be taken in the transaction of its effect. */
export interface Signature {
  readonly passkeyId: string;
  readonly memberId: MemberId;
  readonly counter: number;
}

/** Checks a signature outside the transaction; undefined whatever is wrong with it, a key that nobody has among others. */
export async function checkSignIn(
  db: Database,
  {
    party,
    deviceHash,
    setup,
    response,
  }: { party: RelyingParty | undefined; deviceHash: Buffer; setup: string; response: string },
): Promise<Signature | undefined> {
  if (!party) throw fail('PASSKEY_UNAVAILABLE');
  const begun = await readTicket(db, setup, { purpose: CHALLENGE, deviceHash });
  if (!begun) throw fail('TICKET_INVALID');
  const parsed = parseCeremony(response) as AuthenticationResponseJSON | undefined;
  const passkey = parsed && (await findPasskey(db, parsed.id));
  if (!parsed || !passkey || parsed.response.userHandle !== userHandleOf(db, passkey.memberId))
    return undefined;
  const challenge = String(begun.data['challenge']);
  const counter = await checkSignature(party, { passkey, response: parsed, challenge });
  return counter === undefined ? undefined : { passkeyId: passkey.id, memberId: passkey.memberId, counter };
}

/** Takes a signature and its challenge, once; false if either was used meanwhile. */
export async function takeSignIn(
  tx: Tx,
  { setup, deviceHash, signature }: { setup: string; deviceHash: Buffer; signature: Signature },
): Promise<boolean> {
  const begun = await redeemTicket(tx, setup, { purpose: CHALLENGE, deviceHash });
  return begun !== undefined && takeSignature(tx, signature.passkeyId, signature.counter);
}

const SUSPENDED_HOURS = 72;

/** "This was not me": what was added within three days may be somebody else's. */
export async function suspendRecentPasskeys(tx: Tx, memberId: MemberId): Promise<void> {
  await suspendRecent(tx, memberId, SUSPENDED_HOURS);
}
