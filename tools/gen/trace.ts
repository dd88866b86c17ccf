import { type Call, registry } from '@holdfast/contract/calls';
import { parseSync, Visitor } from 'oxc-parser';
import { isTestFile } from '../boundaries.ts';
import type { Module, Source } from '../tidy/source.ts';

/** Where a call is built and where it is proved. A call without schemas is declared only and answers "not built yet". */
export type Trace = {
  path: string;
  call: Call;
  slice: string | undefined;
  screens: string[];
  tests: string[];
};

const SLICE = /^apps\/server\/src\/features\/([^/]+)\//;
const SCREEN = /^apps\/(?:member|console)\/src\/(?:(?:features|app|state)\/([^/]+)\/|(components)\/)/;
/** Tests of the product. Those of the contract and of the tools name paths as examples, which proves nothing about the call. */
const isProof = (path: string): boolean => isTestFile(path) && !/^(packages\/contract|tools)\//.test(path);

/**
 * The paths that a module registers: the keys of the object it hands to `calls({ ... })`. A path in any other place, such as the type
 * `Handler<'/order/lock'>` of a handler that nobody put into a table, registers nothing.
 */
function registeredPaths({ path, text }: Source): string[] {
  const paths: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [table] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'calls') return;
      if (table?.type !== 'ObjectExpression') return;
      for (const property of table.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Literal') continue;
        if (typeof property.key.value === 'string') paths.push(property.key.value);
      }
    },
  }).visit(parseSync(path, text).program);
  return paths;
}

/** Call path -> the slice that registers it. */
function findSlices(modules: readonly Module[]): Map<string, string> {
  const slices = new Map<string, string>();
  for (const module of modules) {
    const slice = SLICE.exec(module.path)?.[1];
    if (slice === undefined || isTestFile(module.path)) continue;
    for (const path of registeredPaths(module)) slices.set(path, slice);
  }
  return slices;
}

/** Follows every call of the registry through the code by the one thing that is the same everywhere: its path. */
export function traceCalls(modules: readonly Module[]): Trace[] {
  const slices = findSlices(modules);
  const named = new Map<string, string[]>();
  for (const { path, strings } of modules) {
    for (const text of new Set(strings.map((quoted) => quoted.text))) {
      if (!text.startsWith('/')) continue;
      named.set(text, [...(named.get(text) ?? []), path]);
    }
  }
  return Object.entries(registry).map(([path, call]) => {
    const files = named.get(path) ?? [];
    const screens = files.flatMap((file) =>
      isTestFile(file)
        ? []
        : (SCREEN.exec(file)
            ?.slice(1)
            .find((name) => name !== undefined) ?? []),
    );
    return {
      path,
      call,
      slice: slices.get(path),
      screens: [...new Set(screens)].toSorted(),
      tests: files.filter(isProof),
    };
  });
}

const HEAD = `# Trace: call, slice, screens, tests

Every call of the contract's registry, the server slice that registers it in its table of calls, the parts of the member app that make
it, and the tests that name it. A call without a slice is declared only: it answers 10404, or 10392 where only a partner may call.

| Call | Method | Kind | Who | Slice | Made by | Tests |
|---|---|---|---|---|---|---|
`;

const shorten = (file: string): string => file.replace(/^(apps|packages)\//, '').replace('/src/', '/');

/** The table as Markdown. */
export function traceDocument(modules: readonly Module[]): string {
  const rows = traceCalls(modules).map(({ path, call, slice, screens, tests }) => {
    const who = call.who.join(', ') + (call.secret ? ' + secret' : '');
    const origin = call.origin === 'ours' ? ' (ours)' : '';
    const cells = [
      `\`${path}\`${origin}`,
      call.method,
      call.kind,
      who,
      slice ?? '-',
      screens.join(', ') || '-',
    ];
    return `| ${[...cells, tests.map((test) => `\`${shorten(test)}\``).join(' ') || '-'].join(' | ')} |\n`;
  });
  return HEAD + rows.join('');
}
