import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { issueFreezeLink } from '#platform/tickets/freeze-link.ts';
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
  /** The member whose account a link in the message freezes, whoever reads it: for changes that somebody else may have made. */
  readonly freezes?: MemberId;
}

/** Finds a member's anti-phishing phrase, if there is one. */
export type PhraseOf = (tx: Tx, memberId: MemberId | undefined) => Promise<string | undefined>;

export interface Messages {
  /** Queues a message in the transaction of its cause; the worker sends it after the commit. */
  queue(tx: Tx, message: NewMessage): Promise<void>;
}

/** Appends the anti-phishing phrase on a line of its own, in both languages like the mails. */
const withPhrase = (text: string, phrase: string) =>
  `${text}\n\n您的防偽短語 Your anti-phishing phrase: ${phrase}`;

const contextOf = (id: string) => Buffer.from(`message ${id}`);

/** Appends the link with which the reader freezes the account. */
const withFreezeLink = (text: string, link: string) =>
  `${text}\n\n不是您本人？凍結帳號 Not you? Freeze your account: ${link}`;

export interface MessageParts {
  readonly secrets: Pick<Secrets, 'messageBox'>;
  readonly phraseOf: PhraseOf;
  /** The origin of the member app. Without one, messages have no links. */
  readonly publicUrl?: string | undefined;
}

/** Messages are sealed in the queue: they hold codes and addresses, and backups hold the queue. */
export function createMessages({ secrets: { messageBox }, phraseOf, publicUrl }: MessageParts): Messages {
  return {
    async queue(tx, { channel, usefulMinutes, reader, freezes, ...message }) {
      // Looked up for every message: one to nobody must take the same work.
      const phrase = await phraseOf(tx, reader);
      const id = randomUUID();
      let { text } = message;
      if (freezes !== undefined && publicUrl !== undefined)
        text = withFreezeLink(text, await issueFreezeLink(tx, { memberId: freezes, publicUrl }));
      // Not in an SMS, which is paid by length.
      if (channel === 'mail' && phrase !== undefined) text = withPhrase(text, phrase);
      const sealed = Buffer.from(
        messageBox.seal(contextOf(id), Buffer.from(JSON.stringify({ ...message, text }))),
      );
      await insertMessage(tx, { id, channel, sealed, usefulMinutes });
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
