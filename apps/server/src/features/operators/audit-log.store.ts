import type { AuditAction } from '@holdfast/contract/operators';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

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

const DAY = sql.raw(`at time zone 'Asia/Taipei'`);

/** Lists lines, the newest first. Every filter has an index that ends with the id, so a page costs a page. */
export async function listAudit(tx: Tx, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  const { before, actors, subjects, action, from, to } = filter;
  const { rows } = await sql<AuditLine>`
    select a.id::text, a.at, a.actor, a.action, a.subject, a.detail, l.seq || ':' || encode(l.hash, 'hex') as link,
      coalesce(
        case when a.actor like 'operator:%' then (select o.email from operator.operator o where o.id = substr(a.actor, 10)::bigint) end,
        case when a.actor like 'member:%' then (select m.account from member.member m where m.id = substr(a.actor, 8)::bigint) end,
        '') as person
    from platform.audit a left join platform.audit_link l on l.audit_id = a.id
    where a.id < ${before}
      ${actors ? sql`and a.actor = any(${actors}::text[])` : sql``}
      ${subjects ? sql`and a.subject = any(${subjects}::text[])` : sql``}
      ${action === undefined ? sql`` : sql`and a.action = ${action}`}
      ${from === undefined ? sql`` : sql`and a.at >= ${from}::date::timestamp ${DAY}`}
      ${to === undefined ? sql`` : sql`and a.at < (${to}::date + 1)::timestamp ${DAY}`}
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
