import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EcmaScriptModule, parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { ROOT } from '../lib/root.ts';

/** A text file of the repository; the path is relative to its root and has `/` between its parts. */
export type Source = { path: string; text: string };
/** `isType`: nothing of it is left when the program runs. */
export type Import = { specifier: string; line: number; isType: boolean };
/** A name of the runtime that the file uses: `fetch`, `process.env`, `new Date` (only without arguments). */
export type Use = { name: string; line: number };
export type Quoted = { text: string; line: number };
export type FunctionSize = { name: string; line: number; lines: number };
export type Module = Source & {
  imports: Import[];
  uses: Use[];
  strings: Quoted[];
  functions: FunctionSize[];
};

/** Folders without sources: git's own, and those that .gitignore names. */
const SKIPPED_FOLDERS = new Set([
  '.git',
  ...readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1)),
]);

/** Every file that is the repository's own, as `a/b/c.ts`, sorted. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

export const readSource = (path: string): Source => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

/** The line of an offset, counted from 1, for many offsets of one text. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

type Spanned = { start: number; end: number };
type Named = Spanned & { id?: { name: string } | null };

/** Static and dynamic imports and re-exports, except a computed `import(name)`, which cannot be checked. */
function readImports(text: string, module: EcmaScriptModule, lineOf: (offset: number) => number): Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, at: number, isType: boolean): void => {
    imports.push({ specifier, line: lineOf(at), isType });
  };
  for (const { moduleRequest, start, entries } of module.staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { start, entries } of module.staticExports) {
    const from = entries.filter((entry) => entry.moduleRequest !== null);
    const request = from[0]?.moduleRequest;
    if (request)
      add(
        request.value,
        start,
        from.every((entry) => entry.isType),
      );
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    const quoted = text.slice(moduleRequest.start, moduleRequest.end);
    if (/^['"`]/.test(quoted)) add(quoted.slice(1, -1), start, false);
  }
  return imports;
}

/** Collects the names that a program uses: called, passed as an argument, destructured or aliased. */
const nameVisitors = (add: (name: string, at: Spanned) => void): VisitorObject => ({
  MemberExpression(node) {
    if (node.object.type !== 'Identifier') return;
    if (node.property.type === 'Identifier') add(`${node.object.name}.${node.property.name}`, node);
    else if (node.property.type === 'Literal')
      add(`${node.object.name}.${String(node.property.value)}`, node);
  },
  CallExpression(node) {
    if (node.callee.type === 'Identifier') add(node.callee.name, node);
    for (const value of node.arguments) if (value.type === 'Identifier') add(value.name, value);
  },
  NewExpression(node) {
    if (node.callee.type !== 'Identifier') return;
    add(node.arguments.length === 0 ? `new ${node.callee.name}` : `new ${node.callee.name}(…)`, node);
  },
  VariableDeclarator(node) {
    if (node.init?.type !== 'Identifier') return;
    add(node.init.name, node);
    if (node.id.type !== 'ObjectPattern') return;
    for (const property of node.id.properties) {
      if (property.type === 'Property' && property.key.type === 'Identifier') {
        add(`${node.init.name}.${property.key.name}`, node);
      }
    }
  },
});

/** Parses one module. Throws where it has a syntax error: a file that cannot be read must not count as clean. */
export function parseModule(source: Source): Module {
  const { program, module, errors } = parseSync(source.path, source.text);
  if (errors[0] !== undefined) throw new Error(`${source.path}: ${errors[0].message}`);
  const lineOf = lineCounter(source.text);
  const imports = readImports(source.text, module, lineOf);
  const found: Module = { ...source, imports, uses: [], strings: [], functions: [] };

  const addFunction = (node: Named, name = node.id?.name ?? '(anonymous)'): void => {
    const line = lineOf(node.start);
    found.functions.push({ name, line, lines: lineOf(node.end) - line + 1 });
  };
  const visitor: VisitorObject = {
    ...nameVisitors((name, at) => found.uses.push({ name, line: lineOf(at.start) })),
    Literal(node) {
      if (typeof node.value === 'string') found.strings.push({ text: node.value, line: lineOf(node.start) });
    },
    TemplateLiteral(node) {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? '').join('?');
      found.strings.push({ text, line: lineOf(node.start) });
    },
    FunctionDeclaration: (node) => addFunction(node),
    FunctionExpression: (node) => addFunction(node),
    ArrowFunctionExpression: (node) => addFunction(node, '(arrow)'),
  };
  new Visitor(visitor).visit(program);
  return found;
}

/** Every TypeScript module of the packages, the apps and the tools, parsed once for all tests of one file. */
export const readModules = (): Module[] =>
  listFiles()
    .filter((path) => /^(packages|apps|tools|db)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => parseModule(readSource(path)));
