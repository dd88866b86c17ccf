import { lastReconciliation, reconcileNext, trialBalance } from '@holdfast/ledger';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { inTransaction, type Database } from '#platform/db/db.ts';

/** What a piece of the nightly check may take. */
const LIMIT_SECONDS = 60;

/** Checks the whole ledger as the worker does at night, in pieces; throws if it finds anything. Returns what it took. */
export async function checkBooks(owner: Database): Promise<object> {
  // A night is checked once: what an earlier run has left of this one goes.
  await sql`delete from ledger.finding`.execute(owner);
  await sql`delete from ledger.reconciliation`.execute(owner);
  const seconds: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    const step = await inTransaction(owner, (tx) => reconcileNext(tx));
    seconds.push((performance.now() - startedAt) / 1000);
    if (step.kind === 'done') break;
    if (step.kind === 'piece' && step.findings.length > 0)
      throw new Error(`the books are not sound: ${JSON.stringify(step.findings.slice(0, 5))}`);
  }
  for (const coin of ['TWD', 'USDT']) {
    const rows = (await trialBalance(owner)).filter((row) => row.coin === coin);
    if (rows.reduce((sum, { balance }) => sum + balance, 0n) !== 0n)
      throw new Error(`${coin} does not sum to zero`);
  }
  const night = defined(await lastReconciliation(owner), 'the night has ended');
  const slowest = Math.max(...seconds);
  return {
    bench: 'growth',
    case: 'reconcile',
    ratio: Number((LIMIT_SECONDS / slowest).toFixed(1)),
    pieces: night.pieces,
    slowestSeconds: Number(slowest.toFixed(2)),
    seconds: Number(seconds.reduce((sum, each) => sum + each, 0).toFixed(1)),
    findings: night.findings,
  };
}
