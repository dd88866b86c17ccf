import { defined } from '@holdfast/kernel';
import type { TestServer } from './test-server.ts';

/** Counts what commands cost the database most: each round trip holds row locks while the process waits. For a server that counts them. */
export function tripCounter<Name extends string>(
  { database }: TestServer,
  max: Readonly<Record<Name, number>>,
) {
  const trips = defined(database.roundTrips, 'they are counted');
  const counts = new Map<Name, number[]>();
  return {
    /** Runs a command and counts its round trips. The gateway also polls: of several rounds one meets no poll. */
    count: async <T>(name: Name, command: () => Promise<T>): Promise<T> => {
      const before = trips.count();
      const answer = await command();
      counts.set(name, [...(counts.get(name) ?? []), trips.count() - before]);
      return answer;
    },
    /** The fewest of each command, which `--reporter=verbose` shows. */
    fewest: () => Object.fromEntries([...counts].map(([name, seen]) => [name, Math.min(...seen)])),
    /** The commands that make more than they may, or that were not counted at all. */
    over: () =>
      (Object.keys(max) as Name[])
        .filter((name) => Math.min(...(counts.get(name) ?? [Infinity])) > max[name])
        .map((name) => `${name}: ${counts.get(name)?.join() ?? 'not counted'}`),
  };
}
