import type { Suspicion } from '@holdfast/contract/rules';
import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
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

/** The newest of each band that are looked at, and the most alike of those that are compared. */
const [NEWEST_OF_BAND, COMPARED] = [20, 10] as const;

/** Proofs of other orders that share bands with this one, the most alike first. However many there are, the read costs the same. */
export async function listAlike(tx: Tx, orderId: OrderId, bands: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    select p.file_id as "fileId"
    from unnest(${bands}::int[]) own (band),
      lateral (select proof_id from orders.proof_band b where b.band = own.band order by proof_id desc limit ${NEWEST_OF_BAND}) found
      join orders.proof_print p on p.id = found.proof_id
    where p.order_id <> ${orderId}
    group by p.file_id, p.id order by count(*) desc, p.id desc limit ${COMPARED}`.execute(tx);
  return rows.map(({ fileId }) => fileId);
}

/** Lets later proofs be compared with this one. */
export async function insertPrint(
  tx: Tx,
  { fileId, orderId, bands }: { fileId: string; orderId: OrderId; bands: readonly number[] },
): Promise<void> {
  await sql`
    with added as (
      insert into orders.proof_print (file_id, order_id) values (${fileId}, ${orderId}) returning id
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
