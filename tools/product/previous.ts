// What an earlier start has left behind. PostgreSQL is taken over by its own launcher; this is about our server process,
// which can outlive a start script that was killed with -9 and then holds the port.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../lib/start-error.ts';

/** `server.json` in the data folder: who listens, and who started it. */
type Running = { server: number; starter: number; port: number };

const fileIn = (dataDir: string): string => join(dataDir, 'server.json');
const STOP_TIMEOUT_MS = 10_000;

export const noteRunning = (dataDir: string, running: Running): void =>
  writeFileSync(fileIn(dataDir), JSON.stringify(running));
export const forgetRunning = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

function readRunning(dataDir: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running;
  } catch {
    return undefined; // none, or cut off by a crash: then nothing is known and the port decides
  }
}

/** The command line of a live process, '' where there is none or the system does not tell. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** A process number alone proves nothing, since numbers are used again; the command line does. */
const runs = (pid: number, script: string): boolean => commandOf(pid).includes(script);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, which is what was wanted.
  }
}

/** Whether a server is alive on this data folder. */
export function isServerRunning(dataDir: string): boolean {
  const running = readRunning(dataDir);
  return running !== undefined && runs(running.server, 'main.ts');
}

/**
 * Clears the way for a new start on this data folder: stops a server whose starter is gone, and refuses where one is
 * properly running. Says on `log` what it stopped.
 */
export async function settlePrevious(dataDir: string, log: (line: string) => void): Promise<void> {
  const running = readRunning(dataDir);
  if (running === undefined) return;
  if (runs(running.server, 'main.ts')) {
    if (running.starter !== process.pid && runs(running.starter, 'tools/')) {
      throw new StartError(
        `Holdfast is already running on these data at http://localhost:${running.port} (process ${running.starter}): use that, or stop it first.`,
      );
    }
    log(
      `An earlier server was killed and left process ${running.server} on port ${running.port}: stopping it.`,
    );
    signal(running.server, 'SIGTERM');
    const end = Date.now() + STOP_TIMEOUT_MS;
    while (runs(running.server, 'main.ts') && Date.now() < end) await sleep(50);
    if (runs(running.server, 'main.ts')) signal(running.server, 'SIGKILL');
  }
  forgetRunning(dataDir);
}
