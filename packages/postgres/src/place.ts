import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isReachable, serverAccount, type Account } from './account.ts';
import { LauncherError } from './launcher-error.ts';

/** Where one cluster lives and who runs it. */
export interface Place {
  /** The caller's folder: password, log, and the cluster or a link to it. */
  readonly dir: string;
  /** PGDATA as the server sees it: `dir/cluster`, or what that link points at. It may not exist yet. */
  readonly cluster: string;
  /** Where a copy of the binaries may go if they cannot be used in place. */
  readonly cache: string;
  readonly account: Account | undefined;
}

/** Others may pass through, only the owner may look: what lies below keeps its own, narrower modes. */
const PASS_THROUGH = 0o711;

/**
 * A folder outside the checkout that root owns and everybody may pass through. In the shared temporary folder somebody else
 * could have made it first, hence the check of owner and mode.
 */
function outsideRoot(): string {
  for (const dir of ['/var/lib/holdfast', join(tmpdir(), 'holdfast-of-root')]) {
    try {
      if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, PASS_THROUGH);
      const stat = lstatSync(dir);
      const ours = stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
      if (ours && isReachable(dir, { uid: 65_534, gid: 65_534 })) return dir;
    } catch {
      // Read-only here: the next one.
    }
  }
  throw new LauncherError(
    'folder-not-writable',
    'PostgreSQL does not run as root, and neither /var/lib nor the temporary folder has room that another user can reach: start as an ordinary user, or set DATABASE_URL.',
  );
}

function readLink(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** A fresh home outside the checkout, named at random: a second clone at the same path must not find the first one's data. */
function linkedHome(link: string): string {
  const home = join(outsideRoot(), randomBytes(8).toString('hex'));
  mkdirSync(home);
  chmodSync(home, PASS_THROUGH); // by itself: mkdir's mode is cut by the umask
  const cluster = join(home, 'cluster');
  try {
    symlinkSync(cluster, link);
  } catch (cause) {
    if (readLink(link) !== undefined) return readlinkSync(link); // two starts at once: the other one was faster
    throw new LauncherError(
      'folder-not-writable',
      `There is something at ${link} that the user PostgreSQL runs as cannot reach: move it away.`,
      { cause },
    );
  }
  return cluster;
}

/**
 * Settles where the cluster of `dataDir` lives. In `dataDir` itself wherever the server's account can reach that. A checkout
 * under /root (mode 0700) is out of its reach when root starts us: then the cluster goes to a folder of its own under
 * /var/lib/holdfast, and `dataDir/cluster` is a link to it, so a person still finds the data where they belong.
 */
export function settlePlace(dataDir: string): Place {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PASS_THROUGH });
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new LauncherError(
      'folder-not-writable',
      `The data folder ${dataDir} cannot be written: choose another, or give yourself the right to write it.`,
      { cause },
    );
  }
  const dir = realpathSync(dataDir);
  const link = join(dir, 'cluster');
  const linked = readLink(link);
  if (linked !== undefined && statSync(dirname(linked), { throwIfNoEntry: false }) === undefined) {
    throw new LauncherError(
      'data-moved-away',
      `The data were kept in ${linked}, which is gone: bring it back, or remove ${link} to begin with an empty database.`,
    );
  }
  const account = serverAccount(linked ?? link);
  const reachable = isReachable(dir, account);
  return {
    dir,
    cluster: linked ?? (reachable ? link : linkedHome(link)),
    cache: reachable ? dir : outsideRoot(),
    account,
  };
}
