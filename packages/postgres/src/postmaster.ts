import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The content of `postmaster.pid`, which a running server keeps in its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined if there is none or it is still being written. Line numbers: pidfile.h of PostgreSQL. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port)) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready' };
}

/** Whether a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A server stands in its data folder. Where the system does not tell (macOS, Windows), the answer on its port decides. */
function standsIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** The live server of this data folder, whether or not it is ready. A number that another program carries by now is not it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const found = readPostmaster(cluster);
  return found && isAlive(found.pid) && standsIn(found.pid, cluster) ? found : undefined;
}

/**
 * Removes the lock files, of the folder and of the socket in it, whose number belongs to another program now (after a reboot, say): PostgreSQL
 * itself would take that program for a server and refuse to start. Only Linux can tell for sure, so only there.
 */
export function removeStaleLocks(cluster: string): void {
  if (process.platform !== 'linux' || !existsSync(cluster)) return;
  for (const name of readdirSync(cluster)) {
    if (!LOCK_FILE.test(name)) continue;
    const path = join(cluster, name);
    const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
    if (pid > 1 && isAlive(pid) && !standsIn(pid, cluster)) rmSync(path, { force: true });
  }
}
const LOCK_FILE = /^(postmaster\.pid|\.s\.PGSQL\.\d+\.lock)$/;

/** The 8 bytes of SSLRequest (PostgreSQL protocol, message formats): any server answers one byte, S or N, before it asks who calls. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
/** A server that is given up is stopped, so a busy machine gets the time to answer. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Whether a PostgreSQL takes connections on this port of the loopback. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', (bytes) => settle(bytes[0] === 0x4e || bytes[0] === 0x53));
  });
}

/** The command line of the last start, as the server keeps it: says whether a running server has the settings we want. */
export function startedWith(cluster: string, argument: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.opts'), 'utf8').includes(`"${argument}"`);
  } catch {
    return false;
  }
}
