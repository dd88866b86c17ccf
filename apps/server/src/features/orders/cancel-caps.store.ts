import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import type { CancelCount, CancelReturn } from './cancel-caps.rules.ts';

/** The cancels of a member on one day in Taipei. */
export interface CancelDay {
  readonly ownFault: number;
  readonly afterPaid: number;
  readonly blocks: number;
  readonly blockedUntil: Date | null;
  /** Orders that the member has finished in all. */
  readonly finished: number;
  readonly now: Date;
  /** When the day ends, and with it all that was counted. */
  readonly dayEnd: Date;
}

const TODAY = sql`(platform.app_now() at time zone 'Asia/Taipei')::date`;
const FACTS = sql`platform.app_now() as now, (${TODAY} + 1)::timestamp at time zone 'Asia/Taipei' as "dayEnd"`;
const COUNTS = sql`own_fault as "ownFault", after_paid as "afterPaid", blocks, blocked_until as "blockedUntil"`;
const finishedOf = (id: MemberId) =>
  sql`coalesce((select finished from orders.trader where member_id = ${id}), 0) as finished`;

/** Counts one more. From here to the commit nobody else counts for this member, so what comes back is exact. */
export async function countCancel(tx: Tx, { memberId, afterPaid }: CancelCount): Promise<CancelDay> {
  const paid = afterPaid ? 1 : 0;
  const { rows } = await sql<CancelDay>`
    with gone as (delete from orders.cancel_day where member_id = ${memberId} and day < ${TODAY} - 7)
    insert into orders.cancel_day as d (member_id, day, own_fault, after_paid) values (${memberId}, ${TODAY}, 1, ${paid})
    on conflict (member_id, day) do update set own_fault = d.own_fault + 1, after_paid = d.after_paid + excluded.after_paid
    returning ${COUNTS}, ${finishedOf(memberId)}, ${FACTS}`.execute(tx);
  return defined(rows[0], 'an insert of one row');
}

/** Gives one back on the day on which it was counted, if that was not cleared since. */
export function returnCancel(tx: Tx, { memberId, afterPaid, at }: CancelReturn): void {
  sendLater(
    tx,
    sql`
      update orders.cancel_day
      set own_fault = greatest(own_fault - 1, 0), after_paid = greatest(after_paid - ${afterPaid ? 1 : 0}, 0)
      where member_id = ${memberId} and day = (${at}::timestamptz at time zone 'Asia/Taipei')::date`,
  );
}

/** One step further on the ladder: no new orders until then. */
export function blockLocks(tx: Tx, memberId: MemberId, until: Date): void {
  sendLater(
    tx,
    sql`
      update orders.cancel_day set blocks = blocks + 1, blocked_until = ${until}
      where member_id = ${memberId} and day = ${TODAY}`,
  );
}

/** One step back on the ladder: new orders at once. */
export function liftBlock(tx: Tx, memberId: MemberId): void {
  sendLater(
    tx,
    sql`
      update orders.cancel_day set blocks = greatest(blocks - 1, 0), blocked_until = null
      where member_id = ${memberId} and day = ${TODAY}`,
  );
}

/** What was counted today. */
export async function findCancelDay(tx: Tx, memberId: MemberId): Promise<CancelDay> {
  const { rows } = await sql<CancelDay>`
    select coalesce(own_fault, 0) as "ownFault", coalesce(after_paid, 0) as "afterPaid", coalesce(blocks, 0) as blocks,
      blocked_until as "blockedUntil", ${finishedOf(memberId)}, ${FACTS}
    from (select 1) one left join orders.cancel_day on member_id = ${memberId} and day = ${TODAY}`.execute(
    tx,
  );
  return defined(rows[0], 'a row, also of nothing');
}

/** Clears what was counted today. False where nothing was. */
export async function clearCancelDay(tx: Tx, memberId: MemberId): Promise<CancelDay | undefined> {
  const { rows } = await sql<CancelDay>`
    with was as (select * from orders.cancel_day where member_id = ${memberId} and day = ${TODAY} for update),
    cleared as (update orders.cancel_day set own_fault = 0, after_paid = 0, blocks = 0, blocked_until = null
      where member_id = ${memberId} and day = ${TODAY})
    select ${COUNTS}, ${finishedOf(memberId)}, ${FACTS} from was where own_fault > 0 or after_paid > 0 or blocks > 0`.execute(
    tx,
  );
  return rows[0];
}
