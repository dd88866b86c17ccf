import { epochOfTicket, isAcceptableEpoch } from './ticket.ts';
import type { Bytes } from './bytes.ts';
import type { SealKey } from './seal.ts';
import type { SequenceWindow } from './seq-window.ts';
import type { SessionKeys } from './session-keys.ts';

/** A cached session, whose ticket this node has opened. */
export interface ServerSession extends SessionKeys {
  readonly sidText: string;
  /** 64 hex characters. */
  readonly deviceHash: string;
  readonly expiresAt: number;
  readonly epoch: number;
  readonly window: SequenceWindow;
  /** The identity behind `deviceHash`, once a request has named it: spares every later one a hash. */
  device: string | undefined;
}

/**
 * The cache of one node: the hourly ticket keys, and an LRU cache of sessions with their keys and sequence windows. Losing it costs some
 * work and this node's replay window, never a session: the ticket restores it, and a replayed command is caught by its RID in the
 * database.
 */
export class SessionMemory {
  readonly #sessionsMax: number;
  // LRU: a Map keeps insertion order, so deleting and setting again moves an entry to the end.
  readonly #sessions = new Map<string, ServerSession>();
  #ticketKeys: ReadonlyMap<number, SealKey> = new Map();

  constructor(sessionsMax: number) {
    this.#sessionsMax = sessionsMax;
  }

  /** Takes the hours' keys in place of those before, and forgets every session whose hour is no longer among them. */
  setTicketKeys(keys: ReadonlyMap<number, SealKey>): void {
    this.#ticketKeys = keys;
    for (const [name, session] of this.#sessions) {
      if (!keys.has(session.epoch)) this.#sessions.delete(name);
    }
  }

  ticketKey(epoch: number): SealKey | undefined {
    return this.#ticketKeys.get(epoch);
  }

  /** The key of the hour that a ticket names, when that hour is this one or a neighbour of it. */
  keyOf(ticket: Bytes, now: number): SealKey | 'hour' | 'unknown' {
    const epoch = epochOfTicket(ticket);
    if (!isAcceptableEpoch(epoch, now)) return 'hour';
    return this.#ticketKeys.get(epoch) ?? 'unknown';
  }

  find(name: string): ServerSession | undefined {
    const session = this.#sessions.get(name);
    if (session) {
      this.#sessions.delete(name);
      this.#sessions.set(name, session);
    }
    return session;
  }

  remember(name: string, session: ServerSession): void {
    this.#sessions.set(name, session);
    if (this.#sessions.size <= this.#sessionsMax) return;
    for (const oldest of this.#sessions.keys()) {
      this.#sessions.delete(oldest);
      return;
    }
  }

  get size(): number {
    return this.#sessions.size;
  }
}
