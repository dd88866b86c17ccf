import { sql } from 'kysely';
import { sendLater, type Database, type Tx } from '#platform/db/db.ts';

export interface AuditEntry {
  /** `member:42`, `device:<hash>`, `operator:7`, `system`. */
  readonly actor: string;
  readonly action:
    | 'call-refused'
    | 'payment-details-viewed'
    | 'session-ended'
    | 'device-removed'
    | 'account-frozen'
    | 'account-unfrozen'
    | 'contact-reset'
    | 'password-changed'
    | 'transaction-secret-changed'
    | 'security-questions-changed'
    | 'phrase-changed'
    | 'question-created'
    | 'question-changed'
    | 'question-retired';
  /** What it was done to. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** What a handler adds to the audit log; the pipeline adds the actor. */
export type Trace = Omit<AuditEntry, 'actor'>;

export type Audit = (db: Database | Tx, entry: AuditEntry) => Promise<void>;

/** Appends one line to the audit log; the application's role can neither change nor delete it. */
export const writeAudit: Audit = async (db, entry) => {
  const line = sql`
    insert into platform.audit (actor, action, subject, detail)
    values (${entry.actor}, ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.detail ?? {})}::jsonb)`;
  if (db.isTransaction) sendLater(db, line);
  else await line.execute(db);
};
