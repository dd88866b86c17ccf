// Checks of the repository's texts: banned words, links, paths and scripts that documents name.
import { posix } from 'node:path';
import type { Source } from './source.ts';

const DOC = /\.md$/;

const BANS: readonly { pattern: RegExp; what: string }[] = [
  { pattern: /\bTODO\b(?!\(#\d+\))/, what: 'a TODO without the id of its issue, as TODO(#12)' },
  { pattern: /\b(FIXME|XXX)\b/, what: 'a mark for later without an issue' },
  { pattern: /(^|[\s"'`(=:])\/(work|home|Users)\/\w/, what: 'a path of one machine' },
  { pattern: /registry\.(npmjs|yarnpkg)/, what: 'the address of a registry' },
  {
    pattern: /^\s*\/\/\s*(const|let|import|export|return|await|if \(|for \().*[;{]\s*$/,
    what: 'code that was commented out',
  },
  { pattern: /\bdebugger;/, what: 'a leftover of debugging' },
  { pattern: /^(<{7}|>{7}) /, what: 'a merge conflict' },
];

/** Banned words, as `path:line what`. */
export const findBannedWords = ({ path, text }: Source): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      BANS.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `${path}:${index + 1} ${what}`),
    );

/** `npm run x` in a document or a comment where the root's package.json has no script x. */
export const findUnknownScripts = ({ path, text }: Source, scripts: readonly string[]): string[] =>
  [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.includes(name))
    .map((name) => `${path}: npm run ${name}`);

/** Relative links of a document that lead nowhere; `exists` answers for a path from the root, folders included. */
export function findDeadLinks({ path, text }: Source, exists: (path: string) => boolean): string[] {
  if (!DOC.test(path)) return [];
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)))
    .filter((target) => !exists(target.replace(/\/$/, '')))
    .map((target) => `${path} -> ${target}`);
}

/** Paths in back quotes that begin with a folder of ours and do not exist: `packages/x/src/y.ts` and the like. */
export function findDeadPaths({ path, text }: Source, exists: (path: string) => boolean): string[] {
  if (!DOC.test(path)) return [];
  return [...text.matchAll(/`((?:packages|apps|tools|docs|db)\/[\w./-]+)`/g)]
    .map(([, target = '']) => target.replace(/\/$/, ''))
    .filter((target) => !exists(target))
    .map((target) => `${path} -> ${target}`);
}

/** Names that are not kebab-case; files that a tool or a convention names are let through. */
const NAME = /^(\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*|\d{4}_[a-z0-9_]+(\.check)?\.sql)$/;
const NAMED_BY_OTHERS = /^(README|ARCHITECTURE|AGENTS|CLAUDE|SECURITY|LICENSE)(\.md)?$/;
export const isWellNamed = (path: string): boolean =>
  path.split('/').every((part) => NAME.test(part) || NAMED_BY_OTHERS.test(part));

/**
 * Each decision has a number of its own and the four parts that make it one. Numbers may leave gaps: whoever writes pages in parallel takes
 * a range, and a page that is referred to keeps its number.
 */
export function findDecisionFaults(decisions: readonly Source[]): string[] {
  const numberOf = (path: string) => /^\d{4}(?=-)/.exec(posix.basename(path))?.[0] ?? '';
  const numbers = decisions.map(({ path }) => numberOf(path));
  const faults = decisions.flatMap(({ path, text }, index) => {
    const number = numberOf(path);
    const parts = ['Context', 'Choice', 'Price', 'When to change our mind'];
    return [
      ...(number === '' ? [`${path} has no number`] : []),
      ...(numbers.indexOf(number) === index ? [] : [`${path} takes a number that another page has`]),
      ...(text.startsWith(`# ${number}. `) ? [] : [`${path} does not begin with "# ${number}. "`]),
      ...parts
        .filter((part) => !text.includes(`\n## ${part}\n`))
        .map((part) => `${path} has no part "${part}"`),
    ];
  });
  return faults;
}

/** The names under which an app keeps something on the device: `key: 'settings'`, `INBOX_SEEN_KEY = 'inboxSeen'`. */
export function findStorageKeys({ text }: { text: string }): string[] {
  const named = text.matchAll(/(?:create(?:Stored|Record)\([^)]*?\bkey: |_KEY = )'(\w+)'/g);
  return [...named].map(([, key = '']) => key);
}

/**
 * Rows that are claimed through `in (select … limit … skip locked)`: PostgreSQL may run that subquery again for each row, and then claims more than the
 * limit. `= any(array(…))` and a CTE run it once.
 */
export function findRepeatedClaims({ path, text }: Source): string[] {
  return [...text.matchAll(REPEATED_CLAIM)].map(
    ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
  );
}

/** Within the parentheses of `in (…)`, which may hold others: `platform.app_now()`, `make_interval(secs => ${n})`. */
const REPEATED_CLAIM =
  /\bin \(\s*select\b(?:[^()`;]|\((?:[^()`;]|\([^()`;]*\))*\))*?\blimit\b[^()`;]*\bskip locked/g;

/**
 * The rows `old` and `new` in what a statement returns, which PostgreSQL knows from 18 on. The embedded one is newer than the oldest that we take (15), so no test
 * meets it, and the statement fails where the product runs on an older one.
 */
export function findNewerReturning({ path, text }: Source): string[] {
  return [...text.matchAll(NEWER_RETURNING)].map(
    ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
  );
}

/** As far as the list goes: to the parenthesis that closes what it ends, past calls and values within it. */
const NEWER_RETURNING =
  /\breturning\b(?:[^`;()$]|\$\{[^{}]*\}|\((?:[^()`;]|\([^()`;]*\))*\))*?[\s,(+-](?:old|new)\./g;
