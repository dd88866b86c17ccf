import type { BankCard } from '@holdfast/contract/calls';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { COUNTED_MAX } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  accountColumns,
  CURRENT,
  toAccount,
  type AccountRow,
  type AccountTables,
} from './account-tables.store.ts';
import type { ReceivingAccount } from './receiving-account.ts';

export interface ListedQuery {
  readonly status: BankCard['status'];
  readonly memberId: MemberId | undefined;
  readonly after: bigint;
  readonly limit: number;
}

export interface QueuedQuery {
  readonly status: BankCard['status'];
  readonly after: bigint | undefined;
  readonly ageHours: number | undefined;
  readonly limit: number;
}

/** The reviewers' side: what waits, and what was decided. */
export function queueOf<A extends ReceivingAccount>(tables: AccountTables<A>) {
  const table = sql.table(tables.table);
  const columns = accountColumns(tables);
  const WAITING = sql`a.status = 'Review' and ${CURRENT}`;
  /** Versions are made in the order of their numbers: the last one of that age bounds the list. */
  const lastOfAge = (hours: number) => sql`
    select a.id from ${table} a
    where ${WAITING} and a.made_at <= platform.app_now() - ${hours} * interval '1 hour'
    order by a.made_at desc, a.id desc limit 1`;
  return {
    /** Accounts of whatever members, the one that has waited longest first. */
    async listByStatus(tx: Tx, { status, memberId, after, limit }: ListedQuery): Promise<A[]> {
      const { rows } = await sql<AccountRow>`
        select ${columns} from ${table} a
        where a.status = ${status} and a.id > ${after} and ${CURRENT}
          ${memberId === undefined ? sql`` : sql`and a.member_id = ${memberId}`}
        order by a.id limit ${limit}`.execute(tx);
      return rows.map((row) => toAccount(tables, tx, row));
    },

    /** What waits the oldest first, the others the last decided first. */
    async listQueued(tx: Tx, { status, after, ageHours, limit }: QueuedQuery): Promise<A[]> {
      const isWaiting = status === 'Review';
      const behind = isWaiting ? sql`a.id > ${after ?? 0n}` : sql`a.id < ${after ?? 2n ** 63n - 1n}`;
      const { rows } = await sql<AccountRow>`
        select ${columns} from ${table} a
        where a.status = ${status} and ${behind} and ${CURRENT}
          ${ageHours === undefined ? sql`` : sql`and a.id <= (${lastOfAge(ageHours)})`}
        order by a.id ${isWaiting ? sql`asc` : sql`desc`} limit ${limit}`.execute(tx);
      return rows.map((row) => toAccount(tables, tx, row));
    },

    async countWaiting(tx: Tx): Promise<{ waiting: number; oldestAt: Date | null }> {
      const { rows } = await sql<{ waiting: number; oldestAt: Date | null }>`
        select (select count(*)::int from (select from ${table} a where ${WAITING} limit ${COUNTED_MAX}) counted) as waiting,
          (select a.made_at from ${table} a where ${WAITING} order by a.id limit 1) as "oldestAt"`.execute(
        tx,
      );
      return defined(rows[0], 'a select of one row');
    },
  };
}
