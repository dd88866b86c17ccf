export { LauncherError, type LauncherFault } from './launcher-error.ts';
export { startPostgres, type RunningPostgres, type StartOptions } from './start.ts';
