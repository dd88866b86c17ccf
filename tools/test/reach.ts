import { isTestFile } from '../boundaries.ts';
import { traceCalls } from '../gen/trace.ts';
import { fileOf, type Manifests } from '../tidy/walls.ts';
import type { Module } from '../tidy/source.ts';

/**
 * Files that assemble the whole product. Through them any change would reach every test that starts the server or renders the shell, so
 * imports are not followed past them; the tests of a change are found by its slice and its calls instead.
 */
const ASSEMBLIES: readonly RegExp[] = [
  /^apps\/server\/src\/(roles|testing|demo|main)/,
  /^apps\/member\/src\/(app|test)\//,
];
const SLICE = /^(apps\/[^/]+\/src\/features\/[^/]+)\//;
const BROWSER_TEST = /\.e2e\.ts$/;
/** Dependencies that are no imports: changed files -> the tests that depend on them. */
const DEPENDS_ON: readonly (readonly [changed: RegExp, tests: RegExp])[] = [
  [/^db\//, /\.db\.test\.ts$/],
  [/^(package(-lock)?|tsconfig)\.json$|^vitest\.config\.ts$/, /\.test\.tsx?$/],
];

/** File -> the files that import it at run time. */
function readImporters(modules: readonly Module[], manifests: Manifests): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of modules) {
    for (const { specifier, isType } of imports) {
      const file = isType ? undefined : fileOf(path, specifier, manifests);
      if (file !== undefined) importers.set(file, [...(importers.get(file) ?? []), path]);
    }
  }
  return importers;
}

/** The changed files and all that import them, up to the next assembly. */
function followImporters(
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const reached = new Set(changed);
  for (const path of reached) {
    const isEnd = ASSEMBLIES.some((pattern) => pattern.test(path)) && !changed.includes(path);
    if (!isEnd) for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  return reached;
}

export type Reached = { vitest: string[]; browser: string[] };

/**
 * The tests that a change reaches: those that import it, those of the slices that it reaches, those that name a call of a changed
 * slice, and the changed ones themselves. Quick, not complete: `npm test` decides.
 */
export function reachedTests(
  changed: readonly string[],
  modules: readonly Module[],
  manifests: Manifests,
): Reached {
  const paths = modules.map(({ path }) => path);
  const reached = followImporters(changed, readImporters(modules, manifests));
  const slices = new Set([...reached].flatMap((path) => SLICE.exec(path)?.[1] ?? []));
  const changedSlices = new Set(changed.flatMap((path) => SLICE.exec(path)?.[1]?.split('/').at(-1) ?? []));
  const named = traceCalls(modules)
    .filter(({ slice }) => slice !== undefined && changedSlices.has(slice))
    .flatMap(({ tests }) => tests);
  const dependent = DEPENDS_ON.filter(([pattern]) => changed.some((path) => pattern.test(path)));
  const isReached = (path: string): boolean =>
    reached.has(path) ||
    slices.has(SLICE.exec(path)?.[1] ?? '') ||
    named.includes(path) ||
    dependent.some(([, tests]) => tests.test(path));
  const tests = paths.filter((path) => isTestFile(path) && isReached(path));
  return {
    vitest: tests.filter((path) => !BROWSER_TEST.test(path)),
    browser: paths.filter((path) => BROWSER_TEST.test(path) && changed.includes(path)),
  };
}
