import type { PushPayload } from '@holdfast/contract/notifications';
import type { Outcome } from '#platform/outbox/carrier.ts';

/** Where messages to one install go: a browser's subscription at its push service, or the token of a native shell. */
export type PushTarget =
  | {
      readonly carrier: 'web';
      readonly endpoint: string;
      /** The browser's public key and secret, by which only it can read a message. */
      readonly p256dh: string;
      readonly auth: string;
    }
  | { readonly carrier: 'fcm'; readonly token: string };

export interface PushMessage {
  readonly payload: PushPayload;
  /** How long a push service keeps it for a device that it cannot reach. */
  readonly ttlSeconds: number;
  /** `high` wakes a phone that saves power. */
  readonly urgency: 'normal' | 'high';
  /**
   * Of two messages of one topic that wait at a service of Web Push, the newer one replaces the older. It can be read there, so it must say
   * nothing. FCM has nothing like it that loses no other message.
   */
  readonly topic: string | undefined;
}

/** Sends to addresses of one kind. What it throws is a failure of this message; its text holds nothing of the address. */
export interface PushSender<T extends PushTarget = PushTarget> {
  send: (target: T, message: PushMessage, signal?: AbortSignal) => Promise<Outcome>;
}
