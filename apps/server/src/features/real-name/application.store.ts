import type { RealNameItem, RealNameRefusal, RealNameStatus } from '@holdfast/contract/member';
import type { IdentityDetails, IdentityDocument } from '@holdfast/contract/rules';
import { defined, type MemberId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Keys, type Tx } from '#platform/db/db.ts';
import { IDENTITY_CLAIM, IDENTITY_DETAILS, IDENTITY_NUMBER, SEALED } from '#platform/db/personal.ts';
import { saveSought } from '#platform/db/personal-lookups.ts';

export type PictureItem = Exclude<RealNameItem, 'details'>;
export type Verdict = 'approve' | 'refuse' | 'reset';

/** One version of what a member has handed in. */
export interface Application {
  readonly id: string;
  readonly memberId: MemberId;
  readonly version: number;
  readonly details: IdentityDetails;
  readonly files: Readonly<Record<PictureItem, string>>;
  readonly sent: readonly RealNameItem[];
  readonly submittedAt: Date;
  readonly closedAt: Date | null;
}

export interface Decision {
  readonly applicationId: string;
  readonly verdict: Verdict;
  readonly refusals: readonly RealNameRefusal[];
  /** Of a reset. */
  readonly reason: string;
  readonly operatorId: OperatorId;
  readonly decidedAt: Date;
}

export interface ApplicationRow extends Omit<Application, 'details' | 'files'> {
  readonly document: IdentityDocument;
  readonly detailsSealed: Buffer;
  readonly front: string;
  readonly back: string;
  readonly selfie: string;
}

/** The columns of `real_name.application a` as an `ApplicationRow`. */
export const APPLICATION = sql`a.id::text, a.member_id::text as "memberId", a.version, a.document, a.details_sealed as "detailsSealed",
  a.front_file as front, a.back_file as back, a.selfie_file as selfie, a.sent, a.submitted_at as "submittedAt", a.closed_at as "closedAt"`;

export const openDetails = (
  keys: Keys,
  { id, document, detailsSealed }: Pick<ApplicationRow, 'id' | 'document' | 'detailsSealed'>,
): IdentityDetails => ({
  document,
  ...(JSON.parse(keys.open(IDENTITY_DETAILS, id, detailsSealed)) as Omit<IdentityDetails, 'document'>),
});

function toApplication(tx: Tx, row: ApplicationRow): Application {
  const { document: _, detailsSealed: __, front, back, selfie, ...rest } = row;
  return { ...rest, details: openDetails(keysOf(tx), row), files: { front, back, selfie } };
}

/** Takes the row lock of the member, under which everything about a verification is decided; where it stands. */
export async function takeStatusForUpdate(tx: Tx, memberId: MemberId): Promise<RealNameStatus> {
  const { rows } = await sql<{ status: RealNameStatus }>`
    select real_name_status as status from member.member where id = ${memberId} for no key update`.execute(
    tx,
  );
  return defined(rows[0], 'a member').status;
}

/** Sets where the verification stands. The name is kept of an approved identity only. */
export async function setStatus(
  tx: Tx,
  memberId: MemberId,
  status: RealNameStatus,
  realName: string | null = null,
): Promise<void> {
  const sealed = realName === null ? null : keysOf(tx).seal(SEALED.realName, memberId, realName);
  await sql`
    update member.member set real_name_status = ${status}, real_name_sealed = ${sealed} where id = ${memberId}`.execute(
    tx,
  );
  await saveSought(tx, memberId, { field: 'realName', value: realName });
}

/** The last version that a member has handed in. */
export async function findLast(tx: Tx, memberId: MemberId): Promise<Application | undefined> {
  const { rows } = await sql<ApplicationRow>`
    select ${APPLICATION} from real_name.application a
    where member_id = ${memberId} order by version desc limit 1`.execute(tx);
  return rows[0] && toApplication(tx, rows[0]);
}

export async function findApplication(tx: Tx, id: string): Promise<Application | undefined> {
  const { rows } = await sql<ApplicationRow>`
    select ${APPLICATION} from real_name.application a where id = ${id}`.execute(tx);
  return rows[0] && toApplication(tx, rows[0]);
}

