// Checks modules against tools/boundaries.ts. Everything here is a pure function of the modules and manifests it is
// given, so that a test can plant a violation without touching the disk.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import {
  APPS_WITHOUT_FEATURE_EDGES,
  BROWSER_FACES,
  CONFINED_NAMES,
  CONFINED_PACKAGES,
  EDGES,
  FEATURE_EDGES,
  FLOORS,
  IMPURE_NAMES,
  isOutside,
  isTestFile,
  LEDGER_WRITERS,
  RULES_MAY_IMPORT,
  SQL_HOMES,
  STORE_SCHEMAS,
  WITHOUT_NODE,
} from '../boundaries.ts';
import type { Import, Module } from './source.ts';

export type Manifest = {
  name: string;
  imports?: Record<string, string>;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
/** Workspace folder (`packages/kernel`, '' for the root) -> its package.json. */
export type Manifests = ReadonlyMap<string, Manifest>;

/** A violation, ready to print: where, of which wall, and what it is. */
export type Finding = { at: string; wall: string; what: string };

/** Where an import leads: a file of the repository, a workspace package, a Node module or a package from npm. */
type Target =
  | { kind: 'file'; path: string }
  | { kind: 'workspace'; name: string }
  | { kind: 'node' }
  | { kind: 'npm'; name: string };

const SCOPE = '@holdfast/';

/** `packages/kernel`, `apps/server`, `tools`: the unit that the table of edges speaks of; '' for files of the root. */
export function workspaceOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (first === 'packages' || first === 'apps') return `${first}/${second}`;
  return first === 'tools' ? 'tools' : '';
}

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

export function resolveTarget(from: string, specifier: string, manifests: Manifests): Target {
  if (specifier.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), specifier) };
  if (specifier.startsWith('#')) {
    const workspace = workspaceOf(from);
    for (const [pattern, to] of Object.entries(manifests.get(workspace)?.imports ?? {})) {
      const [head = '', tail] = pattern.split('*');
      const matches = tail === undefined ? specifier === pattern : specifier.startsWith(head);
      if (matches)
        return { kind: 'file', path: posix.join(workspace, to.replace('*', specifier.slice(head.length))) };
    }
  }
  if (specifier.startsWith(SCOPE))
    return { kind: 'workspace', name: specifier.slice(SCOPE.length).split('/')[0] ?? '' };
  return isBuiltin(specifier) ? { kind: 'node' } : { kind: 'npm', name: packageNameOf(specifier) };
}

/** The file that an import leads to; undefined for packages that are not ours. */
export function fileOf(from: string, specifier: string, manifests: Manifests): string | undefined {
  const target = resolveTarget(from, specifier, manifests);
  if (target.kind === 'file') return target.path;
  if (target.kind !== 'workspace') return undefined;
  const folder = [...manifests.keys()].find((key) => key.split('/')[1] === target.name);
  const face = `.${specifier.slice(specifier.indexOf(target.name) + target.name.length)}`;
  const path = manifests.get(folder ?? '')?.exports?.[face];
  return path === undefined ? undefined : `${folder}/${path.replace('./', '')}`;
}

type Place = { app: string; floor: number | undefined; slice: string | undefined; isFace: boolean };

/** Which app, floor and slice a file belongs to; the floor is undefined outside an app's src/. */
function placeOf(path: string): Place {
  const app = workspaceOf(path);
  const [source, top = '', slice, ...rest] = path.slice(app.length + 1).split('/');
  if (!app.startsWith('apps/') || source !== 'src')
    return { app, floor: undefined, slice: undefined, isFace: false };
  const floor = FLOORS[top] ?? FLOORS['main'];
  if (top !== 'features') return { app, floor, slice: undefined, isFace: false };
  return { app, floor, slice, isFace: rest.length === 1 && /^index\.tsx?$/.test(rest[0] ?? '') };
}

type Edge = { module: Module; each: Import; target: Target; report: (wall: string, what: string) => void };

/** D1: an edge between workspaces that the table does not have. */
function checkWorkspaceEdge({ module, each, target, report }: Edge): void {
  const from = workspaceOf(module.path);
  if (target.kind === 'file' && workspaceOf(target.path) !== from) {
    report('D1', `reaches into ${workspaceOf(target.path) || 'the root'} by path`);
  }
  if (target.kind !== 'workspace' || from === `packages/${target.name}`) return;
  const known = EDGES[from];
  if (known === undefined) report('D1', `${from || 'the root'} has no row in the table of edges`);
  else if (!known.includes(target.name) && !isHelpOutside(module, target.name)) {
    report('D1', `${from} may not import ${each.specifier}`);
  }
}

