import { randomBytes } from 'node:crypto';
import { reconcile } from '@holdfast/ledger';
import {
  openAppDatabase,
  openDatabase,
  type Database,
  type DatabaseLimits,
} from '@holdfast/server/src/platform/db/pool.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { ask, onDatabase } from './ask.ts';
import './global-setup.ts'; // for its type of `inject('testServer')`
import { PATIENCE } from './patience.ts';

export interface TestDatabase {
  /** As the product connects: the role holdfast_app, int8 as BigInt. Its time limits are the test's. */
  readonly db: Database;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  /** As the owner of the schema: to plant what the product may not write. */
  readonly owner: Database;
  /** The owner's address, for a child process. */
  readonly url: string;
  /** Whether the server was started for this run, so that a test may change its settings. */
  readonly isOwnServer: boolean;
  /** Moves `platform.app_now()` ahead by an interval such as `16 minutes`; `0` puts it back. */
  setClock(ahead: string): Promise<void>;
}

/** Where each thing that went wrong in a test must not be hidden by the next one, a broken idle connection is only noted. */
const ignoreIdleError = () => {};

/**
 * A database for the test file that calls it, at its top: a clone of the migrated template. After the file it is dropped, and the
 * file fails if its ledger does not sum to zero by then. `limits`: for what is about them.
 */
export async function testDatabase({
  limits = PATIENCE,
}: { limits?: Partial<DatabaseLimits> } = {}): Promise<TestDatabase> {
  const { url: serverUrl, template, isOwn } = inject('testServer');
  const name = `holdfast_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await ask(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = onDatabase(serverUrl, name);
  const options = { url, limits, onIdleError: ignoreIdleError };
  const app = openAppDatabase({ ...options, name: 'test' });
  const owner = openDatabase({ ...options, name: 'test-owner', max: 4 });

  afterAll(async () => {
    try {
      const findings = await reconcile(owner.db);
      expect(findings, 'the books must be sound after the file').toEqual([]);
    } finally {
      await Promise.all([app.close(), owner.close()]);
      await ask(serverUrl, `drop database ${name} with (force)`);
    }
  });
  return {
    db: app.db,
    pool: app.pool,
    owner: owner.db,
    url,
    isOwnServer: isOwn,
    async setClock(ahead) {
      await sql`select platform.set_clock(${ahead}::interval)`.execute(owner.db);
    },
  };
}
