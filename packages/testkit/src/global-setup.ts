import { ensureTemplate } from '@holdfast/database';
import type { TestProject } from 'vitest/node';
import { scratchFolder, startTestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run and the migrated template database to clone. */
    testServer: { url: string; template: string; isOwn: boolean };
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
      ? await startTestServer(FAST, scratchFolder())
      : { url: outside, stop: async () => {} };
  project.provide('testServer', {
    url: server.url,
    template: await ensureTemplate(server.url),
    isOwn: outside === undefined,
  });
  return () => server.stop();
}
