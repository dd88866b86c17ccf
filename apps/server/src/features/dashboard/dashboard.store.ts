import { REVIEW_LATE_HOURS } from '@holdfast/contract/operators';
import type { OrderState } from '@holdfast/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

interface Gauge {
  readonly area: 'review' | 'order';
  readonly name: OrderState;
  readonly age: '' | 'hour' | 'waiting' | 'late';
  readonly count: number;
  readonly oldestAt: Date | null;
}

/** A few rows: one for each queue and age, one for each state of an order. */
export async function listGauges(tx: Tx): Promise<Gauge[]> {
  const { rows } = await sql<Gauge>`
    select area, name, age, count, oldest_at as "oldestAt" from dashboard.gauge order by area, name`.execute(
    tx,
  );
  return rows;
}

export async function measuredAt(tx: Tx): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from dashboard.measured where at > '-infinity'`.execute(tx);
  return rows[0]?.at;
}

interface Hour {
  readonly hour: Date;
  readonly good: number;
  readonly refused: number;
}

/** The last hours, the oldest first, those without a sign-in too. */
export async function listSignIns(tx: Tx, hours: number): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    select h.hour, coalesce(good.count, 0) as good, coalesce(refused.count, 0) as refused
    from generate_series(date_trunc('hour', platform.app_now()) - make_interval(hours => ${hours - 1}),
                         date_trunc('hour', platform.app_now()), interval '1 hour') h(hour)
    left join dashboard.hourly good on good.name = 'sign-in' and good.hour = h.hour
    left join dashboard.hourly refused on refused.name = 'sign-in-refused' and refused.hour = h.hour
    order by h.hour`.execute(tx);
  return rows;
}

/** Takes the turn to measure; answers from when on hours must be counted, and undefined if somebody has measured just now. */
export async function takeTurn(tx: Tx, everySeconds: number): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    with last as (
      select at from dashboard.measured
      where at <= platform.app_now() - make_interval(secs => ${everySeconds}) for update skip locked),
    taken as (update dashboard.measured set at = platform.app_now() from last)
    select date_trunc('hour', greatest(at, platform.app_now() - interval '2 days')) - interval '1 hour' as since
    from last`.execute(tx);
  return rows[0]?.since;
}

const AGE = sql`case when since > platform.app_now() - interval '1 hour' then 'hour'
  when since > platform.app_now() - make_interval(hours => ${sql.lit(REVIEW_LATE_HOURS)}) then 'waiting' else 'late' end`;

/** Counts what is open: each part is read by an index of what is open alone. */
export async function replaceGauges(tx: Tx): Promise<void> {
  await sql`delete from dashboard.gauge`.execute(tx);
  await sql`
    insert into dashboard.gauge (area, name, age, count, oldest_at)
    select 'review', name, ${AGE}, count(*), min(since) from (
      select 'identity' as name, submitted_at as since from real_name.application where closed_at is null
      union all
      select 'card', made_at from bank.card where status = 'Review' and removed_at is null and replaced_at is null
      union all
      select 'pay-account', made_at from pay.account where status = 'Review' and removed_at is null and replaced_at is null
    ) waiting group by name, 3
    union all
    select 'order', state, '', count(*), min(locked_at) from orders.orders where ended_at is null group by state`.execute(
    tx,
  );
}

/** Counts the hours from `since` on anew. */
export async function countHours(tx: Tx, since: Date): Promise<void> {
  await sql`
    insert into dashboard.hourly (name, hour, count)
    select case outcome when 'success' then 'sign-in' else 'sign-in-refused' end, date_trunc('hour', at), count(*)
    from member.sign_in
    where at >= ${since} and outcome in ('success', 'wrong-password', 'wrong-code', 'forbidden') group by 1, 2
    on conflict (name, hour) do update set count = excluded.count`.execute(tx);
}

/** A year is enough for whoever compares. */
export async function forgetHours(tx: Tx): Promise<void> {
  await sql`delete from dashboard.hourly where hour < platform.app_now() - interval '1 year'`.execute(tx);
}
