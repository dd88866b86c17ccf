import { createHash } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { messageOpener, type MessageContent } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Messages that wait to be sent, as their receivers would read them; the newest first. For servers without a worker. */
export async function postedTo(
  { db, secrets }: { db: Database; secrets: Secrets },
  to: string,
): Promise<MessageContent[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from platform.message order by useless_after desc, ctid desc`.execute(db);
  return rows.map(messageOpener(secrets)).filter((message) => message.to === to);
}

/** The code in the newest message with one to an address. News of a change have none: a token that freezes may have six digits in a row. */
export async function codeSentTo(parts: { db: Database; secrets: Secrets }, to: string): Promise<string> {
  const messages = (await postedTo(parts, to)).filter(({ text }) => !text.includes('#freeze='));
  const newest = defined(messages[0], `a message with a code to ${to}`);
  return defined(/\d{6}/.exec(newest.text)?.[0], 'a message has a code');
}

/** What tickets and codes are bound to. */
export const deviceHashOf = ({ device }: { device: string }): Buffer =>
  createHash('sha256').update(device).digest();
