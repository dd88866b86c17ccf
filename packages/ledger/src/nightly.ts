import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';
import { reconcileRange, type Finding, type Part, type Range } from './reconcile.ts';

/**
 * The whole ledger, checked in pieces: each is one short transaction that also says how far the night has come. Nothing holds a snapshot for
 * long, and a worker that dies loses one piece.
 */

export type Progress =
  /** Another worker is at it. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'piece'; readonly findings: readonly Finding[] }
  | { readonly kind: 'done'; readonly night: string };

/** How much one piece reads. An account alone may have more postings than this; then it is a piece of its own. */
export interface PieceSize {
  readonly postings: number;
  readonly accounts: number;
  readonly entries: number;
}
export const PIECE: PieceSize = { postings: 200_000, accounts: 5000, entries: 20_000 };
const STATEMENT_LIMIT = '60s';
/** The day that begins at this time in Taipei has a check of its own; one that was missed is made up for. */
const NIGHT = `(platform.app_now() at time zone 'Asia/Taipei' - interval '3 hours 30 minutes')::date`;

interface Row {
  readonly night: string;
  readonly part: Part;
  readonly after: bigint;
  readonly until: bigint;
  readonly isEnded: boolean;
}

async function query<T>(tx: LedgerConnection, sql: string, values: unknown[] = []): Promise<T[]> {
  return [...(await tx.executeQuery<T>(CompiledQuery.raw(sql, values))).rows];
}

/** Checks the next piece of this night. In a transaction of its own. */
export async function reconcileNext(tx: LedgerConnection, size: PieceSize = PIECE): Promise<Progress> {
  await query(tx, `set local statement_timeout = '${STATEMENT_LIMIT}'`);
  await query(tx, `insert into ledger.reconciliation (night) values (${NIGHT}) on conflict do nothing`);
  const [row] = await query<Row>(
    tx,
    `select night::text, part, after_id as after, until_id as until, ended_at is not null as "isEnded"
     from ledger.reconciliation where night = ${NIGHT} for update skip locked`,
  );
  if (!row) return { kind: 'busy' };
  if (row.isEnded) return { kind: 'done', night: row.night };
  const range = await nextRange(tx, row, size);
  if (!range) return beginPart(tx, row);
  const findings = await reconcileRange(tx, row.part, range);
  await keep(tx, row.night, findings);
  await query(
    tx,
    `update ledger.reconciliation set after_id = $2, pieces = pieces + 1, findings = findings + $3 where night = $1`,
    [row.night, range.upTo, findings.length],
  );
  return { kind: 'piece', findings };
}

/** The range of the next piece; undefined at the end of the part. */
async function nextRange(tx: LedgerConnection, row: Row, size: PieceSize): Promise<Range | undefined> {
  // The ledger as a whole is one piece: after 0 it is done.
  if (row.part === 'ledger') return row.after === 0n ? { after: 0n, upTo: 1n } : undefined;
  const byPart = {
    // An account's version is the number of its postings.
    accounts: `select coalesce(max(id) filter (where work <= ${size.postings}), min(id)) as "upTo" from (
        select id, sum(version + 1) over (order by id) as work from ledger.account
        where id > $1 and id <= $2 order by id limit ${size.accounts}) w`,
    entries: `select max(id) as "upTo" from (
        select id from ledger.entry where id > $1 and id <= $2 order by id limit ${size.entries}) w`,
  };
  const [found] = await query<{ upTo: bigint | null }>(tx, byPart[row.part], [row.after, row.until]);
  return found?.upTo === null || found === undefined ? undefined : { after: row.after, upTo: found.upTo };
}

const NEXT: Readonly<Record<Part, 'accounts' | 'entries' | undefined>> = {
  ledger: 'accounts',
  accounts: 'entries',
  entries: undefined,
};

async function beginPart(tx: LedgerConnection, { night, part }: Row): Promise<Progress> {
  const next = NEXT[part];
  if (next === undefined) {
    await query(tx, `update ledger.reconciliation set ended_at = platform.app_now() where night = $1`, [
      night,
    ]);
    return { kind: 'done', night };
  }
  const newest = next === 'accounts' ? 'ledger.account' : 'ledger.entry';
  await query(
    tx,
    `update ledger.reconciliation set part = $2, after_id = 0, until_id = coalesce((select max(id) from ${newest}), 0)
     where night = $1`,
    [night, next],
  );
  return { kind: 'piece', findings: [] };
}

async function keep(tx: LedgerConnection, night: string, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  const column = (name: keyof Finding) => findings.map((finding) => finding[name]);
  await query(
    tx,
    `insert into ledger.finding (night, rule, subject, expected, found)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[])`,
    [night, column('rule'), column('subject'), column('expected'), column('found')],
  );
}

export interface LastNight {
  readonly night: string;
  readonly endedAt: Date;
  readonly pieces: number;
  readonly findings: number;
}

/** The newest night whose check has ended. */
export async function lastReconciliation(tx: LedgerConnection): Promise<LastNight | undefined> {
  const [row] = await query<LastNight>(
    tx,
    `select night::text, ended_at as "endedAt", pieces, findings from ledger.reconciliation
     where ended_at is not null order by night desc limit 1`,
  );
  return row;
}
