import type { MessageContent } from './messages.ts';

export interface OutgoingMessage extends MessageContent {
  /** The same on every retry, so that a service can deduplicate. */
  readonly id: string;
}

export interface MessagePort {
  /**
   * Sends the message. Throws `MessageRefusedError` when a retry is useless, another error when it may help. Name and code of an error
   * go to the log, so they must hold nothing of the message.
   */
  send(message: OutgoingMessage): Promise<void>;
}

/** One port a channel: a real service, or the demo's outbox. */
export type MessagePorts = Readonly<Record<'mobile' | 'mail', MessagePort>>;

/** The service refuses this message for good. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}
