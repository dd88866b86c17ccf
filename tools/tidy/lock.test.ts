import { describe, expect, it } from 'vitest';
import {
  findIncomplete,
  findLooseVersions,
  findUnreviewedScripts,
  findUntrusted,
  type Lock,
} from './lock.ts';
import { readManifests } from './manifests.ts';
import { readSource } from './source.ts';

const LOCKS = ['package-lock.json', 'tools/browser/package-lock.json'];
const readLock = (path: string): Lock => JSON.parse(readSource(path).text) as Lock;
const root = JSON.parse(readSource('package.json').text) as { allowScripts?: Record<string, boolean> };

describe.each(LOCKS)('%s', (path) => {
  const lock = readLock(path);

  it('holds the binaries of every platform', () => {
    expect(findIncomplete(lock)).toEqual([]);
  });

  it('has a checksum for each package and the address of no registry', () => {
    expect(findUntrusted(lock)).toEqual([]);
  });

  it('holds no install script that was not refused by name', () => {
    expect(findUnreviewedScripts(lock, root.allowScripts ?? {})).toEqual([]);
  });
});

describe('the manifests', () => {
  it('pin every dependency exactly', () => {
    expect([...readManifests().values()].flatMap(findLooseVersions)).toEqual([]);
  });
});

describe('a planted fault is found', () => {
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/a': {
        integrity: 'sha512-x',
        optionalDependencies: { 'a-linux': '1.0.0', 'a-win': '1.0.0' },
      },
      'node_modules/a/node_modules/a-linux': {
        integrity: 'sha512-x',
        resolved: 'https://example.test/a.tgz',
      },
      'node_modules/b': { hasInstallScript: true },
      'node_modules/own': { link: true },
    },
  };

  it('in a lock that lacks a platform', () => {
    expect(findIncomplete(lock)).toEqual(['node_modules/a lacks a-win']);
  });

  it('in a lock with an address or without a checksum', () => {
    expect(findUntrusted(lock)).toEqual([
      'node_modules/a/node_modules/a-linux names an address',
      'node_modules/b has no sha512',
    ]);
  });

  it('in a lock with a new install script', () => {
    expect(findUnreviewedScripts(lock, {})).toEqual(['b']);
    expect(findUnreviewedScripts(lock, { b: true })).toEqual(['b']);
    expect(findUnreviewedScripts(lock, { b: false })).toEqual([]);
  });

  it('in a manifest with a range', () => {
    const manifest = {
      name: 'm',
      dependencies: { a: '^1.0.0', b: '1.0.0' },
      devDependencies: { c: 'latest' },
    };
    expect(findLooseVersions(manifest)).toEqual(['m: a ^1.0.0', 'm: c latest']);
  });
});
