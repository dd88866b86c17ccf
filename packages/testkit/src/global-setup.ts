import { randomBytes } from 'node:crypto';
import { ensureTemplate, runStatement } from '@holdfast/database';
import type { TestProject } from 'vitest/node';
import { scratchFolder, startTestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, the migrated template database to clone, and the login that tests connect with as the product does. */
    testServer: { url: string; template: string; isOwn: boolean; login: { user: string; password: string } };
  }
}

/** Test data need not survive a crash, so nothing waits for the disk. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '4GB',
  autovacuum_naptime: '10s',
  deadlock_timeout: '100ms',
};

/** Vitest runs it once, before the first `*.db.test.ts`. What it returns runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['TEST_DATABASE_URL'];
  const server =
    outside === undefined
      ? await startTestServer({ settings: FAST, parent: scratchFolder() })
      : { url: outside, stop: async () => {} };
  const template = await ensureTemplate(server.url);
  const login = { user: `holdfast_test_${process.pid}`, password: randomBytes(16).toString('hex') };
  await runStatement(
    server.url,
    `create role ${login.user} login password '${login.password}' in role holdfast_app`,
  );
  project.provide('testServer', { url: server.url, template, isOwn: outside === undefined, login });
  return async () => {
    await runStatement(server.url, `drop role ${login.user}`);
    await server.stop();
  };
}
