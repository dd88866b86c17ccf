export { ask, onDatabase } from './ask.ts';
export { PATIENCE } from './patience.ts';
export { announceSeed, simulation } from './simulation.ts';
export { testDatabase, type TestDatabase } from './test-database.ts';
