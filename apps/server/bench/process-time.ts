import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process and everything below it, ended children included, in milliseconds. Linux only; undefined elsewhere. */
export function processorMsBelow(parent: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return below(parent).reduce((sum, { used }) => sum + used, 0) * TICK_MS;
}

/**
 * Memory of a process and everything below it in bytes, each shared page counted in parts. Linux only; undefined elsewhere.
 */
export function memoryBelow(parent: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return [parent, ...below(parent).map(({ pid }) => pid)].reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: number): number {
  const kiloBytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kiloBytes) * 1024;
}

/** Whom a process has started, and whom they have. */
function below(parent: number): Process[] {
  const all = [...processes()];
  const found: Process[] = [];
  for (let known = [parent]; known.length > 0;) {
    const next = all.filter((one) => known.includes(one.parent));
    found.push(...next);
    known = next.map(({ pid }) => pid);
  }
  return found;
}

/** Of every Linux that Node runs on. */
const TICK_MS = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly used: number;
}

function* processes(): Generator<Process> {
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
