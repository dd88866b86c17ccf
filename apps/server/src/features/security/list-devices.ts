import type { Handler } from '#platform/gateway/call-table.ts';
import { listKnownDevices } from './device.store.ts';

export const listDevices: Handler<'/member/security/devices'> = async ({ tx, session }) => {
  const devices = await listKnownDevices(tx, { memberId: session.memberId, sessionId: session.id });
  return {
    devices: devices.map(({ id, name, place, firstSeenAt, lastSeenAt, isCurrent }) => ({
      id,
      name,
      place: place.name,
      network: place.network,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
    })),
  };
};
