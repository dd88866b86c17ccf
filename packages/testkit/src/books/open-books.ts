import { openDatabase } from '@holdfast/database';
import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { TEST_TIMEOUTS } from '../timeouts.ts';
import { commandBooks, type CommandBooks } from './commands.ts';
import type { Connection } from './connection.ts';
import { inboxBooks, type InboxBooks } from './inbox.ts';
import { ledgerBooks, type LedgerBooks } from './ledger.ts';
import { memberBooks, type MemberBooks } from './members.ts';
import { orderBooks, type OrderBooks } from './orders.ts';

/** Reads and writes the database of a running product directly: for tests that drive the product from outside and check the result. */
export interface Books extends LedgerBooks, CommandBooks, MemberBooks, InboxBooks, OrderBooks {
  close(): Promise<void>;
}

/** Opens the books as the owner of the schema. */
export function openBooks(url: string): Books {
  const database = openDatabase({
    url,
    name: 'books',
    max: 2,
    timeouts: TEST_TIMEOUTS,
    onIdleError: () => {},
  });
  const connection: Connection = {
    db: database.db,
    async idOf(account) {
      const { rows } = await sql<{
        id: bigint;
      }>`select id from member.member where account = ${account}`.execute(database.db);
      return toMemberId(defined(rows[0], `there is no member ${account}`).id);
    },
  };
  return {
    ...ledgerBooks(connection),
    ...commandBooks(connection),
    ...memberBooks(connection),
    ...inboxBooks(connection),
    ...orderBooks(connection),
    close: () => database.close(),
  };
}
