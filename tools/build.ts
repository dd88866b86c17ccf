// Builds the member app and the console for one server: an app pins the public channel keys of the server that it belongs to, so
// another data folder means another build. A stamp over sources, lock file and keys makes an unchanged build free.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dataDirFrom } from './lib/data-dir.ts';
import { ROOT } from './lib/root.ts';
import { StartError } from './lib/start-error.ts';
import { readChannelKeys } from './product/channel-keys.ts';
import { isTestFile } from './boundaries.ts';
import { listFiles } from './tidy/source.ts';

const APPS = ['member', 'console'] as const;
type AppName = (typeof APPS)[number];

const folderOf = (app: AppName): string => join(ROOT, 'apps', app);
/** Where an app is built to unless told otherwise. */
export const distOf = (app: AppName): string => join(folderOf(app), 'dist');
/** Beside where the member app is built to, if that is somewhere else. */
export const consoleDirOf = (webDir: string | undefined): string =>
  webDir === undefined ? distOf('console') : `${webDir}-console`;

const SHARED = /^packages\/(kernel|contract|secure-channel|ui|client)\//;
const NOT_BUILT_IN = /^[^/]+\/[^/]+\/(e2e|gallery|test|bench)\//;

/** A hash of everything that can change the built app. */
function stampOf(app: AppName, channelKeys: string): string {
  const hash = createHash('sha256').update(channelKeys);
  const inputs = listFiles().filter(
    (path) =>
      (path.startsWith(`apps/${app}/`) || SHARED.test(path)) && !NOT_BUILT_IN.test(path) && !isTestFile(path),
  );
  for (const path of ['package-lock.json', ...inputs]) {
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}

/** Where the stamp of an output folder lies: never inside it, since all of that is served. */
const stampFileOf = (outDir: string): string =>
  join(
    ROOT,
    'node_modules',
    '.cache',
    'holdfast',
    createHash('sha256').update(outDir).digest('hex').slice(0, 16),
  );

const isBuilt = (outDir: string, stamp: string): boolean =>
  existsSync(join(outDir, 'index.html')) &&
  existsSync(stampFileOf(outDir)) &&
  readFileSync(stampFileOf(outDir), 'utf8') === stamp;

function runVite(app: AppName, outDir: string, channelKeys: string): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production', HOLDFAST_CHANNEL_KEYS: channelKeys };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folderOf(app),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`The ${app} app could not be built:\n${output.trim()}`));
    });
  });
}

/** File types that are compressed once at build time; the server sends the compressed file where the browser accepts it. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;

function compress(outDir: string): void {
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue;
    const path = join(outDir, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

async function buildApp(app: AppName, channelKeys: string, outDir: string): Promise<'built' | 'unchanged'> {
  const stamp = stampOf(app, channelKeys);
  if (isBuilt(outDir, stamp)) return 'unchanged';
  rmSync(stampFileOf(outDir), { force: true });
  await runVite(app, outDir, channelKeys);
  compress(outDir);
  mkdirSync(dirname(stampFileOf(outDir)), { recursive: true });
  writeFileSync(stampFileOf(outDir), stamp);
  return 'built';
}

/**
 * Builds the member app into `webDir`, and the console beside it, unless those builds are there already; says whether it had to.
 * `channelKeys` is the JSON of `[{ kid, S }]` that the server gives out at /proxykeys.
 */
export async function buildApps(channelKeys: string, webDir?: string): Promise<'built' | 'unchanged'> {
  const outcomes = await Promise.all([
    buildApp('member', channelKeys, webDir ?? distOf('member')),
    buildApp('console', channelKeys, consoleDirOf(webDir)),
  ]);
  return outcomes.includes('built') ? 'built' : 'unchanged';
}

if (import.meta.main) {
  const webDir = process.argv[2];
  console.log(
    `${webDir ?? 'apps'}: ${await buildApps(await readChannelKeys(dataDirFrom(process.env)), webDir)}`,
  );
}
