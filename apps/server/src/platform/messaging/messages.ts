import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defined, type MemberId } from '@holdfast/kernel';
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
  /** Whose proven address this is. Only such a mail may carry the member's phrase: anybody may be behind another address. */
  readonly reader: MemberId | undefined;
}

/** A member as a reader of mails: the proven address ('' for none), and the phrase that our mails carry, if one was chosen. */
export type ReaderOf = (
  tx: Tx,
  memberId: MemberId | undefined,
) => Promise<{ readonly mail: string; readonly phrase: string | undefined }>;

export interface Messages {
  /** Writes a message in the transaction of its cause; the worker sends it after the commit. */
  queue(tx: Tx, message: NewMessage): Promise<void>;
  /** The same as a mail to a member, where an address is proven. */
  queueMail(
    tx: Tx,
    memberId: MemberId,
    mail: Pick<NewMessage, 'subject' | 'text' | 'usefulMinutes'>,
  ): Promise<void>;
}

/** The phrase in a line of its own, in both languages like the mails that may be read by whoever reads the box. */
const withPhrase = (text: string, phrase: string) =>
  `${text}\n\n您的防偽短語 Your anti-phishing phrase: ${phrase}`;

const contextOf = (id: string) => Buffer.from(`message ${id}`);

/** Messages are sealed from the transaction to the sending: they hold codes and addresses, and backups hold rows. */
export function createMessages({ messageBox }: Pick<Secrets, 'messageBox'>, readerOf: ReaderOf): Messages {
  async function insert(tx: Tx, { channel, usefulMinutes, ...said }: Omit<NewMessage, 'reader'>) {
    const id = randomUUID();
    const sealed = Buffer.from(messageBox.seal(contextOf(id), Buffer.from(JSON.stringify(said))));
    await insertMessage(tx, { id, channel, sealed, usefulMinutes });
  }
  return {
    async queue(tx, { reader, text, ...message }) {
      const { phrase } = await readerOf(tx, reader);
      const isMarked = message.channel === 'mail' && phrase !== undefined; // an SMS pays for each character
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

/** Opens what a row holds, for who sends it. */
export const messageOpener =
  ({ messageBox }: Pick<Secrets, 'messageBox'>): OpenMessage =>
  ({ id, sealed }) => {
    const plain = defined(messageBox.open(contextOf(id), sealed), 'a message opens under its own key');
    return content.parse(JSON.parse(Buffer.from(plain).toString('utf8')));
  };
