export { keepPostgres } from './keep.ts';
export { LauncherError, type LauncherFault } from './launcher-error.ts';
export { startPostgres, stopPostgres, type RunningPostgres, type StartOptions } from './start.ts';
