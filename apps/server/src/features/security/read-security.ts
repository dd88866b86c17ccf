import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { findDevices, removeDevice } from './device.store.ts';
import { findSignIns } from './history.store.ts';

const PAGE = 30;

export const listDevices: Handler<'/member/security/devices'> = async ({ tx, session }) => {
  const rows = await findDevices(tx, { memberId: session.memberId, sessionId: session.id });
  return {
    devices: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      place: row.place,
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.is_current,
    })),
  };
};

/** A device that was removed counts as new when it signs in again. It has no session to end: the only one is the caller's. */
export const revokeDevice: Handler<'/member/security/device-revoke'> = async (
  { tx, session, audit },
  { id },
) => {
  const removed = await removeDevice(tx, { memberId: session.memberId, sessionId: session.id, id });
  if (!removed) throw fail('DEVICE_NOT_FOUND');
  audit({ action: 'device-removed', subject: `member:${session.memberId}` });
  return {};
};

export const listSignIns: Handler<'/member/security/history'> = async ({ tx, session }, { cursor }) => {
  const [before] = keysOf(cursor, 1);
  const found = await findSignIns(tx, { memberId: session.memberId, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return {
    items: items.map((row) => ({
      id: String(row.id),
      outcome: row.outcome,
      device: row.device_name,
      place: row.place,
      at: row.at.toISOString(),
    })),
    next,
  };
};
