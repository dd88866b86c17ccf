import type { Brand } from './brand.ts';

/** A member's number in our database; on the wire and in URLs it is the decimal text. */
export type MemberId = Brand<string, 'MemberId'>;
export type ListingId = Brand<string, 'ListingId'>;
export type OrderId = Brand<string, 'OrderId'>;
/** The client-made request id of a command: base64url of 16 random bytes, 22 characters (docs/spec/channel.md). */
export type Rid = Brand<string, 'Rid'>;

/** A member's number as a row has it, as the id that travels through code and over the wire. */
export function toMemberId(value: bigint | string): MemberId {
  return String(value) as MemberId;
}
