/** Sessions: sign-in, sign-out, and the guard that finds the session of a call. */
export { recheckSession, sessionGuard } from './find-session.ts';
export { expectPassword, RESET_TICKET } from './log-in.ts';
export { endSessions, hashProof, openSession, renewSession } from './open-session.ts';
export { signInCalls } from './sign-in.calls.ts';
export { forgetTries } from './sign-in-try.store.ts';
