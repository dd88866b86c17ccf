import type { Suspicion } from '@holdfast/contract/rules';
import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

interface WaitingProof {
  readonly fileId: string;
  readonly orderId: OrderId;
}

const HAS_PRINT = sql`exists (select from orders.proof_print p where p.file_id = w.file_id)`;

/** The proof that has waited longest without a print by which others find it. Another worker passes over it. */
export async function selectNewProof(tx: Tx): Promise<WaitingProof | undefined> {
  const { rows } = await sql<WaitingProof>`
    select file_id as "fileId", order_id::text as "orderId" from orders.proof_waiting w
    where not ${HAS_PRINT} order by at limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** There is nothing to compare. */
export async function forgetWaiting(tx: Tx, fileId: string): Promise<void> {
  await sql`delete from orders.proof_waiting where file_id = ${fileId}`.execute(tx);
}

/** The proof that has waited longest for its comparison, and can be found by then. Its row is gone with the commit; another worker passes over it. */
export async function takeWaitingProof(tx: Tx): Promise<WaitingProof | undefined> {
  const { rows } = await sql<WaitingProof>`
    delete from orders.proof_waiting where file_id = (
      select file_id from orders.proof_waiting w where ${HAS_PRINT} order by at limit 1 for update skip locked)
    returning file_id as "fileId", order_id::text as "orderId"`.execute(tx);
  return rows[0];
}

/** Of each band so many of the oldest and of the newest are looked at: a receipt that many were made alike to is older than those. */
const ENDS_OF_BAND = 200;
/** So many of the most alike are compared, and of those that are near, so many of the oldest. */
const COMPARED = 40;
/** Near is what shares this part of the bands. */
const NEAR_SHARE = 4;

/**
 * Proofs of other orders that share bands with this one, the most alike first. How alike they are decides, and not how new: pictures that somebody
 * adds afterwards push nothing out. A band and what is compared have their bounds, so the read costs the same among any number.
 */
export async function listAlike(tx: Tx, orderId: OrderId, bands: readonly number[]): Promise<string[]> {
  const end = (direction: RawBuilder<unknown>) => sql`
    (select proof_id from orders.proof_band b where b.band = own.band order by proof_id ${direction} limit ${ENDS_OF_BAND}::int)`;
  const { rows } = await sql<{ fileId: string }>`
    with alike as (
      select p.file_id, p.id, count(*) as shared, count(*) * ${NEAR_SHARE}::int >= ${bands.length}::int as is_near
      from unnest(${bands}::int[]) own (band), lateral (${end(sql`desc`)} union ${end(sql`asc`)}) found
        -- The bound keeps each of them a look-up of its own.
        cross join lateral (select * from orders.proof_print where id = found.proof_id limit 1) p
      where p.order_id <> ${orderId}
      group by p.file_id, p.id
    )
    select file_id as "fileId" from (
      select *, row_number() over (order by shared desc, id) as by_share, row_number() over (partition by is_near order by id) as by_age from alike
    ) ranked
    where by_share <= ${COMPARED}::int or (is_near and by_age <= ${COMPARED}::int) order by shared desc, id`.execute(
    tx,
  );
  return rows.map(({ fileId }) => fileId);
}

/** Lets later proofs be compared with this one. Another worker that looked at the same moment may have kept it just before: then that one stays. */
export async function insertPrint(
  tx: Tx,
  { fileId, orderId, bands }: { fileId: string; orderId: OrderId; bands: readonly number[] },
): Promise<void> {
  await sql`
    with added as (
      insert into orders.proof_print (file_id, order_id) values (${fileId}, ${orderId})
      on conflict (file_id) do nothing returning id
    )
    insert into orders.proof_band (band, proof_id) select band, id from added, unnest(${bands}::int[]) band`.execute(
    tx,
  );
}

/** Marks the line of a file, and answers whose order it is. */
export async function markLine(
  tx: Tx,
  { fileId, orderId, suspicion }: { fileId: string; orderId: OrderId; suspicion: Suspicion },
): Promise<MemberId[]> {
  const { rows } = await sql<{ memberId: MemberId }>`
    with marked as (
      update orders.thread_line set suspicions = array_append(suspicions, ${suspicion})
      where order_id = ${orderId} and file_id = ${fileId} and not suspicions @> array[${suspicion}] returning order_id, number
    ), flagged as (
      insert into orders.flagged_line as f (order_id, number, kinds) select order_id, number, array[${suspicion}] from marked
      on conflict (order_id, number) do update set kinds = array_append(f.kinds, ${suspicion}), verdict = 'open', decided_by = null, decided_at = null
    )
    select unnest(array[o.payer_id, o.payee_id])::text as "memberId" from orders.orders o join marked on marked.order_id = o.id`.execute(
    tx,
  );
  return rows.map(({ memberId }) => memberId);
}
