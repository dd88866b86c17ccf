export { deriveAppLogin, provideAppLogin, type AppLogin } from './app-login.ts';
export { cloneDatabase, ensureTemplate } from './clone.ts';
export {
  DatabaseUnavailableError,
  IndeterminateCommitError,
  isDatabaseDown,
  violatedConstraint,
} from './faults.ts';
export {
  createKeyring,
  KeyError,
  keyIdOf,
  parseMasterKeys,
  type Keyring,
  type MasterKey,
} from './keyring.ts';
export { attachKeys, KEPT_KEY_PURPOSE, keysOf, loadKeys, type Keys } from './keys.ts';
export { migrate, MigrationError } from './migrate.ts';
export { openDatabase, type Database, type DatabaseTimeouts, type OpenDatabase } from './pool.ts';
export { onDatabase, runStatement } from './statement.ts';
export { savepoint, sendLater, together, transact } from './transaction.ts';
