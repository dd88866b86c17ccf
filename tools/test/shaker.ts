import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Every `everyMs` a random process is paused for up to `longestMs`. */
export interface Pace {
  readonly everyMs: number;
  readonly longestMs: number;
}

const SHORTEST_MS = 20;
/** Interval of refreshing the process list, which takes a few milliseconds itself. */
const LOOK_EVERY_MS = 300;

/** A process and all below it, from the parent of each. */
export function family(root: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return [root, ...children.flatMap((child) => family(child, parents))];
}

/** The parent of every process, as Linux tells it: `pid (name) state parent …`, where a name may hold anything. */
function readParents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // it has ended meanwhile
  }
}

/**
 * Pauses random processes of the tree below `root`, `root` included, as a busy machine does, only more often. Returns a function that
 * ends this: it resumes all of them and returns how often one was paused.
 */
export function shake(root: number, { everyMs, longestMs }: Pace): () => number {
  const stopped = new Map<number, NodeJS.Timeout>();
  let count = 0;
  let pids: readonly number[] = [];
  const look = () => {
    pids = family(root, readParents());
  };
  const letGoOn = (pid: number) => {
    clearTimeout(stopped.get(pid));
    stopped.delete(pid);
    signal(pid, 'SIGCONT');
  };
  const stopOne = () => {
    const pid = pids[randomInt(pids.length)];
    if (pid === undefined || stopped.has(pid) || !signal(pid, 'SIGSTOP')) return;
    count += 1;
    const forMs = randomInt(SHORTEST_MS, longestMs);
    stopped.set(
      pid,
      setTimeout(() => letGoOn(pid), forMs),
    );
  };
  look();
  const timers = [setInterval(look, LOOK_EVERY_MS), setInterval(stopOne, everyMs)];
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const pid of stopped.keys()) letGoOn(pid);
    return count;
  };
}
