/** Push messages: to which installs copies of the inbox go while the app is closed, and what they say. */
export { createCarriers } from './carrier.ts';
export { endInstall, endOtherInstalls, endInstallUntilNow, moveWithSignIn } from './ownership.ts';
export { pushCalls } from './push.calls.ts';
export { createTestSends } from './send-tests.ts';
export { sweepTokens } from './token.store.ts';
