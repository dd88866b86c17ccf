import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { claimMessages, postponeMessage, removeMessage, type DueMessage } from './message.store.ts';
import type { OpenMessage } from './messages.ts';
import { MessageRefusedError, type MessagePorts } from './port.ts';

/** Longer than any port takes to give up, or a message would be sent while it is being sent. */
const LEASE_SECONDS = 60;
const AT_ONCE = 10;
/** Seconds before the next try; a message that lives for minutes has had several by then, one that lives for a day goes on hourly. */
const PAUSES = [5, 15, 30, 60, 300, 1800] as const;
const PAUSE_MAX = 3600;

export interface DeliveryParts {
  readonly db: Database;
  readonly openMessage: OpenMessage;
  readonly ports: MessagePorts;
  readonly log: Log;
}

/**
 * Sends what is due; answers how many rows it took. At least once: who dies between the sending and the delete sends again. The log names
 * message and failure, never content or address.
 */
export async function deliverDue(parts: DeliveryParts): Promise<number> {
  const due = await claimMessages(parts.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
  await Promise.all(due.map((row) => deliver(parts, row)));
  return due.length;
}

async function deliver({ db, openMessage, ports, log }: DeliveryParts, row: DueMessage): Promise<void> {
  const { id, channel, tries } = row;
  if (channel === 'nowhere') return removeMessage(db, id);
  if (row.isUseless) {
    log.error({ messageId: id, channel, tries }, 'a message was given up: it came too late');
    return removeMessage(db, id);
  }
  try {
    await ports[channel].send({ id, ...openMessage(row) });
  } catch (error) {
    // The text of a mail server's answer may quote the address, so only the kind of failure is logged.
    const kind = { messageId: id, channel, tries, failure: nameOf(error) };
    if (error instanceof MessageRefusedError) {
      log.error(kind, 'a message was given up: the service refuses it');
      return removeMessage(db, id);
    }
    log.warn(kind, 'a message could not be sent; it is tried again');
    return postponeMessage(db, id, PAUSES[tries - 1] ?? PAUSE_MAX);
  }
  return removeMessage(db, id);
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