/** What was decided about an application, the newest last. */
export async function listDecisions(tx: Tx, applicationIds: readonly string[]): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select application_id::text as "applicationId", verdict, refusals, reason, operator_id::text as "operatorId", decided_at as "decidedAt"
    from real_name.decision where application_id = any(${applicationIds}::bigint[]) order by id`.execute(tx);
  return rows;
}

export type NewApplication = Pick<Application, 'memberId' | 'version' | 'details' | 'files' | 'sent'>;

/** The sealed column is bound to the row's number, so it is drawn first. */
export async function insertApplication(tx: Tx, application: NewApplication): Promise<void> {
  const keys = keysOf(tx);
  const { memberId, version, files, sent } = application;
  const { document, ...details } = application.details;
  const drawn = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('real_name.application', 'id'))::text as id`.execute(tx);
  const { id } = defined(drawn.rows[0], 'a sequence has a next number');
  await sql`
    insert into real_name.application (id, member_id, version, document, details_sealed, front_file, back_file, selfie_file, sent)
    overriding system value
    values (${id}, ${memberId}, ${version}, ${document}, ${keys.seal(IDENTITY_DETAILS, id, JSON.stringify(details))},
            ${files.front}, ${files.back}, ${files.selfie}, ${[...sent]}::text[])`.execute(tx);
  await sql`
    insert into real_name.number_lookup (hash, application_id)
    select hash, ${id}::bigint from unnest(${keys.lookups(IDENTITY_NUMBER, details.number)}::bytea[]) hash order by hash`.execute(
    tx,
  );
}

/** Closes a waiting application; false when somebody has been faster. */
export async function closeApplication(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update real_name.application set closed_at = platform.app_now()
    where id = ${id} and closed_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

export type NewDecision = Omit<Decision, 'decidedAt'>;

export async function insertDecision(tx: Tx, decision: NewDecision): Promise<void> {
  const { applicationId, verdict, refusals, reason, operatorId } = decision;
  await sql`
    insert into real_name.decision (application_id, verdict, refusals, reason, operator_id)
    values (${applicationId}, ${verdict}, ${JSON.stringify(refusals)}::jsonb, ${reason}, ${operatorId})`.execute(
    tx,
  );
}

/**
 * Claims the identity of an approved application; false when another one has it. The unique hash decides: of two approvals at once the
 * second waits here for the first.
 */
export async function claimIdentity(tx: Tx, { id, details }: Application): Promise<boolean> {
  const hashes = keysOf(tx).lookups(IDENTITY_CLAIM, details.number);
  const { rows } = await sql`
    insert into real_name.claim_lookup (hash, application_id)
    select hash, ${id}::bigint from unnest(${hashes}::bytea[]) hash order by hash
    on conflict do nothing returning 1`.execute(tx);
  return rows.length === hashes.length;
}

export async function releaseIdentity(tx: Tx, applicationId: string): Promise<void> {
  await sql`delete from real_name.claim_lookup where application_id = ${applicationId}`.execute(tx);
}

/** The members who have handed this number in, the newest first: whether it was approved or not. */
export async function findMembersByNumber(tx: Tx, number: string): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select distinct a.member_id::text as id, a.member_id
    from real_name.number_lookup l join real_name.application a on a.id = l.application_id
    where l.hash = any(${keysOf(tx).lookups(IDENTITY_NUMBER, number)}::bytea[])
    order by a.member_id desc limit 50`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The member's last application, if it brought a selfie within some hours, was approved, and names the number that an earlier approved one of
 * this member named: a face that was compared anew, of the person whom the account belongs to.
 */
export async function findApprovedSelfie(
  tx: Tx,
  memberId: MemberId,
  hours: number,
): Promise<{ applicationId: string; approvedBy: OperatorId } | undefined> {
  const { rows } = await sql<{ applicationId: string; approvedBy: OperatorId }>`
    select a.id::text as "applicationId", d.operator_id::text as "approvedBy"
    from real_name.application a
    join real_name.decision d on d.application_id = a.id and d.verdict = 'approve'
    where a.member_id = ${memberId} and 'selfie' = any(a.sent)
      and a.submitted_at > platform.app_now() - make_interval(hours => ${hours}::int)
      and not exists (select from real_name.application later where later.member_id = a.member_id and later.version > a.version)
      and not exists (select from real_name.decision r where r.application_id = a.id and r.verdict = 'reset')
      and exists (
        select from real_name.application before
        join real_name.decision approval on approval.application_id = before.id and approval.verdict = 'approve'
        join real_name.number_lookup old on old.application_id = before.id
        join real_name.number_lookup new on new.application_id = a.id and new.hash = old.hash
        where before.member_id = a.member_id and before.version < a.version)`.execute(tx);
  return rows[0];
}