/** Tests, benches and simulators may use the test kit, and a PostgreSQL and databases of their own. */
const isHelpOutside = (module: Module, name: string): boolean =>
  isOutside(module.path) && ['testkit', 'postgres', 'database'].includes(name);

/** Inside an app: never up a floor (D1), and never into another slice but by its face and a listed edge (D2). */
function checkInsideApp({ module, each, target, report }: Edge): void {
  if (target.kind !== 'file' || isTestFile(module.path)) return;
  const from = placeOf(module.path);
  const to = placeOf(target.path);
  if (from.app !== to.app || from.floor === undefined || to.floor === undefined) return;
  if (to.floor > from.floor) report('D1', `goes up a floor: ${each.specifier}`);
  if (from.slice === undefined || to.slice === undefined || from.slice === to.slice) return;
  if (APPS_WITHOUT_FEATURE_EDGES.includes(from.app)) report('D2', `a slice imports its sibling ${to.slice}`);
  else if (!to.isFace) report('D2', `imports the inside of ${to.slice}, not its index.ts`);
  else if (!FEATURE_EDGES.some(([a, b]) => a === from.slice && b === to.slice)) {
    report('D2', `the edge ${from.slice} -> ${to.slice} is not listed in tools/boundaries.ts`);
  }
}

/** D3: rules know only the kernel, the contract and other rules; a type does nothing and may come from anywhere. */
function checkRules({ module, each, target, report }: Edge): void {
  if (!module.path.endsWith('.rules.ts') || each.isType) return;
  const allowed =
    target.kind === 'workspace'
      ? RULES_MAY_IMPORT.includes(target.name)
      : target.kind === 'file' && /\.rules\.ts$|^packages\/(contract|kernel)\//.test(target.path);
  if (!allowed) report('D3', `rules may not import ${each.specifier}`);
}

/** D5: packages that stay behind one wall, and Node's own modules outside the browser. */
function checkConfined({ module, each, target, report }: Edge): void {
  if (
    target.kind === 'node' &&
    !isOutside(module.path) &&
    WITHOUT_NODE.some((place) => place.test(module.path))
  ) {
    report('D5', `${each.specifier} does not exist in a browser`);
  }
  if (isOutside(module.path)) return;
  const name = target.kind === 'npm' ? target.name : each.specifier;
  for (const { name: pattern, only, why } of CONFINED_PACKAGES) {
    if (pattern.test(name) && !only.some((place) => place.test(module.path))) {
      report('D5', `${name} is not allowed here: ${why}`);
    }
  }
}

/** D6 and D7: how an import is written, and that nobody imports a test. */
function checkForm({ module, each, target, report }: Edge, manifests: Manifests): void {
  // Only a workspace with subpath imports has another way to say it.
  const hasSubpaths = manifests.get(workspaceOf(module.path))?.imports !== undefined;
  if (hasSubpaths && each.specifier.startsWith('../../')) {
    report('D6', `${each.specifier}: use a subpath import (#platform/...)`);
  }
  if (target.kind === 'file' && isTestFile(target.path)) report('D7', `imports the test ${target.path}`);
  if (each.specifier.startsWith('.') && !/\.\w+$/.test(each.specifier)) {
    report('D6', `${each.specifier} has no extension`);
  }
}

/** Every package from npm is in the importing workspace's own manifest; tests may also use the root's and the test kit's. */
function checkManifest({ module, target, report }: Edge, manifests: Manifests): void {
  if (target.kind !== 'npm' && target.kind !== 'workspace') return;
  const name = target.kind === 'npm' ? target.name : SCOPE + target.name;
  const workspace = workspaceOf(module.path);
  const inRoot = workspace === 'tools' || workspace === '';
  const own = manifests.get(inRoot ? '' : workspace);
  const lists = [own?.dependencies, own?.devDependencies, own?.optionalDependencies];
  if (isOutside(module.path)) {
    lists.push(manifests.get('')?.devDependencies, manifests.get('packages/testkit')?.dependencies);
  }
  if (own?.name === name || lists.some((list) => list?.[name] !== undefined)) return;
  if (target.kind === 'workspace' && (inRoot || isHelpOutside(module, target.name))) return;
  report('manifest', `${name} is not in ${workspace || '.'}/package.json`);
}

