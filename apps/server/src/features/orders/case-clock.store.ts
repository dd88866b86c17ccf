import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { STANDS_STILL } from '#platform/maintenance/downtime.store.ts';

export type CaseClock = 'firstAnswer' | 'ruling' | 'escalation';

/** A clock of a case that is due. Its row and that of its order are locked until the transaction ends. */
export interface DueCaseClock {
  readonly caseId: string;
  readonly name: CaseClock;
  readonly tries: number;
  readonly orderId: OrderId;
  readonly serialNo: string;
  readonly ownerId: MemberId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly isEscalated: boolean;
  readonly escalatesAt: Date;
  /** It goes to whoever leads now as well, by the clock behind this one. */
  readonly escalatesNow: boolean;
}

/**
 * Claims the clock that has been due longest, passing over what others hold and what waits after a failure; while the product stands still, none. The
 * order's row is locked first, as everywhere: whatever closes a case or answers it holds that row, so the case is what it is under it.
 */
export async function claimDueCaseClock(tx: Tx): Promise<DueCaseClock | undefined> {
  const { rows } = await sql<DueCaseClock>`
    select t.case_id::text as "caseId", t.name, t.tries, o.id::text as "orderId", o.serial_no as "serialNo", o.owner_id::text as "ownerId",
      o.payer_id::text as "payerId", o.payee_id::text as "payeeId", c.escalated_at is not null as "isEscalated", c.escalates_at as "escalatesAt",
      c.escalates_at <= platform.app_now() as "escalatesNow"
    from orders.case_timer t join orders.case_file c on c.id = t.case_id join orders.orders o on o.id = c.order_id
    where t.due_at <= platform.app_now() and (t.retry_at is null or t.retry_at <= platform.app_now()) and not ${STANDS_STILL}
    order by t.due_at, t.case_id limit 1
    for no key update of o skip locked for update of t skip locked`.execute(tx);
  return rows[0];
}

/** Its time is over, and it does not run any more. */
export async function stopCaseClock(
  tx: Tx,
  { caseId, name }: Pick<DueCaseClock, 'caseId' | 'name'>,
): Promise<void> {
  await sql`delete from orders.case_timer where case_id = ${caseId} and name = ${name}`.execute(tx);
}

/** Gives whoever leads a time of their own to rule, from now on. Returns its end. */
export async function restartRuling(
  tx: Tx,
  caseId: string,
  { rulingMs, escalates }: { rulingMs: number; escalates: boolean },
): Promise<Date> {
  const { rows } = await sql<{ dueAt: Date }>`
    with promised as (
      update orders.case_file set ruling_due_at = platform.app_now() + make_interval(secs => ${rulingMs / 1000})
        ${escalates ? sql`, escalated_at = platform.app_now()` : sql``}
      where id = ${caseId} returning id, ruling_due_at)
    insert into orders.case_timer as t (case_id, name, due_at) select id, 'ruling', ruling_due_at from promised
    on conflict (case_id, name) do update set started_at = excluded.started_at, due_at = excluded.due_at, tries = 0, retry_at = null
    returning due_at as "dueAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new TypeError('a case that has a clock is there');
  return row.dueAt;
}

/** Puts a clock off that could not fire. It stays due. */
export async function postponeCaseClock(
  db: Database,
  { caseId, name, tries }: Pick<DueCaseClock, 'caseId' | 'name' | 'tries'>,
  seconds: number,
): Promise<void> {
  await sql`
    update orders.case_timer set tries = ${Math.min(tries + 1, 1000)}, retry_at = platform.app_now() + make_interval(secs => ${seconds})
    where case_id = ${caseId} and name = ${name} and tries = ${tries}`.execute(db);
}
