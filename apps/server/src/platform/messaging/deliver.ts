import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { claimMessages, postponeMessage, removeMessage, type DueMessage } from './message.store.ts';
import type { OpenMessage } from './messages.ts';
import { MessageRefusedError, type MessagePorts } from './port.ts';

/** Longer than the timeout of any port, else a message could be sent twice at once. */
const LEASE_SECONDS = 60;
const AT_ONCE = 10;
/** Back-off in seconds: several retries for a message that is useful for minutes, hourly ones for a message of a day. */
const BACK_OFF = [5, 15, 30, 60, 300, 1800] as const;
const BACK_OFF_MAX = 3600;

export interface DeliveryParts {
  readonly db: Database;
  readonly openMessage: OpenMessage;
  readonly ports: MessagePorts;
  readonly log: Log;
}

/**
 * Sends due messages and returns how many it claimed. At least once: after a crash between sending and deleting, a message is sent
 * again. The log names the message and the failure, never content or address.
 */
export async function deliverDue(parts: DeliveryParts): Promise<number> {
  const due = await claimMessages(parts.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
  await Promise.all(due.map((row) => deliver(parts, row)));
  return due.length;
}

async function deliver({ db, openMessage, ports, log }: DeliveryParts, row: DueMessage): Promise<void> {
  const { id, channel, tries } = row;
  if (channel === 'nowhere') return removeMessage(db, id);
  if (row.isExpired) {
    log.error({ messageId: id, channel, tries }, 'a message expired before it could be sent');
    return removeMessage(db, id);
  }
  try {
    await ports[channel].send({ id, ...openMessage(row) });
  } catch (error) {
    // A mail server's answer may quote the address, so only the kind of failure is logged.
    const kind = { messageId: id, channel, tries, failure: nameOf(error) };
    if (error instanceof MessageRefusedError) {
      log.error(kind, 'a message was dropped: the service refuses it');
      return removeMessage(db, id);
    }
    log.warn(kind, 'a message could not be sent; it will be retried');
    return postponeMessage(db, id, BACK_OFF[tries - 1] ?? BACK_OFF_MAX);
  }
  return removeMessage(db, id);
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
