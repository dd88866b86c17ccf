export { approve } from './approve.ts';
export { countRoundTrips, type RoundTrips } from './round-trips.ts';
export { announceSeed, simulation } from './simulation.ts';
export { testDatabase, type TestDatabase } from './test-database.ts';
export { TEST_TIMEOUTS } from './timeouts.ts';
