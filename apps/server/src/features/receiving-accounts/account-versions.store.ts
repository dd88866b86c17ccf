import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { claimsOf, waitingOf } from './account-claims.store.ts';
import { queueOf } from './account-queue.store.ts';
import {
  accountColumns,
  CURRENT,
  holderBox,
  toAccount,
  type AccountRow,
  type AccountTables,
} from './account-tables.store.ts';
import type { OwnPart, ReceivingAccount } from './receiving-account.ts';

/** What a version is to say. */
export type NewAccount<A extends ReceivingAccount> = Pick<A, 'memberId' | 'holderName' | 'status'> &
  Partial<Pick<A, 'refusal'>> &
  OwnPart<A>;

/** The accounts of one kind: every use of its tables. */
export type AccountStore<A extends ReceivingAccount> = ReturnType<typeof accountStore<A>>;

export const accountStore = <A extends ReceivingAccount>(tables: AccountTables<A>) => ({
  keyOf: tables.keyOf,
  ...readsOf(tables),
  ...claimsOf(tables),
  ...waitingOf(tables),
  ...queueOf(tables),
  ...changesOf(tables),
});

function readsOf<A extends ReceivingAccount>(tables: AccountTables<A>) {
  const [table, account] = [sql.table(tables.table), sql.ref(`a.${tables.idColumn}`)];
  const columns = accountColumns(tables);
  async function findCurrent(tx: Tx, id: A['id']): Promise<A | undefined> {
    const { rows } = await sql<AccountRow>`
      select ${columns} from ${table} a where ${account} = ${id} and ${CURRENT}`.execute(tx);
    return rows[0] && toAccount(tables, tx, rows[0]);
  }
  return {
    /** The current version of an account that is not removed. */
    find: findCurrent,

    list: async (tx: Tx, memberId: MemberId): Promise<A[]> => {
      const { rows } = await sql<AccountRow>`
        select ${columns} from ${table} a where a.member_id = ${memberId} and ${CURRENT} order by ${account}`.execute(
        tx,
      );
      return rows.map((row) => toAccount(tables, tx, row));
    },

    /** One version of an account, also of one that was changed or removed since. */
    findVersion: async (tx: Tx, versionId: A['versionId']): Promise<A | undefined> => {
      const { rows } = await sql<AccountRow>`
        select ${columns} from ${table} a where a.id = ${versionId}`.execute(tx);
      return rows[0] && toAccount(tables, tx, rows[0]);
    },

    /** The ids of all versions of an account. */
    listVersionIds: async (tx: Tx, id: A['id']): Promise<A['versionId'][]> => {
      const { rows } = await sql<{ id: A['versionId'] }>`
        select a.id::text from ${table} a where ${account} = ${id}`.execute(tx);
      return rows.map((row) => row.id);
    },

    /**
     * The current version with the account's row lock, which is that of its first row: nobody changes or removes it, or begins to name it,
     * until this transaction ends.
     */
    selectForUpdate: async (tx: Tx, id: A['id']): Promise<A | undefined> => {
      await sql`select from ${table} where id = ${id} for no key update`.execute(tx);
      return findCurrent(tx, id);
    },

    /** Keeps accounts as they are until the transaction ends. False if one of these versions is no longer current: somebody was faster. */
    hold: async (tx: Tx, accounts: readonly Pick<A, 'id' | 'versionId'>[]): Promise<boolean> => {
      const ids = accounts.map(({ id }) => id);
      await sql`select from ${table} where id = any(${ids}::bigint[]) order by id for share`.execute(tx);
      const versionIds = accounts.map(({ versionId }) => versionId);
      const { rows } = await sql`
        select from ${table} a where a.id = any(${versionIds}::bigint[]) and ${CURRENT}`.execute(tx);
      return rows.length === versionIds.length;
    },

    /** Takes the advisory lock that serialises additions of one member, so that the limit of accounts holds against parallel calls. */
    takeAdvisory: async (tx: Tx, memberId: MemberId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${tables.table}, ${memberId}::bigint))`.execute(
        tx,
      );
    },
  };
}

function changesOf<A extends ReceivingAccount>(tables: AccountTables<A>) {
  const table = sql.table(tables.table);
  const claims = claimsOf(tables);

  /** The sealed columns, and the claim of a picture, are bound to the version's number, so it is drawn first. */
  async function drawVersionId(tx: Tx): Promise<A['versionId']> {
    const { rows } = await sql<{ id: A['versionId'] }>`
      select nextval(pg_get_serial_sequence(${tables.table}, 'id'))::text as id`.execute(tx);
    return defined(rows[0], 'a sequence has a next number').id;
  }

  /** The account's first version, or the one after `before`. An approved one claims what it is. */
  async function insertVersion(
    tx: Tx,
    versionId: A['versionId'],
    account: NewAccount<A>,
    before?: A,
  ): Promise<A> {
    const keys = keysOf(tx);
    const own = Object.entries(tables.seal(keys, versionId, account));
    const names = own.map(([name]) => sql.ref(name));
    const values = own.map(([, value]) => sql`${value}`);
    const isSame = before && tables.keyOf(account) === tables.keyOf(before);
    const addedAt = isSame
      ? sql`(select added_at from ${table} where id = ${before.versionId})`
      : sql`platform.app_now()`;
    const { rows } = await sql<AccountRow>`
      insert into ${table} as a (id, ${sql.ref(tables.idColumn)}, version, member_id, holder_sealed, status, refusal, added_at, ${sql.join(names)})
      overriding system value
      values (${versionId}, ${before?.id ?? versionId}, ${(before?.version ?? 0) + 1}, ${account.memberId},
        ${keys.seal(holderBox(tables.table), versionId, account.holderName)}, ${account.status}, ${account.refusal ?? null}, ${addedAt},
        ${sql.join(values)})
      returning ${accountColumns(tables)}`.execute(tx);
    const inserted = toAccount(tables, tx, defined(rows[0], 'an insert of one row'));
    if (before) await claims.freeFrom(tx, before);
    await claims.giveTo(tx, inserted);
    return inserted;
  }

  return {
    drawVersionId,

    /** Adds an account. Whoever adds an approved one has asked `selectClaimForUpdate`, and the unique hash refuses a mistake. */
    async insert(tx: Tx, account: NewAccount<A>, versionId?: A['versionId']): Promise<A> {
      return insertVersion(tx, versionId ?? (await drawVersionId(tx)), account);
    },

    /**
     * Puts a version that says `next` into the place of `account`; orders go on showing the one that they named. Another account behind it
     * is bound from now on: it cools down as a new one does. Undefined when `account` is no longer the current version, or is removed.
     */
    async change(tx: Tx, account: A, next: NewAccount<A>): Promise<A | undefined> {
      const { rows: replaced } = await sql`
        update ${table} set replaced_at = platform.app_now()
        where id = ${account.versionId} and replaced_at is null and removed_at is null returning 1`.execute(
        tx,
      );
      if (replaced.length === 0) return undefined;
      return insertVersion(tx, await drawVersionId(tx), next, account);
    },

    /** Removes an account whose row lock is held; what it claimed is free again. */
    async remove(tx: Tx, account: A): Promise<void> {
      await sql`update ${table} set removed_at = platform.app_now() where id = ${account.versionId}`.execute(
        tx,
      );
      await claims.freeFrom(tx, account);
    },
  };
}
