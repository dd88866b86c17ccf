import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process and everything below it, ended children included, in milliseconds. Linux only; undefined elsewhere. */
export function processorMsBelow(parent: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let ticks = 0;
  const below = [parent];
  for (let known = 0; known < below.length; known += 1) {
    for (const { pid, parent: of, used } of processes())
      if (of === below[known]) {
        below.push(pid);
        ticks += used;
      }
  }
  return ticks * TICK_MS;
}

/** Of every Linux that Node runs on. */
const TICK_MS = 10;

function* processes() {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      // Behind the name: state, parent ..., and from the twelfth on the times of the process and of its ended children.
      const [parent = 0] = fields.slice(1, 2);
      const used = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
      yield { pid: Number(name), parent, used };
    } catch {
      // It has ended meanwhile.
    }
  }
}
