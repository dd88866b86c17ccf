import { sql, type RawBuilder } from 'kysely';
import { keysOf, type Keys, type Tx } from '#platform/db/db.ts';
import type { OwnPart, ReceivingAccount } from './receiving-account.ts';

/** Where one kind of account lies. Its slice names the tables; what is done with them is the same for every kind, and stands beside this file. */
export interface AccountTables<A extends ReceivingAccount> {
  /** One row a version, with its schema. Boxes and advisory locks are named after it. */
  readonly table: string;
  /** The column with the account of a version. In the look-up it holds the version that claims. */
  readonly idColumn: string;
  /** Which approved version claims what the account is, by keyed hashes of this purpose. */
  readonly lookup: string;
  readonly purpose: string;
  /** Which versions that wait for a review are the same one, by the same hashes. */
  readonly waitingLookup: string;
  /** What an account is: two of the same key are paid to the same place. */
  readonly keyOf: (own: OwnPart<A>) => string;
  /** The kind's own columns of the table `a`, and how they are read and written. */
  readonly columns: RawBuilder<unknown>;
  readonly open: (keys: Keys, versionId: string, row: Readonly<Record<string, unknown>>) => OwnPart<A>;
  readonly seal: (keys: Keys, versionId: string, own: OwnPart<A>) => Readonly<Record<string, unknown>>;
}

type CommonRow = Omit<ReceivingAccount, 'holderName'> & { readonly holderSealed: Buffer };
export type AccountRow = CommonRow & Readonly<Record<string, unknown>>;

/** Condition on `a`: nothing has come after this version. */
export const CURRENT = sql`a.removed_at is null and a.replaced_at is null`;

/** The columns of the table `a` as an `AccountRow`. Its `id` is a text, so sorting names the column: `a.id`. */
export const accountColumns = ({ idColumn, columns }: Pick<AccountTables<never>, 'idColumn' | 'columns'>) =>
  sql`a.${sql.ref(idColumn)}::text as id, a.id::text as "versionId", a.member_id::text as "memberId", a.holder_sealed as "holderSealed",
    a.status, a.refusal, a.added_at as "addedAt", a.version, a.made_at as "madeAt", ${columns}`;

export const holderBox = (table: string): string => `${table}.holder_sealed`;

export function toAccount<A extends ReceivingAccount>(tables: AccountTables<A>, tx: Tx, row: AccountRow): A {
  const keys = keysOf(tx);
  const { id, versionId, memberId, status, refusal, addedAt, version, madeAt } = row;
  const holderName = keys.open(holderBox(tables.table), versionId, row.holderSealed);
  const common = { id, versionId, memberId, holderName, status, refusal, addedAt, version, madeAt };
  // The brands of the ids are the kind's: a text out of its own table is one of them.
  return { ...common, ...tables.open(keys, versionId, row) } as unknown as A;
}
