import type { MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import type { CarrierSource, Notice } from '#platform/outbox/carrier.ts';
import { subscribe, type NewSubscription } from '#platform/outbox/subscription.store.ts';
import { findMuted } from './read-state.store.ts';
import { findLastSeq, findMessage, type StoredMessage } from './inbox.store.ts';
import { findSendable } from './sendable.store.ts';

const noticeOf =
  (memberId: MemberId) =>
  (message: StoredMessage): Notice => ({ memberId, ...message });

/** The inbox as carriers read it. */
export function carrierSource(db: Database): CarrierSource {
  return {
    async messagesToSend(memberId, after, { limit, usefulMinutes }) {
      const muted = await findMuted(db, memberId);
      const { sendable, lastSeq } = await findSendable(db, { memberId, after, limit, usefulMinutes, muted });
      return { notices: sendable.map(noticeOf(memberId)), lastSeq };
    },
    async message(memberId, seq) {
      const message = await findMessage(db, memberId, seq);
      return message && noticeOf(memberId)(message);
    },
  };
}

/** Subscribes an address of a carrier to what the member is told from now on, in the transaction that registers it. */
export async function subscribeToInbox(
  tx: Tx,
  subscription: Omit<NewSubscription, 'afterSeq'>,
): Promise<void> {
  await subscribe(tx, { ...subscription, afterSeq: await findLastSeq(tx, subscription.memberId) });
}
