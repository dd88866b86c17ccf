import { randomBytes } from 'node:crypto';
import { cloneDatabase, openDatabase, type Database, type DatabaseTimeouts } from '@holdfast/database';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import './global-setup.ts'; // for the type of `inject('testServer')`
import { countRoundTrips, type RoundTrips } from './round-trips.ts';
import { TEST_TIMEOUTS } from './timeouts.ts';

export interface TestDatabase {
  /** As the product connects (a login that owns nothing, int8 as BigInt), with the test's timeouts. */
  readonly db: Database;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  /** As the owner of the schema: to write what the product may not. */
  readonly owner: Database;
  /** The owner's address, for a child process. */
  readonly url: string;
  /** The address of the product's login. */
  readonly appUrl: string;
  /** Whether the server was started for this run, so that a test may change its settings. */
  readonly isOwnServer: boolean;
  /** Of the product's connections, if they are counted. */
  readonly roundTrips: Pick<RoundTrips, 'count'> | undefined;
  /** Moves `platform.app_now()` ahead by an interval such as `16 minutes`; `0` puts it back. */
  setClock(ahead: string): Promise<void>;
}

/** A broken idle connection must not hide the failure of the test that broke it. */
const ignoreIdleError = () => {};

/**
 * Creates a database for the test file that calls it at its top: a clone of the migrated template. After the file it is dropped, and
 * the file fails if its ledger does not sum to zero. Pass `timeouts` only to test a timeout.
 */
export async function testDatabase({
  timeouts = TEST_TIMEOUTS,
  countsRoundTrips = false,
}: {
  timeouts?: Partial<DatabaseTimeouts>;
  countsRoundTrips?: boolean;
} = {}): Promise<TestDatabase> {
  const { url: serverUrl, template, isOwn, login } = inject('testServer');
  const name = `holdfast_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const clone = await cloneDatabase(serverUrl, template, name);
  const appUrl = new URL(clone.url);
  [appUrl.username, appUrl.password] = [login.user, login.password];
  const options = { timeouts, onIdleError: ignoreIdleError };
  const roundTrips = countsRoundTrips ? await countRoundTrips(appUrl.href) : undefined;
  const app = openDatabase({ ...options, url: roundTrips?.url ?? appUrl.href, name: 'test' });
  const owner = openDatabase({ ...options, url: clone.url, name: 'test-owner', max: 4 });

  afterAll(async () => {
    try {
      const findings = await reconcile(owner.db);
      expect(findings, 'the books must be sound after the file').toEqual([]);
    } finally {
      await Promise.all([app.close(), owner.close()]);
      await roundTrips?.close();
      await clone.drop();
    }
  });
  return {
    db: app.db,
    pool: app.pool,
    owner: owner.db,
    url: clone.url,
    appUrl: appUrl.href,
    isOwnServer: isOwn,
    roundTrips,
    async setClock(ahead) {
      await sql`select platform.set_clock(${ahead}::interval)`.execute(owner.db);
    },
  };
}
