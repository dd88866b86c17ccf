import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';

interface Texts {
  readonly name: string;
  readonly zhTW: string;
  readonly en: string;
  readonly isOffered: boolean;
}

/** What a template was from a time on. */
export interface ReplyVersion extends Texts {
  readonly version: number;
  readonly changedBy: OperatorId;
  readonly changedAt: Date;
}

export interface Reply extends ReplyVersion {
  readonly id: string;
}

const VERSION = sql`t.version, t.name, t.text_zh as "zhTW", t.text_en as en, t.is_offered as "isOffered",
  t.changed_by::text as "changedBy", t.changed_at as "changedAt"`;

/** The newest first. */
export async function listReplies(
  tx: Tx,
  { isOffered, before = NEWEST, limit }: { isOffered: boolean; before: bigint | undefined; limit: number },
): Promise<Reply[]> {
  const { rows } = await sql<Reply>`
    select t.id::text, ${VERSION} from orders.reply_template t
    where t.is_offered = ${isOffered} and t.id < ${before} order by t.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** The versions of one, the newest first. */
export async function listVersions(
  tx: Tx,
  { id, before, limit }: { id: string; before: bigint | undefined; limit: number },
): Promise<ReplyVersion[]> {
  const { rows } = await sql<ReplyVersion>`
    select ${VERSION} from orders.reply_template_version t
    where t.template_id = ${id} and t.version < ${before ?? 2n ** 31n - 1n} order by t.version desc limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** With its row lock. */
export async function selectReplyForUpdate(tx: Tx, id: string): Promise<Reply | undefined> {
  const { rows } = await sql<Reply>`
    select t.id::text, ${VERSION} from orders.reply_template t where t.id = ${id} for update`.execute(tx);
  return rows[0];
}

/** How many are in use. Whoever adds one waits until the others have. */
export async function countOffered(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reply templates in use', 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders.reply_template where is_offered`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The first version of a new one, or the next of one whose row lock is held; the database writes it down. Undefined where the name is taken. */
export async function saveReply(
  tx: Tx,
  id: string | undefined,
  { name, zhTW, en, isOffered, by }: Texts & { by: OperatorId },
): Promise<Reply | undefined> {
  const change =
    id === undefined
      ? sql`
        insert into orders.reply_template (name, text_zh, text_en, is_offered, changed_by)
        values (${name}, ${zhTW}, ${en}, ${isOffered}, ${by}) returning *`
      : sql`
        update orders.reply_template
        set version = version + 1, name = ${name}, text_zh = ${zhTW}, text_en = ${en}, is_offered = ${isOffered},
            changed_by = ${by}, changed_at = platform.app_now()
        where id = ${id} returning *`;
  try {
    const { rows } = await sql<Reply>`
      with t as (${change}) select t.id::text, ${VERSION} from t`.execute(tx);
    return rows[0];
  } catch (error) {
    if (violatedConstraint(error) !== 'reply_template_name') throw error;
    return undefined;
  }
}