/** D3, D5: names of the runtime that the file may not use. */
function checkNames(module: Module, report: (line: number, wall: string, what: string) => void): void {
  const isRules = module.path.endsWith('.rules.ts');
  for (const { name, line } of module.uses) {
    if (isRules && IMPURE_NAMES.test(name) && !name.endsWith('(…)'))
      report(line, 'D3', `rules may not use ${name}`);
    if (isOutside(module.path) && name !== 'Math.random') continue;
    for (const { name: pattern, only, why } of CONFINED_NAMES) {
      if (pattern.test(name) && !only.some((place) => place.test(module.path))) {
        report(line, 'D5', `${name} is not allowed here: ${why}`);
      }
    }
  }
}

const STATEMENT =
  /^\s*(select\s[^]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\S+\s+as\s*\()/i;
/** A statement begins its text and its verb is in one case; "Select a coin from the list" is a sentence for people. */
const isSql = (text: string): boolean => STATEMENT.test(text) && /^\s*([a-z]+|[A-Z]+)\s/.test(text);
const NAMED_SCHEMA = /\b(?<!distinct |extract\(\w+ )(?:from|join|into|update)\s+([a-z_]+)\.[a-z_]+/gi;

const WRITES_LEDGER = /\b(insert\s+into|update|delete\s+from|truncate)\s+ledger\./i;

/** D4: SQL stands in its homes only, and a slice's store names no other slice's schema. */
function checkSql(module: Module, report: (line: number, wall: string, what: string) => void): void {
  if (isOutside(module.path)) return;
  const { slice } = placeOf(module.path);
  const schemas = slice === undefined ? [] : (STORE_SCHEMAS[slice] ?? [slice.replaceAll('-', '_')]);
  for (const { text, line } of module.strings) {
    if (WRITES_LEDGER.test(text) && !LEDGER_WRITERS.some((place) => place.test(module.path))) {
      report(line, 'D4', 'only the ledger writes its tables');
    }
    if (!SQL_HOMES.some((home) => home.test(module.path))) {
      if (isSql(text)) report(line, 'D4', 'SQL outside a store');
      continue;
    }
    if (slice === undefined) continue;
    for (const [, schema = ''] of text.matchAll(NAMED_SCHEMA)) {
      if (!schemas.includes(schema.toLowerCase()))
        report(line, 'D4', `the store of ${slice} names the schema ${schema}`);
    }
  }
}

/** Every file that runs when one of these does: relative imports, followed to their end; types are gone by then. */
function reachableFrom(faces: readonly string[], modules: readonly Module[]): Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const reached = new Map<string, Module>();
  const visit = (path: string): void => {
    const module = byPath.get(path);
    if (module === undefined || reached.has(path)) return;
    reached.set(path, module);
    for (const { specifier, isType } of module.imports) {
      if (specifier.startsWith('.') && !isType) visit(posix.join(posix.dirname(path), specifier));
    }
  };
  faces.forEach(visit);
  return [...reached.values()];
}

/** D5 across files: what a browser's face leads to must run in a browser. */
const checkBrowserFaces = (modules: readonly Module[]): Finding[] =>
  reachableFrom(BROWSER_FACES, modules).flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, isType }) => isBuiltin(specifier) && !isType)
      .map(({ specifier, line }) => ({
        at: `${path}:${line}`,
        wall: 'D5',
        what: `${specifier} does not exist in a browser, and a face for browsers leads here`,
      })),
  );

/** All walls over all modules. The answer is empty for a clean house. */
export function checkWalls(modules: readonly Module[], manifests: Manifests): Finding[] {
  const findings: Finding[] = checkBrowserFaces(modules);
  for (const module of modules) {
    const reportAt = (line: number, wall: string, what: string): void => {
      findings.push({ at: `${module.path}:${line}`, wall, what });
    };
    for (const each of module.imports) {
      const target = resolveTarget(module.path, each.specifier, manifests);
      const edge: Edge = { module, each, target, report: (wall, what) => reportAt(each.line, wall, what) };
      checkWorkspaceEdge(edge);
      checkInsideApp(edge);
      checkRules(edge);
      checkConfined(edge);
      checkForm(edge, manifests);
      checkManifest(edge, manifests);
    }
    checkNames(module, reportAt);
    checkSql(module, reportAt);
  }
  return findings;
}
