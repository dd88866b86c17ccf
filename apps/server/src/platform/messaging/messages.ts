import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defined } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { insertMessage, type DueMessage, type MessageChannel } from './message.store.ts';

const content = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** What goes to a person. A mobile gets the text alone. */
export type MessageContent = z.infer<typeof content>;

export interface NewMessage extends MessageContent {
  readonly channel: MessageChannel;
  /** After this nobody needs it any more: a code that has run out only confuses. */
  readonly usefulMinutes: number;
}

export interface Messages {
  /** Writes a message in the transaction of its cause; the worker sends it after the commit. */
  queue(tx: Tx, message: NewMessage): Promise<void>;
  /** What a row holds. */
  open(row: Pick<DueMessage, 'id' | 'sealed'>): MessageContent;
}

/** Messages are sealed from the transaction to the sending: they hold codes and addresses, and backups hold rows. */
export function createMessages({ messageBox }: Pick<Secrets, 'messageBox'>): Messages {
  const contextOf = (id: string) => Buffer.from(`message ${id}`);
  return {
    async queue(tx, { channel, usefulMinutes, to, subject, text }) {
      const id = randomUUID();
      const plain = Buffer.from(JSON.stringify({ to, subject, text }));
      const sealed = Buffer.from(messageBox.seal(contextOf(id), plain));
      await insertMessage(tx, { id, channel, sealed, usefulMinutes });
    },
    open({ id, sealed }) {
      const plain = defined(messageBox.open(contextOf(id), sealed), 'a message opens under its own key');
      return content.parse(JSON.parse(Buffer.from(plain).toString('utf8')));
    },
  };
}
