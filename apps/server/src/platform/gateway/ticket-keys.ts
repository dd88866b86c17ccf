import { makeTicketKey, ticketEpoch, type ChannelServer } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { inTransaction, type Database } from '#platform/db/db.ts';
import type { Clock } from '@holdfast/kernel';
import type { Log } from '#platform/log/log.ts';
import type { Box } from '#platform/secrets/secrets.ts';

/**
 * The hourly ticket keys, shared by all nodes through the database and sealed there. A key is deleted after three hours; recorded
 * traffic of that hour can then no longer be opened (forward secrecy). The next hour's key is made ahead of time, so that no request
 * waits for the database at the full hour.
 */

const REFRESH_MS = 60_000;
const contextOf = (epoch: number) => Buffer.from(`ticket-key ${epoch}`);

/** Creates missing keys of this hour and the next, deletes old keys, and reads the valid ones. */
export async function loadTicketKeys(db: Database, box: Box, now: number): Promise<Map<number, Uint8Array>> {
  const current = ticketEpoch(now);
  const rows = await inTransaction(db, async (tx) => {
    for (const epoch of [current, current + 1]) {
      const sealed = Buffer.from(box.seal(contextOf(epoch), makeTicketKey()));
      // Of two nodes at once the first insert wins; both read the same row below.
      await sql`insert into platform.channel_ticket_key (epoch, sealed_key) values (${epoch}, ${sealed})
                on conflict (epoch) do nothing`.execute(tx);
    }
    await sql`delete from platform.channel_ticket_key where epoch < ${current - 1}`.execute(tx);
    const read = await sql<{ epoch: number; sealedKey: Buffer }>`
      select epoch, sealed_key as "sealedKey" from platform.channel_ticket_key order by epoch`.execute(tx);
    return read.rows;
  });
  const keys = new Map<number, Uint8Array>();
  for (const row of rows) {
    const key = box.open(contextOf(row.epoch), row.sealedKey);
    if (!key) throw new Error('a ticket key does not open: it was sealed under another master key');
    keys.set(row.epoch, key);
  }
  return keys;
}

/** Reads the revoked channel sessions. Every node knows of a revocation within five seconds. */
export async function loadRevoked(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sid: string }>`
    select encode(sid, 'hex') as sid from platform.channel_revoked where expires_at > now()`.execute(db);
  return new Set(rows.map((row) => row.sid));
}

export async function revokeChannel(db: Database, sid: string): Promise<void> {
  await sql`insert into platform.channel_revoked (sid, expires_at) values (decode(${sid}, 'hex'), now() + interval '1 hour')
            on conflict (sid) do nothing`.execute(db);
}

export interface ChannelKeys {
  readonly isRevoked: (sid: string) => boolean;
  /**
   * Reloads the keys because a ticket named an hour that this node lacks. Concurrent calls share one reload, and at most one runs a
   * second, because anybody can name an hour. Never throws: on failure the old keys stay.
   */
  refresh(): Promise<void>;
  stop(): void;
}

const REVOKED_MS = 5000;
const REFRESH_AGAIN_MS = 1000;

/** Keeps the keys of `channel` and this node's cache of revoked sessions fresh. Throws if the first load fails. */
export async function keepChannelKeys(parts: {
  db: Database;
  box: Box;
  channel: ChannelServer;
  clock: Clock;
  log: Log;
}): Promise<ChannelKeys> {
  const { db, box, channel, clock, log } = parts;
  let revoked: ReadonlySet<string> = new Set();
  const load = async () => channel.setTicketKeys(await loadTicketKeys(db, box, clock.now()));
  await load();
  revoked = await loadRevoked(db);
  const quietly = (what: string, work: () => Promise<void>) => (): Promise<void> =>
    work().catch((error: unknown) => log.warn({ err: error }, `${what} failed; the old ones stay`));
  const loadQuietly = quietly('reading the ticket keys', load);
  const loadRevokedQuietly = quietly('reading the revoked sessions', async () => {
    revoked = await loadRevoked(db);
  });
  let refreshing: Promise<void> | undefined;
  const refresh = () =>
    (refreshing ??= loadQuietly().finally(() => {
      setTimeout(() => (refreshing = undefined), REFRESH_AGAIN_MS).unref();
    }));
  const timers = [
    setInterval(() => void loadQuietly(), REFRESH_MS),
    setInterval(() => void loadRevokedQuietly(), REVOKED_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    isRevoked: (sid) => revoked.has(sid),
    refresh,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
