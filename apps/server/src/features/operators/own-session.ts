import type { Handler } from '#platform/gateway/call-table.ts';
import { listRecovered } from './audit-log.store.ts';
import { endSessions, readOwnSession } from './operator.store.ts';
import { countOpenRequests } from './request.store.ts';

export const signOut: Handler<'/operator/sign-out'> = async ({ tx, operator, audit }) => {
  await endSessions(tx, operator.id, 'signed-out');
  audit({ action: 'operator-signed-out', subject: `operator:${operator.email}` });
  return {};
};

export const readMe: Handler<'/operator/me'> = async ({ tx, operator }) => {
  const { lastAt, lastPlace, lastNetwork, signedInAt, endsAt, ...own } = await readOwnSession(
    tx,
    operator.sessionId,
  );
  const recovered = await listRecovered(tx);
  return {
    ...own,
    signedInAt: signedInAt.toISOString(),
    endsAt: endsAt.toISOString(),
    lastSignIn: lastAt && { at: lastAt.toISOString(), place: lastPlace ?? '', network: lastNetwork ?? '' },
    openRequests: await countOpenRequests(tx),
    recovered: recovered.map(({ email, at }) => ({ email, at: at.toISOString() })),
  };
};
