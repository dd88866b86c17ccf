// What must be true of package-lock.json and of the versions in every manifest (threats H16).
import type { Manifest } from './walls.ts';

type LockEntry = {
  version?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockEntry> };

const inNpm = (path: string): boolean => path.includes('node_modules/');
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Does the lock hold `name` where a package at `from` would look for it, folder by folder upwards? */
function isLocked({ packages }: Lock, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

/**
 * Platform packages that the lock names but does not hold. npm writes such a lock when a binary was not to be had on
 * the day, and then `npm ci` refuses it on every other machine.
 */
export const findIncomplete = (lock: Lock): string[] =>
  Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(lock, path, name))
      .map((name) => `${path || 'the root'} lacks ${name}`),
  );

/** Entries without a checksum, or with the address of one particular registry. */
export const findUntrusted = (lock: Lock): string[] =>
  Object.entries(lock.packages)
    .filter(([path, entry]) => inNpm(path) && !entry.link)
    .flatMap(([path, entry]) => [
      ...(entry.integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512`]),
      ...(entry.resolved === undefined ? [] : [`${path} names an address`]),
    ]);

/** Packages with an install script that is not refused by name, so nobody has reviewed it. */
export const findUnreviewedScripts = (lock: Lock, allowScripts: Record<string, boolean>): string[] =>
  Object.entries(lock.packages)
    .filter(([path, entry]) => entry.hasInstallScript === true && allowScripts[nameOf(path)] !== false)
    .map(([path]) => nameOf(path));

/** Version ranges: everything except one exact version. */
export const findLooseVersions = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((list) =>
    Object.entries(list ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${manifest.name}: ${name} ${version}`),
  );
