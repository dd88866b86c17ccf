/** The version check, which every app calls first. */
export { appVersionCalls } from './app-version.calls.ts';
export type { AppFacts } from './check-version.ts';
