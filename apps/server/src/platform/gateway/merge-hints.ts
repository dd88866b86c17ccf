import type { LiveTopic } from '#platform/live/hub.ts';

type Topics = ReadonlySet<LiveTopic>;

/**
 * One run at a time; hints that come while it is under way are one more run after it, with the topics of all of them. So what waits for a slow
 * database does not grow with the hints. `run` never throws.
 */
export function mergeHints(run: (topics: Topics) => Promise<void>): (topics: Topics) => void {
  let waiting: Topics | undefined;
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    try {
      while (waiting) {
        const topics = waiting;
        waiting = undefined;
        await run(topics);
      }
    } finally {
      isRunning = false; // at once with the last look at what waits: a hint in between would wait for ever
    }
  }

  return (topics) => {
    waiting = waiting ? new Set([...waiting, ...topics]) : topics;
    if (!isRunning) void runAll();
  };
}
