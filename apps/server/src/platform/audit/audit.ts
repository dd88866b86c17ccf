import type { AuditAction, AuditDetail } from '@holdfast/contract/operators';
import { sql } from 'kysely';
import { sendLater, type Database, type Tx } from '#platform/db/db.ts';

export interface AuditEntry {
  /** `member:42`, `device:<hash>`, `operator:7`, `system`. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What it was done to. */
  readonly subject: string;
  readonly detail?: Readonly<Partial<Record<AuditDetail, string | number | boolean>>>;
}

/** What a handler adds to the audit log; the pipeline adds the actor. */
export type Trace = Omit<AuditEntry, 'actor'>;

export type Audit = (db: Database | Tx, ...entries: readonly AuditEntry[]) => Promise<void>;

/** Appends lines to the audit log; the application's role can neither change nor delete it. */
export const writeAudit: Audit = async (db, ...entries) => {
  if (entries.length === 0) return;
  const lines = sql`
    insert into platform.audit (actor, action, subject, detail)
    select actor, action, subject, coalesce(detail, '{}')
    from json_to_recordset(${JSON.stringify(entries)}::json) as line (actor text, action text, subject text, detail jsonb)`;
  if (db.isTransaction) sendLater(db, lines);
  else await lines.execute(db);
};
