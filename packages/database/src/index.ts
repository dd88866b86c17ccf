export { cloneDatabase, ensureTemplate } from './clone.ts';
export {
  DatabaseUnavailableError,
  IndeterminateCommitError,
  isDatabaseDown,
  violatedConstraint,
} from './faults.ts';
export { migrate, MigrationError } from './migrate.ts';
export {
  openAppDatabase,
  openDatabase,
  type Database,
  type DatabaseTimeouts,
  type OpenDatabase,
} from './pool.ts';
export { onDatabase, runStatement } from './statement.ts';
