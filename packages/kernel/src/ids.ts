import type { Brand } from './brand.ts';

/** Ids of rows: decimal texts, as on the wire. Each kind is a branded type, so that an order's id cannot be passed as a listing's. */
export type MemberId = Brand<string, 'MemberId'>;
export type SessionId = Brand<string, 'SessionId'>;
export type OperatorId = Brand<string, 'OperatorId'>;
export type OperatorSessionId = Brand<string, 'OperatorSessionId'>;
export type CardId = Brand<string, 'CardId'>;
/** A card as it was at some time: its row, which is never edited. */
export type CardVersionId = Brand<string, 'CardVersionId'>;
export type PayAccountId = Brand<string, 'PayAccountId'>;
/** A pay account as it was at some time, like a card's. */
export type PayAccountVersionId = Brand<string, 'PayAccountVersionId'>;
export type ListingId = Brand<string, 'ListingId'>;
export type OrderId = Brand<string, 'OrderId'>;
/** The idempotency key of a command, made by the client: base64url of 16 random bytes, 22 characters (docs/spec/channel.md). */
export type Rid = Brand<string, 'Rid'>;

/** An id as the database or the wire has it. Stores and the edge of a use case convert; nobody in between does. */
type RawId = bigint | string;
export const toMemberId = (raw: RawId): MemberId => String(raw) as MemberId;
export const toCardId = (raw: RawId): CardId => String(raw) as CardId;
export const toPayAccountId = (raw: RawId): PayAccountId => String(raw) as PayAccountId;
export const toListingId = (raw: RawId): ListingId => String(raw) as ListingId;
export const toOrderId = (raw: RawId): OrderId => String(raw) as OrderId;
