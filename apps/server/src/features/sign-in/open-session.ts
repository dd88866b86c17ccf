import { createHash, randomBytes } from 'node:crypto';
import type { CallOutput } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import { sessionProof } from '@holdfast/secure-channel/node';
import { tell } from '#features/notifications/index.ts';
import { noteDevice, noteSignIn, startCoolDown } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { AnyoneContext, MemberContext } from '#platform/gateway/call-table.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { nameDevice, networkPrefix, type EndReason } from './session.rules.ts';
import { endLiveSession, insertSession, replaceProof } from './session.store.ts';

interface Member {
  readonly id: MemberId;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
}

/**
 * Opens the one live session of a member on the caller's device, ending the one before it (takeover). Only the hash of the
 * session proof is kept; the token is in the answer and nowhere else. The caller holds the member's row lock, or has just made the row.
 */
export async function openSession(
  context: AnyoneContext,
  member: Member,
  installId: string,
): Promise<CallOutput<'/member/register'>> {
  const { tx, device, deviceHash, origin } = context;
  const token = randomBytes(32).toString('base64url');
  const proof = sessionProof({ account: member.account, device, token });
  const deviceName = nameDevice(origin.userAgent);
  const place = networkPrefix(origin.address);
  const by = { device: deviceName, place };
  const ended = await endLiveSession(tx, { memberId: member.id, reason: 'takeover', by });
  await insertSession(tx, {
    memberId: member.id,
    checksumHash: hashProof(proof),
    deviceHash,
    installId,
    deviceName,
    place,
  });
  if (ended) await enqueueHintsFor(tx, [member.id], ['ended']);
  const tookOver = ended === 'takeover';
  await noteArrival(context, { memberId: member.id, installId, ...by, tookOver });
  return { account: member.account, access_token: token, nick: member.nick, uid: member.uid };
}

interface Arrival {
  readonly memberId: MemberId;
  readonly installId: string;
  readonly device: string;
  readonly place: string;
  readonly tookOver: boolean;
}

/** History, device list and inbox of a sign-in. The device that a member registers on is not new to it and nothing to tell of. */
async function noteArrival(
  { tx, now }: AnyoneContext,
  { memberId, installId, device, place, tookOver }: Arrival,
): Promise<void> {
  await noteSignIn(tx, { memberId, device, place });
  const seen = await noteDevice(tx, { memberId, installId, name: device, place });
  if (seen === 'new') await startCoolDown(tx, { memberId, cause: 'device' });
  if (seen === 'first') return;
  const extra = { device, place, when: now.toISOString() };
  await tell(tx, [
    ...(tookOver ? [{ memberId, type: 'userForcedLogout', extra }] : []),
    { memberId, type: 'userNormalLogin', extra: { ...extra, newDevice: seen === 'new' } },
  ]);
}

/** Gives the caller's session a new token, under the account that the member has from now on. The old proof is worth nothing then. */
export async function renewSession({ tx, device, session }: MemberContext, account: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await replaceProof(tx, session.id, hashProof(sessionProof({ account, device, token })));
  return token;
}

/** Ends a member's sessions, `except` one, for a reason they are told. The caller holds the member's row lock. */
export async function endSessions(
  tx: Tx,
  end: { memberId: MemberId; reason: EndReason; except?: string },
): Promise<void> {
  if (await endLiveSession(tx, end)) await enqueueHintsFor(tx, [end.memberId], ['ended']);
}

/** What the database keeps of a session proof. */
export function hashProof(proof: string): Buffer {
  return createHash('sha256').update(proof).digest();
}
