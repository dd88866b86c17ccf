import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { IDENTITY_CLAIM, IDENTITY_DETAILS, IDENTITY_NUMBER } from '#platform/db/personal.ts';
import type { Filling } from './fill.ts';
import { PEOPLE_OF_CHUNK } from './people.ts';
import { shopId } from './world.ts';

/** The day on which the decisions begin, one a minute: as many on each day of a small world as on each of a large one. */
export const DECIDED_DAY = '2024-01-01';

/** One in ten still waits: a queue that nobody would leave so long. */
const isWaiting = (id: number): boolean => id % 10 === 1;

/** The real-name applications of the members who were written in bulk. Only the rows of their pictures are read. */
export async function addApplications(tx: Tx, { world }: Filling, chunk: number): Promise<void> {
  const first = chunk * PEOPLE_OF_CHUNK;
  const count = Math.min(PEOPLE_OF_CHUNK, world.members - first);
  const keys = keysOf(tx);
  const applications = Array.from({ length: count }, (_, n) => {
    const id = first + n + 1;
    const number = `A${String(id).padStart(9, '0')}`;
    const details = JSON.stringify({ realName: '林成長', number, bornOn: '1990-01-01' });
    return {
      id,
      memberId: shopId(first + n),
      sealed: keys.seal(IDENTITY_DETAILS, String(id), details),
      numbers: keys.lookups(IDENTITY_NUMBER, number),
      claims: isWaiting(id) ? [] : keys.lookups(IDENTITY_CLAIM, number),
    };
  });
  const column = <K extends keyof (typeof applications)[number]>(name: K) =>
    applications.map((application) => application[name]);
  await sql`
    insert into real_name.application (id, member_id, version, document, details_sealed, front_file, back_file, selfie_file, sent, submitted_at, closed_at)
    overriding system value
    select a.id, a.member_id, 1, 'national-id', a.sealed, f.id, f.id, f.id, array['details', 'front', 'back', 'selfie'],
      at - interval '1 hour', case when a.id % 10 <> 1 then at end
    from unnest(${column('id')}::bigint[], ${column('memberId')}::bigint[], ${column('sealed')}::bytea[]) a (id, member_id, sealed)
    join assets.file f on f.member_id = a.member_id,
      lateral (select ${DECIDED_DAY}::date::timestamp at time zone 'Asia/Taipei' + a.id * interval '1 minute' as at) decided`.execute(
    tx,
  );
  for (const [table, name] of [
    ['real_name.number_lookup', 'numbers'],
    ['real_name.claim_lookup', 'claims'],
  ] as const) {
    const hashes = applications.flatMap(({ id, [name]: own }) => own.map((hash) => ({ id, hash })));
    await sql`
      insert into ${sql.table(table)} (hash, application_id)
      select * from unnest(${hashes.map(({ hash }) => hash)}::bytea[], ${hashes.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
  }
  await sql`
    insert into real_name.decision (application_id, verdict, operator_id, decided_at)
    select id, 'approve', 1, closed_at from real_name.application
    where id = any(${column('id')}::bigint[]) and closed_at is not null order by id`.execute(tx);
}
