import { lastReconciliation, reconcileNext, type Finding, type PieceSize } from '@holdfast/ledger';
import { inTransaction, type Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

export interface NightlyParts {
  readonly db: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Smaller pieces, for tests. */
  readonly size?: PieceSize;
  /** Breaks it off between two pieces; the next call goes on there. */
  readonly isStopping?: () => boolean;
}

/** More findings than this of one piece are counted and kept in their table, but not logged one by one. */
const LOGGED_MAX = 20;

/**
 * Checks the ledger as far as this night has not been checked: piece by piece, each in a short transaction of its own, shared by all workers.
 * Findings are in `ledger.finding`, in the log, and in a metric that every worker shows.
 */
export async function reconcileNightly({ db, log, metrics, size, isStopping }: NightlyParts): Promise<void> {
  let pieces = 0;
  for (;;) {
    if (isStopping?.()) return;
    const progress = await inTransaction(db, (tx) => reconcileNext(tx, size));
    if (progress.kind !== 'piece') break;
    pieces += 1;
    report(log, progress.findings);
  }
  const last = await inTransaction(db, (tx) => lastReconciliation(tx));
  if (!last) return;
  metrics.set('holdfast_ledger_findings', last.findings);
  metrics.set('holdfast_ledger_reconciled_timestamp_seconds', Math.floor(last.endedAt.getTime() / 1000));
  if (pieces === 0) return;
  const { night, findings } = last;
  if (findings > 0) log.error({ night, findings }, 'the ledger does not reconcile');
  else log.info({ night, pieces: last.pieces }, 'the ledger is reconciled');
}

function report(log: Log, findings: readonly Finding[]): void {
  for (const { rule, subject, expected, found } of findings.slice(0, LOGGED_MAX))
    log.error({ rule, subject, expected, found }, 'the ledger breaks a rule');
  if (findings.length > LOGGED_MAX)
    log.error({ more: findings.length - LOGGED_MAX }, 'the ledger breaks a rule more often than is logged');
}
