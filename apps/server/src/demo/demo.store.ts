import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { SEALED } from '#platform/db/personal.ts';
import { saveSought } from '#platform/db/personal-lookups.ts';
import type { DemoPerson } from './demo-people.ts';

export async function hasMembers(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from member.member) as any`.execute(
    db,
  );
  return defined(rows[0], 'a select of one row').any;
}

/** What verification will do one day, done at once for an invented person. */
export async function approvePerson(tx: Tx, memberId: MemberId, person: DemoPerson): Promise<void> {
  const keys = keysOf(tx);
  const mail = `${person.account}@members.holdfast.example`;
  await sql`update member.member
            set level = ${person.level}, real_name_status = 'Approved',
                real_name_sealed = ${keys.seal(SEALED.realName, memberId, person.realName)},
                email_sealed = ${keys.seal(SEALED.mail, memberId, mail)}
            where id = ${memberId}`.execute(tx);
  await saveSought(tx, memberId, { field: 'mail', value: mail });
  await saveSought(tx, memberId, { field: 'realName', value: person.realName });
}

/** Moves the product's clock, so that the world has a past. Only the owner of the schema may. */
export async function moveClock(owner: Tx, ahead: string): Promise<void> {
  await sql`select platform.set_clock(${ahead}::interval)`.execute(owner);
}

/** Takes the advisory lock under which one process makes the demo world: others wait here and then find members. */
export async function takeDemoAdvisory(owner: Tx): Promise<void> {
  // Making it takes longer than anybody waits for a lock in a command.
  await sql`set local lock_timeout = '60s'`.execute(owner);
  await sql`set local statement_timeout = '60s'`.execute(owner);
  await sql`select pg_advisory_xact_lock(hashtextextended('demo-world', 0))`.execute(owner);
}
