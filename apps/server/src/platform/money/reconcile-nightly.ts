import {
  lastReconciliation,
  reconcileNext,
  type Finding,
  type LastNight,
  type PieceSize,
} from '@holdfast/ledger';
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
export async function reconcileNightly(parts: NightlyParts): Promise<void> {
  const { db, log, size, isStopping } = parts;
  // Before as well as after: a check that fails or is blocked must not hide how old the last one is.
  await show(parts);
  let pieces = 0;
  for (;;) {
    if (isStopping?.()) return;
    const progress = await inTransaction(db, (tx) => reconcileNext(tx, size));
    if (progress.kind === 'busy') return;
    if (progress.kind === 'done') break;
    pieces += 1;
    report(log, progress.findings);
  }
  if (pieces === 0) return;
  const last = await show(parts);
  if (!last) return;
  const { night, findings } = last;
  if (findings > 0) log.error({ night, findings }, 'the ledger does not reconcile');
  else log.info({ night, pieces: last.pieces }, 'the ledger is reconciled');
}

/** Sets the metrics. Where no night has ever ended, the last one is as old as can be. */
async function show({ db, metrics }: NightlyParts): Promise<LastNight | undefined> {
  const last = await inTransaction(db, (tx) => lastReconciliation(tx));
  metrics.set('holdfast_ledger_findings', last?.findings ?? 0);
  metrics.set(
    'holdfast_ledger_reconciled_timestamp_seconds',
    Math.floor((last?.endedAt.getTime() ?? 0) / 1000),
  );
  return last;
}

function report(log: Log, findings: readonly Finding[]): void {
  for (const { rule, subject, expected, found } of findings.slice(0, LOGGED_MAX))
    log.error({ rule, subject, expected, found }, 'the ledger breaks a rule');
  if (findings.length > LOGGED_MAX)
    log.error({ more: findings.length - LOGGED_MAX }, 'the ledger breaks a rule more often than is logged');
}
