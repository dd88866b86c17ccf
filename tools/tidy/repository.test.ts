import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isExemptFromSize, KEPT_WHOLE, LINES_MAX_FILE, LINES_MAX_FUNCTION } from '../boundaries.ts';
import { ROOT } from '../lib/root.ts';
import { findLongFiles, findLongFunctions } from './sizes.ts';
import { listFiles, parseModule, readModules, readSource } from './source.ts';
import {
  findBannedWords,
  findDeadLinks,
  findDeadPaths,
  findDecisionFaults,
  findNewerReturning,
  findRepeatedClaims,
  findStorageKeys,
  findUnknownScripts,
  isWellNamed,
} from './words.ts';

const TEXT = /\.(ts|tsx|mjs|md|json|sql|css|html|yml)$|(^|\/)(\.npmrc|run)$/;
const files = listFiles();
const sources = files.filter((path) => TEXT.test(path)).map(readSource);
// These checks would find their own tables and planted faults; the lock files are read by lock.test.ts.
const spoken = sources.filter(({ path }) => !/^tools\/tidy\/|package-lock\.json$/.test(path));
const docs = sources.filter(({ path }) => path.endsWith('.md'));
const { scripts } = JSON.parse(readSource('package.json').text) as { scripts: Record<string, string> };
const exists = (path: string): boolean => existsSync(join(ROOT, path));

/** A check that reads nothing passes; this number only ever goes up. */
const SOURCES_MIN = 400;

