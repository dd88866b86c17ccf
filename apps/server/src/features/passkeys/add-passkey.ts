import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { PASSKEY_NAME_MAX } from '@holdfast/contract/member';
import {
  concludeChange,
  redeemChangeTicket,
  type GuardedChangeParts,
} from '#features/authenticator/index.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { issueTicket, readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { checkRegistration, offerRegistration, type RelyingParty } from './ceremonies.ts';
import { parseCeremony } from './parse-ceremony.ts';
import {
  insertPasskey,
  listPasskeys,
  countPasskeysForUpdate,
  userHandleOf,
  type Credential,
} from './passkey.store.ts';

/** The ticket that holds the challenge. Its subject is the session. */
const SETUP = 'passkey-setup';
const SETUP_MINUTES = 10;
const PASSKEYS_MAX = 10;

function assertRoom(count: number): void {
  if (count >= PASSKEYS_MAX) throw fail('PASSKEY_LIMIT', { max: PASSKEYS_MAX });
}

export interface PasskeyParts extends GuardedChangeParts {
  /** Undefined: this installation has no origin that passkeys could belong to. */
  readonly party: RelyingParty | undefined;
  readonly nameDevice: (userAgent: string) => string;
}

export const beginPasskey =
  ({ party }: PasskeyParts): Handler<'/member/security/passkey-begin'> =>
  async (context, { ticket }) => {
    if (!party) throw fail('PASSKEY_UNAVAILABLE');
    const { tx, session, deviceHash } = context;
    const { memberId, account, id: subject } = session;
    assertRoom(await countPasskeysForUpdate(tx, memberId));
    const known = (await listPasskeys(tx, memberId)).map(({ credential }) => credential);
    await redeemChangeTicket(context, 'passkey', ticket);
    const userHandle = userHandleOf(tx, memberId);
    const options = await offerRegistration(party, { account, userHandle, known });
    const data = { challenge: options.challenge };
    const setup = await issueTicket(tx, {
      purpose: SETUP,
      subject,
      deviceHash,
      minutes: SETUP_MINUTES,
      data,
    });
    return { setup, passkeyQuestion: JSON.stringify(options) };
  };

type Made = { credential: Credential; counter: number };

/** Checks the new key outside the transaction. */
export const preparePasskey =
  ({ party }: PasskeyParts) =>
  async (
    { db, deviceHash, session }: MemberPreparation,
    { setup, passkeyAnswer }: CallInput<'/member/security/passkey-finish'>,
  ): Promise<Made> => {
    if (!party) throw fail('PASSKEY_UNAVAILABLE');
    const begun = await readTicket(db, setup, { purpose: SETUP, deviceHash });
    if (begun?.subject !== session.id) throw fail('TICKET_INVALID');
    const parsed = parseCeremony(passkeyAnswer) as RegistrationResponseJSON | undefined;
    const challenge = String(begun.data['challenge']);
    const made = parsed && (await checkRegistration(party, { response: parsed, challenge }));
    return made ?? fail('PASSKEY_WRONG');
  };

export const finishPasskey =
  (parts: PasskeyParts): Handler<'/member/security/passkey-finish', Made> =>
  async (context, { setup }) => {
    const { tx, session, deviceHash, prepared, origin } = context;
    const begun = await redeemTicket(tx, setup, { purpose: SETUP, deviceHash });
    if (begun?.subject !== session.id) throw fail('TICKET_INVALID');
    assertRoom(await countPasskeysForUpdate(tx, session.memberId)); // several may have begun
    const name = parts.nameDevice(origin.userAgent).slice(0, PASSKEY_NAME_MAX);
    if (!(await insertPasskey(tx, session.memberId, { ...prepared, name }))) throw fail('PASSKEY_WRONG');
    return concludeChange(parts, context, {
      notice: 'passkeyAdded',
      cause: 'passkey',
      audit: 'passkey-added',
    });
  };
