import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { LauncherError } from './launcher-error.ts';
import type { Place } from './place.ts';
import { isAlive } from './postmaster.ts';
import { run } from './run.ts';

/** The one role and database that the launcher makes. The role owns the cluster: it is for migrations and this machine. */
export const OWNER = 'holdfast';
export const DATABASE = 'holdfast';

const PASSWORD_BYTES = 24;

/** The generated password, made on the first start and kept where only its owner can read it. */
export async function readOrMakePassword(place: Place): Promise<string> {
  const path = join(place.dir, 'password');
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    throw new LauncherError(
      'password-missing',
      `The data in ${place.cluster} are there but their password, ${path}, is not: bring it back, or remove both to begin with an empty database.`,
    );
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const draft = draftName(path);
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(path, 'utf8')).trim(); // two starts at once: the other one was faster
  } finally {
    await rm(draft);
  }
}

/** A name beside `path` that no other start uses and that tells whose it is. */
function draftName(path: string): string {
  return `${path}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Removes the temporary files of starts that were killed. */
async function sweepDrafts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const owner = /\.draft-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner)))
      await rm(join(dir, name), { recursive: true, force: true });
  }
}

async function must(
  step: string,
  file: string,
  args: readonly string[],
  place: Place,
  input?: string,
): Promise<void> {
  const { code, output } = await run(file, args, place.account, input);
  if (code === 0) return;
  throw new LauncherError('initdb-failed', `PostgreSQL could not ${step}.`, { cause: new Error(output) });
}

/** `C.UTF-8` from PostgreSQL itself: sorting that no update of the operating system can change under an index. */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/**
 * Makes the cluster unless it is there. It is built beside its place and renamed into it, so a start that was killed halfway
 * leaves rubbish (removed by the next one) and never half a database.
 */
export async function ensureCluster(
  place: Place,
  binaries: Binaries,
  options: { password: string; sync: boolean },
): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return checkCluster(place, binaries);
  await sweepDrafts(dirname(place.cluster));
  const draft = draftName(place.cluster);
  const passwordFile = draftName(`${place.cluster}.password`);
  try {
    await mkdir(draft, { mode: 0o700 });
    // The server's account cannot read the caller's 0600 file, so it gets a copy for as long as initdb runs.
    await writeFile(passwordFile, options.password, { mode: 0o600 });
    if (place.account !== undefined) {
      await chown(draft, place.account.uid, place.account.gid);
      await chown(passwordFile, place.account.uid, place.account.gid);
    }
    const bin = join(binaries.dir, 'bin');
    const initdb = ['-D', draft, '-U', OWNER, '--pwfile', passwordFile, '--auth=scram-sha-256'];
    await must(
      'make its data folder',
      join(bin, 'initdb'),
      [...initdb, '--data-checksums', ...LOCALE, ...(options.sync ? [] : ['--no-sync'])],
      place,
    );
    await must(
      'make its first database',
      join(bin, 'postgres'),
      ['--single', '-F', '-D', draft, 'postgres'],
      place,
      `create database ${DATABASE}\n`,
    );
    await rename(draft, place.cluster).catch((error: unknown) => {
      if (!existsSync(join(place.cluster, 'PG_VERSION'))) throw error; // else another start was faster
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

function checkCluster(place: Place, binaries: Binaries): void {
  let version: string;
  try {
    version = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    const { uid } = statSync(place.cluster);
    throw new LauncherError(
      'data-of-another-user',
      `The data in ${place.cluster} belong to user ${uid}: start as that user or as root.`,
      { cause },
    );
  }
  if (version === binaries.major) return;
  throw new LauncherError(
    'data-of-another-version',
    `The data in ${place.cluster} were made by PostgreSQL ${version} and this is ${binaries.major}: move them over with pg_dump, or begin with another folder.`,
  );
}
