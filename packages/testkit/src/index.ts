export { ask, onDatabase } from './ask.ts';
export { testDatabase, type TestDatabase } from './test-database.ts';
