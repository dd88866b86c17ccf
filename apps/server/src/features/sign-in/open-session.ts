import { createHash, randomBytes } from 'node:crypto';
import type { CallOutput } from '@holdfast/contract';
import type { MemberId } from '@holdfast/kernel';
import { sessionProof } from '@holdfast/secure-channel/node';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { tellLater } from '#platform/outbox/outbox.store.ts';
import { nameDevice, networkPrefix } from './session.rules.ts';
import { endLiveSession, insertSession, lockMember } from './session.store.ts';

interface Member {
  readonly id: MemberId;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
}

/**
 * Opens the one live session of a member on the caller's device, ending the one before it (takeover). Only the hash of the
 * session proof is kept; the token is in the answer and nowhere else.
 */
export async function openSession(
  context: AnyoneContext,
  member: Member,
  installId: string,
): Promise<CallOutput<'/member/login'>> {
  const { tx, device, deviceHash, origin } = context;
  const token = randomBytes(32).toString('base64url');
  const proof = sessionProof({ account: member.account, device, token });
  const deviceName = nameDevice(origin.userAgent);
  const place = networkPrefix(origin.address);
  await lockMember(tx, member.id);
  const by = { device: deviceName, place };
  const tookOver = await endLiveSession(tx, { memberId: member.id, reason: 'takeover', by });
  await insertSession(tx, {
    memberId: member.id,
    checksumHash: hashProof(proof),
    deviceHash,
    installId,
    deviceName,
    place,
  });
  if (tookOver) await tellLater(tx, [member.id], ['ended']);
  return { account: member.account, access_token: token, nick: member.nick, uid: member.uid };
}

/** What the database keeps of a session proof. */
export function hashProof(proof: string): Buffer {
  return createHash('sha256').update(proof).digest();
}
