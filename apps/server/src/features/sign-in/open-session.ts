import type { CallOutput } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import { notify } from '#features/notifications/index.ts';
import { moveWithSignIn } from '#features/push/index.ts';
import { insertSignIn, recordDevice, startCoolDown } from '#features/security/index.ts';
import { keysOf } from '#platform/db/db.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { makeToken } from './session-proof.ts';
import { nameDevice } from './session.rules.ts';
import { endLiveSession, insertSession } from './session.store.ts';

interface Member {
  readonly id: MemberId;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
}

/**
 * Opens the one live session of a member on the caller's device and ends the previous one (takeover). Only keyed hashes of the
 * session proof and of the install id are stored. The caller holds the member's row lock or has just inserted the row.
 */
export async function openSession(
  context: AnyoneContext,
  member: Member,
  installId: string,
): Promise<CallOutput<'/member/register'>> {
  const { tx, device, deviceHash, origin } = context;
  const { id: memberId, account, nick, uid } = member;
  const { token, checksumHash } = makeToken(tx, { account, device });
  const installKey = keysOf(tx).identify('install', installId);
  const by = { device: nameDevice(origin.userAgent), place: origin.place };
  const ended = await endLiveSession(tx, { memberId, reason: 'takeover', by });
  await insertSession(tx, { memberId, checksumHash, deviceHash, installKey, ...by });
  if (ended) await enqueueHintsFor(tx, [memberId], ['ended']);
  await recordSignIn(context, { memberId, installKey, device: by.device, isTakeover: ended === 'takeover' });
  return { account, access_token: token, nick, uid };
}

/** Adds the sign-in to history, device list and inbox. The device that a member registers on is not new, and needs no notice. */
async function recordSignIn(
  { tx, now, origin: { place } }: AnyoneContext,
  {
    memberId,
    installKey,
    device,
    isTakeover,
  }: { memberId: MemberId; installKey: Buffer; device: string; isTakeover: boolean },
): Promise<void> {
  await insertSignIn(tx, { memberId, device, place });
  const seen = await recordDevice(tx, { memberId, installKey, name: device, place });
  if (seen === 'new') await startCoolDown(tx, { memberId, cause: 'device' });
  const moved = await moveWithSignIn(tx, { memberId, installKey }, now);
  if (seen === 'first') return notify(tx, moved);
  const extra = { device, place: place.name, network: place.network, when: now.toISOString() };
  await notify(tx, [
    ...moved,
    ...(isTakeover ? [{ memberId, type: 'userForcedLogout', extra, causeInstall: installKey }] : []),
    {
      memberId,
      type: 'userNormalLogin',
      extra: { ...extra, newDevice: seen === 'new' },
      causeInstall: installKey,
    },
  ]);
}
