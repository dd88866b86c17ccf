/**
 * The sealed ticket: everything a server must know of a session, carried by the client, opaque to it. Any node with the hour's key
 * opens it, so an exchange writes nothing anywhere and a restart costs nobody a session. Deleting the hour's key is what gives
 * recorded traffic its forward secrecy.
 */
import { copyOf, readU32, readU64, u32, u64, wipe, type Bytes } from './bytes.ts';
import { CHANNEL } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { open, seal, sealedLength, type SealKey } from './seal.ts';
import type { Step } from './step.ts';

const HEADER_LENGTH = 5;
const SECRET_LENGTH = 32;
const DEVICE_HASH_LENGTH = 32;
export const TICKET_LENGTH = HEADER_LENGTH + sealedLength(SECRET_LENGTH + DEVICE_HASH_LENGTH + 8);

export interface TicketContent {
  /** The session secret; whoever derives the keys from it wipes it. */
  readonly secret: Bytes;
  readonly deviceHash: Bytes;
  readonly expiresAt: number;
}

/** The hour, counted from 1970, that a time in milliseconds belongs to. */
export function ticketEpoch(now: number): number {
  return Math.floor(now / 3_600_000);
}

/** One hour either way: a session outlives its hour, and another node's clock may be ahead of ours. */
export function isAcceptableEpoch(epoch: number, now: number): boolean {
  return Math.abs(epoch - ticketEpoch(now)) <= 1;
}

/** The hour a ticket names in the clear. */
export function epochOfTicket(ticket: Uint8Array): number {
  return readU32(ticket, 1);
}

export function* sealTicket(
  p: Primitives,
  { epoch, key, content }: { epoch: number; key: SealKey; content: TicketContent },
): Step<Bytes> {
  const header = p.concat(Uint8Array.of(CHANNEL.version), u32(epoch));
  const plain = p.concat(content.secret, content.deviceHash, u64(content.expiresAt));
  const sealed = yield* seal(p, key, header, plain);
  wipe(plain);
  return p.concat(header, ...sealed);
}

/** Undefined when the ticket was not sealed under `key`, byte for byte. */
export function* openTicket(p: Primitives, key: SealKey, ticket: Bytes): Step<TicketContent | undefined> {
  if (ticket.length !== TICKET_LENGTH || ticket[0] !== CHANNEL.version) return undefined;
  const plain = yield* open(p, key, ticket.subarray(0, HEADER_LENGTH), ticket.subarray(HEADER_LENGTH));
  if (plain?.length !== SECRET_LENGTH + DEVICE_HASH_LENGTH + 8) return undefined;
  const content = {
    secret: copyOf(plain.subarray(0, SECRET_LENGTH)),
    deviceHash: copyOf(plain.subarray(SECRET_LENGTH, SECRET_LENGTH + DEVICE_HASH_LENGTH)),
    expiresAt: Number(readU64(plain, SECRET_LENGTH + DEVICE_HASH_LENGTH)),
  };
  wipe(plain);
  return content;
}
