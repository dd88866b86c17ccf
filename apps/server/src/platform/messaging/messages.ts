import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { insertMessage, type DueMessage, type MessageChannel } from './message.store.ts';

const content = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** What is sent to a person. An SMS has only the text. */
export type MessageContent = z.infer<typeof content>;

export interface NewMessage extends MessageContent {
  readonly channel: MessageChannel;
  /** After this it is dropped instead of sent: an expired code only confuses. */
  readonly usefulMinutes: number;
  /** The member whose proven address this is, if it is one. Only then may the mail carry the member's anti-phishing phrase. */
  readonly reader: MemberId | undefined;
}

/** Finds a member's proven mail address ('' for none) and anti-phishing phrase, if there is one. */
export type ReaderOf = (
  tx: Tx,
  memberId: MemberId | undefined,
) => Promise<{ readonly mail: string; readonly phrase: string | undefined }>;

export interface Messages {
  /** Queues a message in the transaction of its cause; the worker sends it after the commit. */
  queue(tx: Tx, message: NewMessage): Promise<void>;
  /** Queues a mail to a member's proven address, if there is one. */
  queueMail(
    tx: Tx,
    memberId: MemberId,
    mail: Pick<NewMessage, 'subject' | 'text' | 'usefulMinutes'>,
  ): Promise<void>;
}

/** Appends the anti-phishing phrase on a line of its own, in both languages like the mails. */
const withPhrase = (text: string, phrase: string) =>
  `${text}\n\n您的防偽短語 Your anti-phishing phrase: ${phrase}`;

const contextOf = (id: string) => Buffer.from(`message ${id}`);

/** Messages are sealed in the queue: they hold codes and addresses, and backups hold the queue. */
export function createMessages({ messageBox }: Pick<Secrets, 'messageBox'>, readerOf: ReaderOf): Messages {
  async function insert(tx: Tx, { channel, usefulMinutes, ...said }: Omit<NewMessage, 'reader'>) {
    const id = randomUUID();
    const sealed = Buffer.from(messageBox.seal(contextOf(id), Buffer.from(JSON.stringify(said))));
    await insertMessage(tx, { id, channel, sealed, usefulMinutes });
  }
  return {
    async queue(tx, { reader, text, ...message }) {
      const { phrase } = await readerOf(tx, reader);
      const isMarked = message.channel === 'mail' && phrase !== undefined; // an SMS is paid by length
      await insert(tx, { ...message, text: isMarked ? withPhrase(text, phrase) : text });
    },
    async queueMail(tx, memberId, { text, ...message }) {
      const { mail: to, phrase } = await readerOf(tx, memberId);
      if (to === '') return;
      const marked = phrase === undefined ? text : withPhrase(text, phrase);
      await insert(tx, { ...message, text: marked, channel: 'mail', to });
    },
  };
}

export type OpenMessage = (row: Pick<DueMessage, 'id' | 'sealed'>) => MessageContent;

/** Opens a sealed message for sending. */
export const messageOpener =
  ({ messageBox }: Pick<Secrets, 'messageBox'>): OpenMessage =>
  ({ id, sealed }) => {
    const plain = defined(messageBox.open(contextOf(id), sealed), 'a message opens under its own key');
    return content.parse(JSON.parse(Buffer.from(plain).toString('utf8')));
  };
