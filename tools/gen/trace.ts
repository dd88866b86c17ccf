import { type Call, registry } from '@holdfast/contract/calls';
import { isTestFile } from '../boundaries.ts';
import type { Module } from '../tidy/source.ts';

/** Where a call is built and where it is proved. A call without schemas is declared only and answers "not built yet". */
export type Trace = {
  path: string;
  call: Call;
  slice: string | undefined;
  screens: string[];
  tests: string[];
};

const SLICE = /^apps\/server\/src\/features\/([^/]+)\//;
const SCREEN = /^apps\/member\/src\/(?:features|app)\/([^/]+)\//;

/** Follows every call of the registry through the code by the one thing that is the same everywhere: its path. */
export function traceCalls(modules: readonly Module[]): Trace[] {
  const named = new Map<string, string[]>();
  for (const { path, strings } of modules) {
    for (const text of new Set(strings.map((quoted) => quoted.text))) {
      if (!text.startsWith('/')) continue;
      named.set(text, [...(named.get(text) ?? []), path]);
    }
  }
  return Object.entries(registry).map(([path, call]) => {
    const files = named.get(path) ?? [];
    const matches = (pattern: RegExp): string[] =>
      files.flatMap((file) => (isTestFile(file) ? [] : (pattern.exec(file)?.[1] ?? []))).sort();
    return {
      path,
      call,
      slice: matches(SLICE)[0],
      screens: [...new Set(matches(SCREEN))],
      tests: files.filter((file) => isTestFile(file) && !file.startsWith('packages/contract/')),
    };
  });
}

const HEAD = `# Trace: call, slice, screens, tests

Every call of the contract's registry, the server slice that answers it, the parts of the member app that make it, and the tests
that name it. A call without a slice is declared only: it answers 10404, or 10392 where only a partner may call.

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
