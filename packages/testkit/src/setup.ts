/** The face for programs that Vitest does not run, such as benches and child processes of a test. */
export { ask, onDatabase } from './ask.ts';
export { startTestServer, type TestServer } from './server.ts';
export { ensureTemplate } from './template.ts';
