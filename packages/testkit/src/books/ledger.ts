import { defined, minor, parseAmount, type Coin } from '@holdfast/kernel';
import {
  issue,
  listJournal,
  memberBalances,
  post,
  reconcile,
  type Finding,
  type JournalItem,
  type MemberBalances,
} from '@holdfast/ledger';
import { sql } from 'kysely';
import { approve } from '../approve.ts';
import type { Connection } from './connection.ts';

export interface LedgerBooks {
  /** Gives a member coins, as an operator will: a decimal amount such as `5000.00`. */
  issueTo(account: string, coin: Coin, amount: string): Promise<void>;
  balancesOf(account: string): Promise<MemberBalances>;
  /** All of a member's history in one coin, oldest first. */
  journalOf(account: string, coin: Coin): Promise<JournalItem[]>;
  /** What an order still holds in escrow, in minor units. */
  escrowOf(orderId: string): Promise<bigint>;
  /** What reconciliation finds wrong; empty when the ledger is sound. */
  findings(): Promise<Finding[]>;
}

const JOURNAL_MAX = 200;

export function ledgerBooks({ db, idOf }: Connection): LedgerBooks {
  let issued = 0;
  return {
    async issueTo(account, coin, amount) {
      const quantity = minor(coin, defined(parseAmount(coin, amount), amount));
      const member = await idOf(account);
      const request = `books-${account}-${(issued += 1)}`;
      const entry = issue({ request, member, coin, quantity });
      const posted = await db.transaction().execute(async (tx) => {
        await approve(tx, [entry]);
        return post(tx, entry);
      });
      if (!posted.ok) throw new Error(`nothing issued: ${posted.refuse}`);
    },
    balancesOf: async (account) => memberBalances(db, await idOf(account)),
    async journalOf(account, coin) {
      const items = await listJournal(db, { member: await idOf(account), coin, limit: JOURNAL_MAX });
      return items.toReversed();
    },
    async escrowOf(orderId) {
      const { rows } = await sql<{ sum: bigint }>`
        select coalesce(sum(balance), 0)::bigint as sum from ledger.account
        where owner_kind = 'order' and owner_id = ${orderId}`.execute(db);
      return defined(rows[0], 'a sum is a row').sum;
    },
    findings: () => reconcile(db),
  };
}
