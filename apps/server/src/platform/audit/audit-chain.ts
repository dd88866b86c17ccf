import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';

/** The chain of hashes over the audit log: a worker links new lines (0040_audit_chain.sql), `verifyAudit` computes it anew. */

const BATCH = 500;

/** Links every line that has been committed. */
export async function linkAudit(db: Database): Promise<number> {
  let linked = 0;
  for (;;) {
    const { rows } = await sql<{ linked: number }>`select platform.link_audit(${BATCH}) as linked`.execute(
      db,
    );
    const count = rows[0]?.linked ?? 0;
    linked += count;
    if (count < BATCH) return linked;
  }
}

/** The newest link, `seq:hash`: what somebody keeps elsewhere to compare with later. */
export async function headOfAudit(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ head: string }>`
    select seq || ':' || encode(hash, 'hex') as head from platform.audit_link order by seq desc limit 1`.execute(
    db,
  );
  return rows[0]?.head;
}

/** Says the newest link in the server's log, which is kept elsewhere: whoever rewrites the database cannot rewrite that. */
export function createHeadLog(db: Database, log: Log): () => Promise<void> {
  let said: string | undefined;
  return async () => {
    const head = await headOfAudit(db);
    if (head === said || head === undefined) return;
    said = head;
    log.info({ head }, 'the audit log so far');
  };
}

export interface Verdict {
  readonly lines: number;
  readonly head: string | undefined;
  /** The first thing that is wrong; undefined if nothing is. */
  readonly fault: string | undefined;
}

interface Link {
  readonly seq: bigint;
  readonly id: string;
  readonly hash: Buffer;
  /** Null where the line is gone. */
  readonly text: string | null;
}

const hashOf = (before: Buffer, text: string): Buffer =>
  createHash('sha256').update(before).update(text, 'utf8').digest();

/**
 * Computes the chain anew from the lines as they stand. `known`: a link that was noted earlier, which must still be part of it. A line that
 * was changed, removed, put in or moved makes every later hash another one, so the first fault is where it happened.
 */
export async function verifyAudit(db: Database, known?: string): Promise<Verdict> {
  let before: Buffer = Buffer.alloc(0);
  let seq = 0n;
  let isKnownFound = known === undefined;
  const end = (fault?: string): Verdict => ({
    lines: Number(seq),
    head: seq === 0n ? undefined : `${seq}:${before.toString('hex')}`,
    fault,
  });
  for (;;) {
    const { rows } = await sql<Link>`
      select l.seq, l.audit_id::text as id, l.hash, case when a.id is not null then platform.audit_text(a) end as text
      from platform.audit_link l left join platform.audit a on a.id = l.audit_id
      where l.seq > ${seq} order by l.seq limit ${BATCH}`.execute(db);
    for (const link of rows) {
      if (link.seq !== seq + 1n) return end(`link ${seq + 1n} is missing`);
      if (link.text === null) return end(`line ${link.id} (link ${link.seq}) is gone`);
      const hash = hashOf(before, link.text);
      if (!hash.equals(link.hash)) return end(`line ${link.id} (link ${link.seq}) is not as it was written`);
      before = hash;
      seq = link.seq;
      isKnownFound ||= known === `${seq}:${hash.toString('hex')}`;
    }
    if (rows.length < BATCH) break;
  }
  const { rows } = await sql<{ id: string }>`
    select a.id::text from platform.audit a
    where not exists (select from platform.audit_link l where l.audit_id = a.id)
      and not exists (select from platform.audit_unlinked u where u.audit_id = a.id) limit 1`.execute(db);
  if (rows[0]) return end(`line ${rows[0].id} was put in without a link`);
  return end(isKnownFound ? undefined : `the noted link ${known} is not part of the chain`);
}
