import type { AuditAction } from '@holdfast/contract/operators';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';

export interface AuditLine {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly person: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
  readonly link: string | null;
}

export interface AuditFilter {
  readonly before: bigint;
  /** `operator:7`, `member:42`; all of them where a person is both. */
  readonly actors: readonly string[] | undefined;
  readonly subjects: readonly string[] | undefined;
  readonly action: AuditAction | undefined;
  /** Days of Taipei, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Taipei')`;
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Asia/Taipei')`;

/**
 * Lines between two days. Times have an index, and pages go by number: the numbers of the lines that stand a minute outside bound the
 * page, so that nobody reads what was written since, or before. A line is written within seconds of its time.
 */
const between = ({ from, to }: Pick<AuditFilter, 'from' | 'to'>) => sql`
  ${
    from === undefined
      ? sql``
      : sql`and a.at >= ${startOf(from)} and a.id > coalesce((
          select b.id from platform.audit b where b.at < ${startOf(from)} - interval '1 minute' order by b.at desc, b.id desc limit 1), 0)`
  }
  ${
    to === undefined
      ? sql``
      : sql`and a.at < ${endOf(to)} and a.id < coalesce((
          select b.id from platform.audit b where b.at >= ${endOf(to)} + interval '1 minute' order by b.at, b.id limit 1), ${NEWEST})`
  }`;

/**
 * The newest lines of each value of a column. An index holds those of one value in the order of their numbers, and not those of several. A
 * range of one value and the order by the column leave no other index to choose: one of a person without lines would read all there are.
 */
function newestOf(
  column: RawBuilder<unknown>,
  values: readonly string[],
  narrow: RawBuilder<unknown>,
  limit: number,
) {
  return sql`(
    select line.* from unnest(${[...new Set(values)]}::text[]) wanted (value) cross join lateral (
      select a.* from platform.audit a where a.${column} >= wanted.value and a.${column} <= wanted.value ${narrow}
      order by a.${column} desc, a.id desc limit ${limit}) line)`;
}

/** The filter with the fewest lines leads; the others narrow it. */
function linesOf(filter: AuditFilter, limit: number): RawBuilder<unknown> {
  const { before, actors, subjects, action } = filter;
  const narrow = sql`and a.id < ${before} ${between(filter)}`;
  const isAction = action === undefined ? sql`` : sql`and a.action = ${action}`;
  if (subjects) {
    const isActor = actors ? sql`and a.actor = any(${actors}::text[])` : sql``;
    return newestOf(sql`subject`, subjects, sql`${narrow} ${isActor} ${isAction}`, limit);
  }
  if (actors) return newestOf(sql`actor`, actors, sql`${narrow} ${isAction}`, limit);
  if (action !== undefined) return newestOf(sql`action`, [action], narrow, limit);
  return sql`(select a.* from platform.audit a where true ${narrow} order by a.id desc limit ${limit})`;
}

/** Lists lines, the newest first. Every filter has an index that ends with the id, so a page costs a page. */
export async function listAudit(tx: Tx, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  const { rows } = await sql<AuditLine>`
    select a.id::text, a.at, a.actor, a.action, a.detail,
      coalesce(
        case when a.subject ~ '^member:[0-9]{1,18}$' then
          (select 'member:' || m.account from member.member m where m.id = substr(a.subject, 8)::bigint) end,
        a.subject) as subject, l.seq || ':' || encode(l.hash, 'hex') as link,
      coalesce(
        case when a.actor like 'operator:%' then (select o.email from operator.operator o where o.id = substr(a.actor, 10)::bigint) end,
        case when a.actor like 'member:%' then (select m.account from member.member m where m.id = substr(a.actor, 8)::bigint) end,
        '') as person
    from ${linesOf(filter, limit)} a left join platform.audit_link l on l.audit_id = a.id
    order by a.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Who a person is in the log: by an operator's mail address or a member's account. */
export async function actorsOf(tx: Tx, person: string): Promise<string[]> {
  const { rows } = await sql<{ actor: string }>`
    select 'operator:' || id as actor from operator.operator where email = ${person}
    union all select 'member:' || id from member.member where account = ${person}`.execute(tx);
  return rows.map(({ actor }) => actor);
}

/** Administrators that a command has recovered within a week. */
export async function listRecovered(tx: Tx): Promise<{ email: string; at: Date }[]> {
  const { rows } = await sql<{ email: string; at: Date }>`
    select substr(subject, 10) as email, at from platform.audit
    where action = 'admin-recovered' and at > now() - interval '7 days' order by id desc limit 5`.execute(tx);
  return rows;
}
