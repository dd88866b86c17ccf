import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyring, loadKeys, openDatabase, parseMasterKeys, type Keys } from '@holdfast/database';
import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { TEST_TIMEOUTS } from '../timeouts.ts';
import { commandBooks, type CommandBooks } from './commands.ts';
import type { Connection } from './connection.ts';
import { inboxBooks, type InboxBooks } from './inbox.ts';
import { ledgerBooks, type LedgerBooks } from './ledger.ts';
import { memberBooks, type MemberBooks } from './members.ts';
import { operatorBooks, type OperatorBooks } from './operators.ts';
import { orderBooks, type OrderBooks } from './orders.ts';

/** Reads and writes the database of a running product directly: for tests that drive the product from outside and check the result. */
export interface Books extends LedgerBooks, CommandBooks, MemberBooks, InboxBooks, OrderBooks, OperatorBooks {
  close(): Promise<void>;
}

/** A running product: the owner's address of its database, and the folder of its secrets. */
export interface RunningProduct {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** Opens the books as the owner of the schema. */
export function openBooks({ databaseUrl: url, dataDir }: RunningProduct): Books {
  const database = openDatabase({
    url,
    name: 'books',
    max: 2,
    timeouts: TEST_TIMEOUTS,
    onIdleError: () => {},
  });
  let keys: Promise<Keys> | undefined;
  const connection: Connection = {
    db: database.db,
    keys: () =>
      (keys ??= loadKeys(
        database.db,
        createKeyring(parseMasterKeys(readFileSync(join(dataDir, 'secrets', 'master-key'), 'utf8'))),
      )),
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
    ...operatorBooks(connection),
    close: () => database.close(),
  };
}
