import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Database, type Tx } from '#platform/db/db.ts';

export interface QuestionRow {
  readonly id: bigint;
  readonly text_zh: string;
  readonly text_en: string;
}

/** What a member may choose from. */
export async function findOffered(tx: Tx): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select id, text_zh, text_en from member.question where retired_at is null order by id`.execute(tx);
  return rows;
}

/** The questions that a member has answered, in the order of the catalogue. */
export async function findChosen(tx: Tx, memberId: MemberId): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select q.id, q.text_zh, q.text_en from member.answer a join member.question q on q.id = a.question_id
    where a.member_id = ${memberId} order by q.id`.execute(tx);
  return rows;
}

export async function findMemberId(db: Database | Tx, account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from member.member where account = ${account}`.execute(db);
  return rows[0]?.id;
}

export interface AnswerRow {
  readonly question_id: bigint;
  readonly answer_hash: string;
}

export async function findAnswers(db: Database, memberId: MemberId): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select question_id, answer_hash from member.answer where member_id = ${memberId} order by question_id`.execute(
    db,
  );
  return rows;
}

export interface NewAnswer {
  readonly questionId: string;
  readonly hash: string;
}

/** Replaces what the member has answered. Answers to new questions are hashed anew, so old guesses are worth nothing. */
export async function saveAnswers(
  tx: Tx,
  { memberId, answers }: { memberId: MemberId; answers: readonly NewAnswer[] },
): Promise<void> {
  await sql`delete from member.answer where member_id = ${memberId}`.execute(tx);
  for (const { questionId, hash } of answers)
    await sql`insert into member.answer (member_id, question_id, answer_hash)
              values (${memberId}, ${questionId}, ${hash})`.execute(tx);
}

export interface AnswerTry {
  readonly isCounted: boolean;
  readonly used: number;
  readonly endsAt: Date;
}

/** Counts one try of the day before anything is compared. Not counted, and not to be compared, when the tries are used up. */
export async function countTry(
  db: Database,
  { memberId, triesMax }: { memberId: MemberId; triesMax: number },
): Promise<AnswerTry> {
  const { rows } = await sql<{ used: number; ends_at: Date }>`
    insert into member.answer_tries as t (member_id, used, ends_at)
    values (${memberId}, 1, platform.app_now() + interval '1 day')
    on conflict (member_id) do update set
      used = case when t.ends_at <= platform.app_now() then 1 else t.used + 1 end,
      ends_at = case when t.ends_at <= platform.app_now() then excluded.ends_at else t.ends_at end
    where t.ends_at <= platform.app_now() or t.used < ${triesMax}
    returning used, ends_at`.execute(db);
  const row = rows[0];
  if (row) return { isCounted: true, used: row.used, endsAt: row.ends_at };
  const full = await sql<{ ends_at: Date }>`
    select ends_at from member.answer_tries where member_id = ${memberId}`.execute(db);
  return { isCounted: false, used: triesMax, endsAt: full.rows[0]?.ends_at ?? new Date(0) };
}

export async function giveTryBack(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.answer_tries set used = used - 1
            where member_id = ${memberId} and used > 0`.execute(db);
}

export async function forgetTries(db: Database, memberId: MemberId): Promise<void> {
  await sql`delete from member.answer_tries where member_id = ${memberId}`.execute(db);
}

export async function findQuestion(
  tx: Tx,
  id: string,
): Promise<(QuestionRow & { is_offered: boolean; used_by: number }) | undefined> {
  const { rows } = await sql<QuestionRow & { is_offered: boolean; used_by: number }>`
    select id, text_zh, text_en, retired_at is null as is_offered,
           (select count(*)::int from member.answer a where a.question_id = q.id) as used_by
    from member.question q where id = ${id}`.execute(tx);
  return rows[0];
}

export interface QuestionTexts {
  readonly zhTW: string;
  readonly en: string;
}

/** Undefined when the catalogue has this question already. */
export async function insertQuestion(tx: Tx, { zhTW, en }: QuestionTexts): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    insert into member.question (text_zh, text_en) values (${zhTW}, ${en})
    on conflict (text_zh) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** False when another question says the same: the key of the table decides, for two could pass a look before it at the same moment. */
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
