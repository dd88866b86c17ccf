import type { SecurityQuestion } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Database, type Tx } from '#platform/db/db.ts';

/** The columns of `member.question` as a `SecurityQuestion`. Its `id` is a text, so sorting names the column: `q.id`. */
const QUESTION = sql`q.id::text, q.text_zh as "zhTW", q.text_en as en`;

/** Lists the questions that members may choose from. */
export async function listOffered(tx: Tx): Promise<SecurityQuestion[]> {
  const { rows } = await sql<SecurityQuestion>`
    select ${QUESTION} from member.question q where q.retired_at is null order by q.id`.execute(tx);
  return rows;
}

/** Lists the questions that a member has answered, in the order of the catalogue. Runs for `undefined` too, with the same work. */
export async function listChosen(tx: Tx, memberId: MemberId | undefined): Promise<SecurityQuestion[]> {
  const { rows } = await sql<SecurityQuestion>`
    select ${QUESTION} from member.answer a join member.question q on q.id = a.question_id
    where a.member_id = ${memberId ?? null} order by q.id`.execute(tx);
  return rows;
}

export async function findMemberId(db: Database | Tx, account: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where account = ${account}`.execute(db);
  return rows[0]?.id;
}

export interface HashedAnswer {
  readonly questionId: string;
  readonly hash: string;
}

export async function listAnswers(db: Database, memberId: MemberId): Promise<HashedAnswer[]> {
  const { rows } = await sql<HashedAnswer>`
    select question_id::text as "questionId", answer_hash as hash from member.answer
    where member_id = ${memberId} order by question_id`.execute(db);
  return rows;
}

/**
 * Replaces all of a member's answers, and counts them with their questions. The questions' row locks are taken in one order, so that two
 * members who choose at once cannot deadlock.
 */
export async function saveAnswers(
  tx: Tx,
  { memberId, answers }: { memberId: MemberId; answers: readonly HashedAnswer[] },
): Promise<void> {
  const chosen = answers.map(({ questionId }) => questionId);
  const { rows: gone } = await sql<{ id: string }>`
    delete from member.answer where member_id = ${memberId} returning question_id::text as id`.execute(tx);
  await sql`
    insert into member.answer (member_id, question_id, answer_hash)
    select ${memberId}, * from unnest(${chosen}::bigint[], ${answers.map(({ hash }) => hash)}::text[])`.execute(
    tx,
  );
  await sql`
    with change as (
      select id, sum(by) as by from (
        select unnest(${chosen}::bigint[]) as id, 1 as by
        union all select unnest(${gone.map(({ id }) => id)}::bigint[]), -1
      ) c group by id having sum(by) <> 0
    ), locked as (
      select q.id from member.question q where q.id in (select id from change) order by q.id for no key update
    )
    update member.question q set used_by = q.used_by + change.by
    from change join locked using (id) where q.id = change.id`.execute(tx);
}

export interface AnswerTry {
  readonly isCounted: boolean;
  readonly used: number;
  readonly endsAt: Date;
}

/** Counts one try of the day. When the tries are used up it is not counted, and must not be compared. */
export async function countTry(
  db: Database,
  { memberId, triesMax }: { memberId: MemberId; triesMax: number },
): Promise<AnswerTry> {
  const { rows } = await sql<{ used: number; endsAt: Date }>`
    insert into member.answer_tries as t (member_id, used, ends_at)
    values (${memberId}, 1, platform.app_now() + interval '1 day')
    on conflict (member_id) do update set
      used = case when t.ends_at <= platform.app_now() then 1 else t.used + 1 end,
      ends_at = case when t.ends_at <= platform.app_now() then excluded.ends_at else t.ends_at end
    where t.ends_at <= platform.app_now() or t.used < ${triesMax}
    returning used, ends_at as "endsAt"`.execute(db);
  const row = rows[0];
  if (row) return { isCounted: true, ...row };
  const full = await sql<{ endsAt: Date }>`
    select ends_at as "endsAt" from member.answer_tries where member_id = ${memberId}`.execute(db);
  return { isCounted: false, used: triesMax, endsAt: full.rows[0]?.endsAt ?? new Date(0) };
}

/** Uncounts a try that was not compared. */
export async function uncountTry(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.answer_tries set used = used - 1
            where member_id = ${memberId} and used > 0`.execute(db);
}

export async function clearTries(db: Database, memberId: MemberId): Promise<void> {
  await sql`delete from member.answer_tries where member_id = ${memberId}`.execute(db);
}

/** A question of the catalogue as operators see it. */
export interface CatalogueQuestion extends SecurityQuestion {
  readonly isOffered: boolean;
  /** How many members have answered it. */
  readonly usedBy: number;
}

/** All questions, the newest first. */
export async function listCatalogue(
  tx: Tx,
  { before, state }: { before: bigint; state: 'offered' | 'retired' | undefined },
  limit: number,
): Promise<CatalogueQuestion[]> {
  const { rows } = await sql<CatalogueQuestion>`
    select ${QUESTION}, q.retired_at is null as "isOffered", q.used_by as "usedBy" from member.question q
    where q.id < ${before}
      ${state === undefined ? sql`` : state === 'offered' ? sql`and q.retired_at is null` : sql`and q.retired_at is not null`}
    order by q.id desc limit ${limit}`.execute(tx);
  return rows;
}

export async function findQuestion(tx: Tx, id: string): Promise<CatalogueQuestion | undefined> {
  const { rows } = await sql<CatalogueQuestion>`
    select ${QUESTION}, q.retired_at is null as "isOffered", q.used_by as "usedBy" from member.question q where q.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

export interface QuestionTexts {
  readonly zhTW: string;
  readonly en: string;
}

/** Inserts a question; undefined if the catalogue has it already. */
export async function insertQuestion(tx: Tx, { zhTW, en }: QuestionTexts): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into member.question (text_zh, text_en) values (${zhTW}, ${en})
    on conflict (text_zh) do nothing returning id::text`.execute(tx);
  return rows[0]?.id;
}

/** Updates a question; false if another one has this text. The unique index decides, because a check before would race. */
export async function updateQuestion(
  tx: Tx,
  { id, zhTW, en }: QuestionTexts & { id: string },
): Promise<boolean> {
  try {
    await sql`update member.question set text_zh = ${zhTW}, text_en = ${en} where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== 'question_text_zh_key') throw error;
    return false;
  }
}

export async function retireQuestion(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update member.question set retired_at = platform.app_now() where id = ${id} and retired_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}
