import { defined } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';
import type { Finding } from './reconcile.ts';

/**
 * The whole ledger, checked in pieces: each is one short transaction that also says how far the night has come. Nothing holds a snapshot for
 * long, and a worker that dies loses one piece. The database does it by itself: this connection can neither skip a piece nor take a finding back.
 */

export interface Progress {
  /** A piece was checked, the night is done, or another worker is at it. */
  readonly kind: 'piece' | 'done' | 'busy';
  /** Of this piece. */
  readonly findings: readonly Finding[];
}

/** How much one piece reads. An account alone may have more postings than this; then it is a piece of its own. */
export interface PieceSize {
  readonly postings: number;
  readonly accounts: number;
  readonly entries: number;
}
const PIECE: PieceSize = { postings: 200_000, accounts: 5000, entries: 20_000 };
const STATEMENT_LIMIT = '60s';

async function query<T>(tx: LedgerConnection, sql: string, values: unknown[] = []): Promise<T[]> {
  return [...(await tx.executeQuery<T>(CompiledQuery.raw(sql, values))).rows];
}

/** Checks the next piece of this night. In a transaction of its own. */
export async function reconcileNext(tx: LedgerConnection, size: PieceSize = PIECE): Promise<Progress> {
  await query(tx, `set local statement_timeout = '${STATEMENT_LIMIT}'`);
  const [progress] = await query<Progress>(
    tx,
    'select kind, findings from ledger.check_next_piece($1, $2, $3)',
    [size.postings, size.accounts, size.entries],
  );
  return defined(progress, 'the function answers one row');
}

export interface LastNight {
  readonly night: string;
  readonly endedAt: Date;
  readonly pieces: number;
  /** What was found in that night and since. */
  readonly findings: number;
  /** No check has ended for 26 hours, so one was missed. */
  readonly isOverdue: boolean;
}

/** The newest night whose check has ended. A night that is to come cannot have been checked, whoever wrote it. */
export async function lastReconciliation(tx: LedgerConnection): Promise<LastNight | undefined> {
  const [row] = await query<LastNight>(
    tx,
    `select r.night::text, r.ended_at as "endedAt", r.pieces,
       r.ended_at < platform.app_now() - interval '26 hours' as "isOverdue",
       (select count(*)::int from ledger.finding f where f.night between r.night and ledger.this_night()) as findings
     from ledger.reconciliation r
     where r.night <= ledger.this_night() and r.ended_at <= platform.app_now() order by r.night desc limit 1`,
  );
  return row;
}
