/** The face for programs that Vitest does not run, such as benches and child processes of a test. */
export { openAppDatabase, openDatabase, type Database } from '@holdfast/server/src/platform/db/pool.ts';
export { ask, onDatabase } from './ask.ts';
export { openBooks, type Books } from './books.ts';
export { PATIENCE } from './patience.ts';
export { scratchFolder, startTestServer, type TestServer } from './server.ts';
export { ensureTemplate } from './template.ts';
