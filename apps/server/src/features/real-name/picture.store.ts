import { IDENTITY_PICTURE_DAYS } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Application, PictureItem } from './application.store.ts';

/** Pictures that end: which applications are over, and what was deleted of them. */

type Files = Readonly<Record<PictureItem, string>>;

/** Has the pictures of an application that was refused or taken back looked at when their time is over. */
export async function insertEnded(tx: Tx, applicationId: string): Promise<void> {
  await sql`
    insert into real_name.ended (application_id) values (${applicationId})
    on conflict (application_id) do update set ended_at = excluded.ended_at`.execute(tx);
}

/** The same for what a process of an older version has decided of late: it knows of no such row. */
export async function insertMissingEnded(db: Database): Promise<void> {
  await sql`
    insert into real_name.ended (application_id, ended_at)
    select application_id, max(decided_at) from real_name.decision
    where verdict in ('refuse', 'reset') and decided_at > platform.app_now() - interval '1 day'
    group by application_id on conflict do nothing`.execute(db);
}

const OVER = sql`ended_at < platform.app_now() - make_interval(days => ${IDENTITY_PICTURE_DAYS}::int)`;

export interface EndedApplication {
  readonly id: string;
  readonly memberId: MemberId;
  readonly files: Files;
}

/** One application whose time is over, with the row lock of its place in the queue: no other worker has it. */
export async function selectOverForUpdate(tx: Tx): Promise<EndedApplication | undefined> {
  const { rows } = await sql<{ id: string; memberId: MemberId } & Files>`
    select a.id::text, a.member_id::text as "memberId", a.front_file as front, a.back_file as back, a.selfie_file as selfie
    from (
      select application_id from real_name.ended where ${OVER} order by ended_at limit 1 for update skip locked
    ) e join real_name.application a on a.id = e.application_id`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { id, memberId, ...files } = row;
  return { id, memberId, files };
}

export async function deleteEnded(tx: Tx, applicationId: string): Promise<void> {
  await sql`delete from real_name.ended where application_id = ${applicationId}`.execute(tx);
}

/**
 * Those of an ended application's pictures that nothing needs: no application of the member's that waits, that was approved, or whose own time
 * is not over, names them. Under the row lock of the member, so that none begins to.
 */
export async function listUnneeded(tx: Tx, { memberId, files }: EndedApplication): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.id from unnest(${Object.values(files)}::text[]) f (id)
    where not exists (select from real_name.deleted_picture d where d.file_id = f.id)
      and not exists (
        select from real_name.application o
        where o.member_id = ${memberId} and f.id in (o.front_file, o.back_file, o.selfie_file)
          and (o.closed_at is null
            or exists (select from real_name.claim_lookup c where c.application_id = o.id)
            or exists (select from real_name.ended e where e.application_id = o.id and not (e.${OVER}))))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function insertDeleted(tx: Tx, fileIds: readonly string[]): Promise<void> {
  await sql`
    insert into real_name.deleted_picture (file_id) select * from unnest(${[...fileIds]}::text[])
    on conflict do nothing`.execute(tx);
}

/** Which of an application's pictures are deleted, and since when. */
export async function findDeleted(tx: Tx, files: Files): Promise<Readonly<Record<PictureItem, Date | null>>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select file_id as id, deleted_at as at from real_name.deleted_picture
    where file_id = any(${Object.values(files)}::text[])`.execute(tx);
  const atOf = (fileId: string) => rows.find(({ id }) => id === fileId)?.at ?? null;
  return { front: atOf(files.front), back: atOf(files.back), selfie: atOf(files.selfie) };
}

/** The pictures of an application that are deleted. */
export async function listDeleted(tx: Tx, application: Application | undefined): Promise<PictureItem[]> {
  if (!application) return [];
  const deleted = await findDeleted(tx, application.files);
  return (Object.keys(deleted) as PictureItem[]).filter((item) => deleted[item] !== null);
}