describe('the repository', () => {
  it('was read', () => {
    expect(sources.length).toBeGreaterThan(SOURCES_MIN);
  });

  it('names its files in kebab-case', () => {
    expect(files.filter((path) => !isWellNamed(path))).toEqual([]);
  });

  it('says nothing of one machine, of a registry, or of work left without an issue', () => {
    expect(spoken.flatMap(findBannedWords)).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    expect(spoken.flatMap((source) => findUnknownScripts(source, Object.keys(scripts)))).toEqual([]);
  });

  it('has no more scripts than a person remembers', () => {
    // npm runs `prestart` and `pretest` by itself. Nobody remembers a benchmark: they are looked up in their table.
    const remembered = Object.keys(scripts).filter((name) => !/^(pre|bench:)/.test(name));
    expect(remembered.length).toBeLessThanOrEqual(20);
  });

  it('says of every benchmark what it measures', () => {
    const names = Object.keys(scripts).filter((name) => name.startsWith('bench:'));
    const table = sources.find(({ path }) => path === 'docs/operating/benchmarks.md')?.text ?? '';
    expect(names.filter((name) => !table.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it('claims rows of a queue by a subquery that runs once', () => {
    expect(spoken.filter(({ path }) => path.endsWith('.ts')).flatMap(findRepeatedClaims)).toEqual([]);
  });

  it('returns rows as PostgreSQL 15 can', () => {
    expect(sources.filter(({ path }) => /\.(ts|sql)$/.test(path)).flatMap(findNewerReturning)).toEqual([]);
  });

  it('never balances the lines of a sentence, which would break it where nobody pauses', () => {
    const styles = sources.filter(({ path }) => path.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(10);
    expect(
      styles.filter(({ text }) => /text-wrap(-style)?:\s*balance/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('links and points only to what exists', () => {
    expect(docs.flatMap((doc) => [...findDeadLinks(doc, exists), ...findDeadPaths(doc, exists)])).toEqual([]);
  });

  it('lists in the specification everything that the member app keeps on the device', () => {
    const spec = readSource('docs/spec/data.md').text;
    const keys = sources
      .filter(({ path }) => /^(apps\/member|packages\/client)\/src\//.test(path) && !/\.test\./.test(path))
      .flatMap(findStorageKeys);
    expect(keys.length).toBeGreaterThan(12);
    expect(keys.filter((key) => !spec.includes(`\`${key}\``))).toEqual([]);
  });

  it('answers each address of the console, after a reload too, and no other one', () => {
    const quoted = (path: string, between: RegExp) =>
      [...readSource(path).text.matchAll(between)].map(([, address = '']) => address).toSorted();
    const routes = quoted('apps/console/src/app/router.tsx', /\bpath: '(\/[^']*)'/g);
    expect(routes.length).toBeGreaterThan(10);
    expect(quoted('apps/server/src/roles/console.ts', /^ {2}'(\/[^']*)',$/gm)).toEqual(routes);
  });

  it('numbers its decisions and gives each its four parts', () => {
    expect(findDecisionFaults(docs.filter(({ path }) => path.startsWith('docs/decisions/')))).toEqual([]);
  });
});

describe('sizes', () => {
  const modules = readModules();

  it(`has no file above ${LINES_MAX_FILE} lines`, () => {
    expect(findLongFiles(modules, LINES_MAX_FILE, isExemptFromSize)).toEqual([]);
  });

  it('keeps whole only functions that are there', () => {
    const names = modules.flatMap(({ path, functions }) => functions.map(({ name }) => `${path} ${name}`));
    expect(Object.keys(KEPT_WHOLE).filter((key) => !names.includes(key))).toEqual([]);
  });

  it(`has no function above ${LINES_MAX_FUNCTION} lines`, () => {
    expect(findLongFunctions(modules, LINES_MAX_FUNCTION, isExemptFromSize, KEPT_WHOLE)).toEqual([]);
  });
});

describe('a planted fault is found', () => {
  const banned = (text: string): string[] => findBannedWords({ path: 'a.ts', text });

  it.each([
    ['a TODO without an issue', '// TODO later'],
    ['a mark for later', '// FIXME'],
    ['code that was commented out', '  // const a = 1;'],
    ['a path of one machine', `const a = '/home/someone/x';`],
    ['a registry', 'https://registry.npmjs.org/a'],
    ['a conflict', '<<<<<<< ours'],
  ])('%s', (_rule, text) => {
    expect(banned(text)).toHaveLength(1);
  });

  it('but a TODO with its issue and a path below the root are fine', () => {
    expect(banned('// TODO(#12) later; see docs/coding/add-a-call.md and /home of the app')).toEqual([]);
  });

  it('in a claim whose subquery may run again', () => {
    const claim = (how: string) => ({ path: 'a.ts', text: `sql\`delete from q where id ${how}\`` });
    const rows = 'select id from q order by id limit ${n} for update skip locked';
    expect(findRepeatedClaims(claim(`in (\n${rows})`))).toEqual(['a.ts:1']);
    expect(findRepeatedClaims(claim(`= any(array(\n${rows}))`))).toEqual([]);
  });

  it('in a statement that only PostgreSQL 18 takes', () => {
    const change = (list: string) => ({ path: 'a.ts', text: `sql\`update t set at = now()\n${list}\`` });
    const old = 'old';
    expect(
      findNewerReturning(change(`returning id, coalesce(at, \${f(x)}), at - ${old}.at as part`)),
    ).toEqual(['a.ts:2']);
    expect(findNewerReturning(change(`returning id) select ${old}.at from ${old}`))).toEqual([]);
  });

  it('in a document: an unknown script, a dead link, a dead path', () => {
    const doc = {
      path: 'docs/a.md',
      text: '`npm run nope` [x](./gone.md#part) [y](https://example.test) `tools/gone.ts`',
    };
    expect(findUnknownScripts(doc, ['test'])).toEqual(['docs/a.md: npm run nope']);
    expect(findDeadLinks(doc, () => false)).toEqual(['docs/a.md -> docs/gone.md']);
    expect(findDeadPaths(doc, () => false)).toEqual(['docs/a.md -> tools/gone.ts']);
  });

  it('in what is kept on the device: each way to name it', () => {
    const text =
      "createStored({ area, key: 'one' }); createRecord(area, {\n key: 'two' }); export const A_KEY = 'three';";
    expect(findStorageKeys({ text })).toEqual(['one', 'two', 'three']);
  });

  it('in a name', () => {
    expect(['a/badName.ts', 'a/Bad.ts', 'a_b.ts'].filter(isWellNamed)).toEqual([]);
    expect(
      ['README.md', '.ci/run', 'db/migrations/0001_base.sql', '0001_base.check.sql', 'a/x.db.test.ts'].filter(
        isWellNamed,
      ),
    ).toHaveLength(5);
  });

  it('in a decision that has no number or takes a second one, or lacks a part', () => {
    const text = '# 0002. X\n\n## Context\n\n## Choice\n\n## Price\n';
    const faultsOf = (...names: string[]) =>
      findDecisionFaults(names.map((name) => ({ path: `docs/decisions/${name}.md`, text })));
    expect(faultsOf('0002-x')).toEqual(['docs/decisions/0002-x.md has no part "When to change our mind"']);
    expect(faultsOf('0003-x')).toHaveLength(2);
    expect(faultsOf('x')).toHaveLength(3);
    expect(faultsOf('0002-x', '0002-y')).toHaveLength(3);
  });

  it('in sizes', () => {
    const text = `export function long() {\n${'  call();\n'.repeat(80)}}\n`;
    const modules = [parseModule({ path: 'packages/a/src/a.ts', text })];
    expect(findLongFunctions(modules, 70, isExemptFromSize)).toEqual([
      'packages/a/src/a.ts:1 long has 82 lines',
    ]);
    expect(
      findLongFunctions(modules, 70, isExemptFromSize, { 'packages/a/src/a.ts long': 'one table' }),
    ).toEqual([]);
    expect(findLongFiles(modules, 80, isExemptFromSize)).toEqual(['packages/a/src/a.ts has 82 lines']);
  });
});
