// Rewrites the entry chunk so that its code can stand in the page: a first visit then waits for one round trip less. Other chunks import it
// by its address, where a few lines hand out the same exports, so that there is one React and one of each module.

/** Where the code in the page leaves its exports. */
const PLACE = 'globalThis.holdfastEntry';

interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly imports: readonly string[];
}

interface Split {
  readonly body: string;
  /** Name in the chunk, name outside. */
  readonly exported: readonly (readonly [string, string])[];
}

/** `a as b, c` as pairs. */
const readNames = (list: string): [string, string][] =>
  list.split(',').flatMap((item) => {
    const [inner = '', outer = inner] = item.trim().split(' as ');
    return inner === '' ? [] : [[inner, outer]];
  });

/** The bundler writes the exports of a chunk as its last statement. */
function splitExports({ fileName, code }: Chunk): Split {
  const found = /export\s*\{([^{}]*)\};?\s*$/.exec(code);
  if (!found) throw new Error(`inline entry: ${fileName} does not end with its exports`);
  return { body: code.slice(0, found.index), exported: readNames(found[1] ?? '') };
}

const toObject = (names: Split['exported']): string =>
  `{${names.map(([inner, outer]) => `${outer}:${inner}`).join(',')}}`;

/** Names that a chunk may export, and that nothing may be called inside it. */
const RESERVED = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

/** Takes the exports from their place. Each name once: the list is long, and every first visit loads it. */
function handOut(exported: Split['exported']): string {
  const names = exported.map(([, outer]) => outer);
  const taken = names.filter((name) => RESERVED.has(name));
  const plain = names.filter((name) => !RESERVED.has(name));
  const locals = taken.map((name) => `${name}:$${name}$`);
  const aliases = taken.map((name) => `$${name}$ as ${name}`);
  return `export const{${plain.join(',')}}=${PLACE};${
    taken.length > 0 ? `const{${locals.join(',')}}=${PLACE};export{${aliases.join(',')}};` : ''
  }`;
}

/** A chunk that the entry imports, which is the bundler's own runtime and stands on nothing else, as an expression. */
function toExpression(chunk: Chunk): string {
  if (chunk.imports.length > 0) throw new Error(`inline entry: ${chunk.fileName} has imports of its own`);
  const { body, exported } = splitExports(chunk);
  return `(()=>{${body}\nreturn${toObject(exported)}})()`;
}

/**
 * `script` is for the page, `module` for the address of the chunk. Where the bundler's output looks otherwise than it does today this throws,
 * and the build fails.
 */
export function inlineEntry(entry: Chunk, chunks: readonly Chunk[]): { script: string; module: string } {
  const { body, exported } = splitExports(entry);
  const folder = `/${entry.fileName.slice(0, entry.fileName.lastIndexOf('/') + 1)}`;
  let inlined = 0;
  const code = body
    .replace(/import\s*\{([^{}]*)\}\s*from\s*["'`]\.\/([\w.-]+)["'`];?/g, (_, list: string, name: string) => {
      const imported = chunks.find(({ fileName }) => `/${fileName}` === folder + name);
      if (!imported) throw new Error(`inline entry: there is no ${name}`);
      inlined += 1;
      return `const${toObject(readNames(list).map(([outer, inner]) => [inner, outer]))}=${toExpression(imported)};`;
    })
    // In the page, `./` would be the folder of the page.
    .replaceAll(/\bimport\((["'`])\.\//g, `import($1${folder}`);
  if (inlined !== entry.imports.length) throw new Error('inline entry: an import was not found');
  // A placeholder of Vite would still be filled in at the address, and never here.
  if (code.includes('__VITE_') || /<\/script|<!--/i.test(code))
    throw new Error('inline entry: the code cannot stand in a page');
  return { script: `${code}${PLACE}=${toObject(exported)};`, module: handOut(exported) };
}
