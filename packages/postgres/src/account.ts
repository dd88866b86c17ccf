import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating-system user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on every Linux; on macOS the number has no name and serves as well: the server needs a uid, not a name. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * Who the server must run as: undefined for "as we are". PostgreSQL refuses to run as root, so root hands it to the owner of
 * the data, and to nobody where there are no data yet or they are root's own.
 */
export function serverAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const stat = statSync(clusterDir, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : NOBODY;
}

const SEARCH_BY_OWNER = 0o100;
const SEARCH_BY_GROUP = 0o010;
const SEARCH_BY_OTHERS = 0o001;

/** Whether `account` may walk down to `path`: every folder above it, and itself, must let it search. */
export function isReachable(path: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const needed =
      uid === account.uid ? SEARCH_BY_OWNER : gid === account.gid ? SEARCH_BY_GROUP : SEARCH_BY_OTHERS;
    if ((mode & needed) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
