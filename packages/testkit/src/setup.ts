/** The face for programs that Vitest does not run, such as benches and child processes of a test. */
export { authenticatorCode } from './authenticator.ts';
export { approve } from './approve.ts';
export { SoftwarePasskey } from './passkey.ts';
export { openBooks, type Books, type RunningProduct } from './books/open-books.ts';
export { countRoundTrips, type RoundTrips } from './round-trips.ts';
export { scratchFolder, startTestServer, type TestServer } from './server.ts';
export { TEST_TIMEOUTS } from './timeouts.ts';
