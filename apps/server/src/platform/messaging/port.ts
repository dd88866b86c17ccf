import type { MessageContent } from './messages.ts';

/** The ways out of the product, one for each channel; behind each stands a real service or the demo's outbox. */
export type MessagePorts = Readonly<Record<'mobile' | 'mail', MessagePort>>;

export interface MessagePort {
  /**
   * Hands the message on. Throws `MessageRefusedError` when trying again is of no use, and anything else when it may be. The error's
   * text must not quote the message: it goes to the log.
   */
  send(message: MessageContent): Promise<void>;
}

/** The service will not take this message, now or later. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}
