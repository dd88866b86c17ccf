import type { RequestChange } from '@holdfast/contract/calls';
import type { RequestKindName, RequestState, RequestVerdict } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface StoredRequest {
  readonly id: string;
  readonly kind: RequestKindName;
  readonly subject: string;
  readonly payload: unknown;
  readonly changes: readonly RequestChange[];
  readonly reason: string;
  readonly state: RequestState;
  readonly askedBy: OperatorId;
  readonly askedByEmail: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedByEmail: string | null;
  readonly decidedAt: Date | null;
  readonly note: string;
}

const REQUEST = sql`
  select r.id::text, r.kind, r.subject, r.payload, r.changes, r.reason, r.asked_by::text as "askedBy", a.email as "askedByEmail",
    r.asked_at as "askedAt", r.expires_at as "expiresAt", d.email as "decidedByEmail", r.decided_at as "decidedAt", r.note,
    case when r.decision is not null then r.decision when r.expires_at <= platform.app_now() then 'expired' else 'open' end as state
  from operator.request r join operator.operator a on a.id = r.asked_by left join operator.operator d on d.id = r.decided_by`;

export interface RequestFilter {
  readonly before: bigint;
  readonly state: 'open' | 'decided' | undefined;
  readonly subject: string | undefined;
}

export async function listRequests(
  tx: Tx,
  { before, state, subject }: RequestFilter,
  limit: number,
): Promise<StoredRequest[]> {
  const { rows } = await sql<StoredRequest>`${REQUEST}
    where r.id < ${before}
      ${state === 'open' ? sql`and r.decision is null and r.expires_at > platform.app_now()` : sql``}
      ${state === 'decided' ? sql`and (r.decision is not null or r.expires_at <= platform.app_now())` : sql``}
      ${subject === undefined ? sql`` : sql`and r.subject = ${subject}`}
    order by r.id desc limit ${limit}`.execute(tx);
  return rows;
}

export async function findRequest(tx: Tx, id: string): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`${REQUEST} where r.id = ${id}`.execute(tx);
  return rows[0];
}

/** The open request of a kind about a subject; undefined if there is none. */
export async function findOpenRequest(
  tx: Tx,
  { kind, subject }: { kind: RequestKindName; subject: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text from operator.request
    where decision is null and expires_at > platform.app_now() and kind = ${kind} and subject = ${subject} order by request.id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

export async function countOpenRequests(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator.request where decision is null and expires_at > platform.app_now()`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** By whose session the database knows who it is. */
type Asker = { readonly sessionProof: Buffer };

export interface NewRequest {
  readonly kind: RequestKindName;
  readonly subject: string;
  readonly payload: unknown;
  readonly changes: readonly RequestChange[];
  readonly reason: string;
  readonly hours: number;
}

export async function insertRequest(
  tx: Tx,
  { sessionProof }: Asker,
  { kind, subject, payload, changes, reason, hours }: NewRequest,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select operator.ask(${sessionProof}, ${kind}, ${subject}, ${JSON.stringify(payload)}::jsonb, ${JSON.stringify(changes)}::jsonb,
      ${reason}, platform.app_now() + make_interval(hours => ${hours}::int))::text as id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Requests about one subject are decided one after the other: what one changes, the next one sees. */
export async function takeSubjectAdvisory(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator request ${subject}`}, 0))`.execute(tx);
}

export interface Decision {
  readonly id: string;
  readonly verdict: RequestVerdict;
  readonly note: string;
}

export async function saveDecision(
  tx: Tx,
  { sessionProof }: Asker,
  { id, verdict, note }: Decision,
): Promise<void> {
  await sql`select operator.decide(${sessionProof}, ${id}, ${verdict}, ${note})`.execute(tx);
}

/** Uses an approved request, once. */
export async function finishRequest(tx: Tx, id: string, kind: RequestKindName): Promise<void> {
  await sql`select operator.finish_request(${id}, ${kind})`.execute(tx);
}

const EFFECTS = {
  'operator-add': 'add_operator',
  'operator-role': 'change_role',
  'operator-access': 'set_disabled',
  'operator-reset': 'reset_credentials',
} as const;

/** Carries out an approved request about an operator. The function takes it: the application has no other way to make one or change a role. */
export async function carryOut(tx: Tx, id: string, kind: keyof typeof EFFECTS): Promise<void> {
  await sql`select ${sql.raw(`operator.${EFFECTS[kind]}`)}(${id})`.execute(tx);
}
