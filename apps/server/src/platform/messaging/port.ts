import type { MessageContent } from './messages.ts';

export interface OutgoingMessage extends MessageContent {
  /** The same on every try, so that a service can tell a repeat from a second message. */
  readonly id: string;
}

export interface MessagePort {
  /**
   * Hands the message on. Throws `MessageRefusedError` when trying again is of no use, and anything else when it may be. Nothing of
   * the message may stand in the name or the code of an error: those two go to the log.
   */
  send(message: OutgoingMessage): Promise<void>;
}

/** The ways out of the product, one for each channel; behind each stands a real service or the demo's outbox. */
export type MessagePorts = Readonly<Record<'mobile' | 'mail', MessagePort>>;

/** The service will not take this message, now or later. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}
