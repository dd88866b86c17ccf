/** Sign-in: sessions, their guard, failed attempts, freezing. */
export { assertPassword, RESET_TICKET } from './check-password.ts';
export { endSessions } from './end-sessions.ts';
export { findLastSeen, findLastSeenOf } from './last-seen.store.ts';
export { forgetOldSessions } from './old-sessions.store.ts';
export { openSession } from './open-session.ts';
export { renewSession } from './renew-session.ts';
export { recheckSession, recheckSessions, sessionGuard } from './session-guard.ts';
export { nameDevice } from './session.rules.ts';
export { EXPIRES_AT, markPassword, REPLACED_PASSWORD_HOURS, sweepReplacedProofs } from './session.store.ts';
export { clearFailedAttempts, installKeyOf, liftSignInBrake } from './sign-in-attempt.store.ts';
export { signInCalls } from './sign-in.calls.ts';
