import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import type { AccountTables } from './account-tables.store.ts';
import type { Claim, OwnPart, ReceivingAccount } from './receiving-account.ts';

/** So many that wait are shown beside one; whoever looks at them sees the next. */
const WAITING_SHOWN = 20;

const claimColumns = ({ idColumn }: Pick<AccountTables<never>, 'idColumn'>) =>
  sql`a.${sql.ref(idColumn)}::text as id, a.member_id::text as "memberId"`;

const hashing =
  <A extends ReceivingAccount>({ purpose, keyOf }: AccountTables<A>) =>
  (tx: Tx, own: OwnPart<A>) =>
    keysOf(tx).lookups(purpose, keyOf(own));

/**
 * Which approved account claims what it is, and which others wait to. Both are look-ups with a row for each key that lives, and name a version:
 * a refused one stands in neither.
 */
export function claimsOf<A extends ReceivingAccount>(tables: AccountTables<A>) {
  const [table, idColumn] = [sql.table(tables.table), sql.ref(tables.idColumn)];
  const [lookup, waiting] = [sql.table(tables.lookup), sql.table(tables.waitingLookup)];
  const hashesOf = hashing(tables);

  async function find(tx: Tx, own: OwnPart<A>): Promise<Claim<A> | undefined> {
    const { rows } = await sql<Claim<A>>`
      select ${claimColumns(tables)} from ${lookup} l join ${table} a on a.id = l.${idColumn}
      where l.hash = any(${hashesOf(tx, own)}::bytea[]) limit 1`.execute(tx);
    return rows[0];
  }

  return {
    /** The approved account that claims what `own` is. */
    findClaim: find,

    /** The same for several, by the account that asks. */
    async listClaims(tx: Tx, accounts: readonly A[]): Promise<Map<A['id'], Claim<A>>> {
      const asked = accounts.flatMap((account) =>
        hashesOf(tx, account).map((hash) => ({ id: account.id, hash })),
      );
      const { rows } = await sql<Claim<A> & { asks: A['id'] }>`
        select asked.id::text as asks, ${claimColumns(tables)}
        from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ hash }) => hash)}::bytea[]) asked (id, hash)
        join ${lookup} l on l.hash = asked.hash join ${table} a on a.id = l.${idColumn}`.execute(tx);
      return new Map(rows.map(({ asks, id, memberId }) => [asks, { id, memberId }]));
    },

    /** The same for whoever is about to claim it: nobody else gets that far with this account until the transaction ends. */
    async selectClaimForUpdate(tx: Tx, own: OwnPart<A>): Promise<Claim<A> | undefined> {
      await sql`
        select pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0))
        from (select hash from unnest(${hashesOf(tx, own)}::bytea[]) hash order by hash) sorted`.execute(tx);
      return find(tx, own);
    },

    /** Gives an approved version what it is, and has one that waits found by it. */
    async giveTo(tx: Tx, account: A): Promise<void> {
      if (account.status === 'NotApproved') return;
      await sql`
        insert into ${account.status === 'Approved' ? lookup : waiting} (hash, ${idColumn})
        select hash, ${account.versionId}::bigint from unnest(${hashesOf(tx, account)}::bytea[]) hash order by hash`.execute(
        tx,
      );
    },

    async freeFrom(tx: Tx, account: A): Promise<void> {
      for (const each of [lookup, waiting])
        await sql`delete from ${each} where ${idColumn} = ${account.versionId}`.execute(tx);
    },
  };
}

/** What waits for a review and is the same account, of another member. Reviewers see it, members never. */
export function waitingOf<A extends ReceivingAccount>(tables: AccountTables<A>) {
  const [table, idColumn] = [sql.table(tables.table), sql.ref(tables.idColumn)];
  const waiting = sql.table(tables.waitingLookup);
  const hashesOf = hashing(tables);
  return {
    /** Those of other members that are the same one, the oldest first. */
    async listAlsoWaiting(tx: Tx, account: A): Promise<Claim<A>[]> {
      const { rows } = await sql<Claim<A>>`
        select ${claimColumns(tables)} from ${table} a
        where a.id in (select w.${idColumn} from ${waiting} w where w.hash = any(${hashesOf(tx, account)}::bytea[]))
          and a.member_id <> ${account.memberId}
        order by a.id limit ${WAITING_SHOWN}`.execute(tx);
      return rows;
    },

    /** Those of several which another member's is. */
    async findAlsoWaitedFor(tx: Tx, accounts: readonly A[]): Promise<Set<A['id']>> {
      const asked = accounts.flatMap((account) =>
        hashesOf(tx, account).map((hash) => ({ id: account.id, memberId: account.memberId, hash })),
      );
      const { rows } = await sql<{ id: A['id'] }>`
        select distinct asked.id::text as id
        from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ memberId }) => memberId)}::bigint[],
          ${asked.map(({ hash }) => hash)}::bytea[]) asked (id, member_id, hash)
        where exists (select from ${waiting} w join ${table} a on a.id = w.${idColumn}
          where w.hash = asked.hash and a.member_id <> asked.member_id)`.execute(tx);
      return new Set(rows.map(({ id }) => id));
    },
  };
}
