// Puts the first paint into the built page: the static pages that the app itself renders here, as templates; the style sheet; the script
// that chooses among them (src/app/first-paint); and behind them the code that every visit runs. All of it comes with the first answer, so
// that nobody looks at nothing meanwhile. The server allows exactly these scripts and this sheet, by their hashes.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { inlineEntry } from './inline-entry.ts';
import type { renderFirstPaint } from './src/app/first-paint/render.tsx';

const ROOT = import.meta.dirname;
const SOURCE = join(ROOT, 'src/app/first-paint');

type Bundle = Rolldown.OutputBundle;
type Rendered = Awaited<ReturnType<typeof renderFirstPaint>>;

const MAIN = /member\/src\/app\/main\.tsx/;

/** Which files the first screen at a path needs, and what a language does. What stands in the page has an address too, for those files. */
const FIRST_CODE: Readonly<Record<string, readonly RegExp[]>> = {
  '/home': [/shell\/member-frame/, /features\/home\/index/],
  '/transaction': [/shell\/member-frame/, /features\/market\/index/],
  '/pendingOrder': [/shell\/member-frame/, /features\/listings\/index/],
  '/front-end-order': [/shell\/member-frame/, /features\/orders\/index/],
  'zh-CN': [/generated\/simplified-texts/],
};

/** What a first visit may download before the sign-in answers: the scripts of the page, compressed (`npm run bench:size`, case `login`). */
const FIRST_CODE_MAX = 125_000;

function assertLight(scripts: string): void {
  const bytes = gzipSync(scripts, { level: 9 }).length;
  if (bytes > FIRST_CODE_MAX)
    throw new Error(
      `first paint: the code in the page weighs ${bytes} bytes, more than ${FIRST_CODE_MAX}. See docs/decisions/0123-what-the-first-code-holds.md`,
    );
}

/** A chunk and all that it imports. */
function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/** The addresses of what `FIRST_CODE` means. */
function firstCodeOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const filesOf = (pattern: RegExp) => {
    const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId ?? '', ...moduleIds].some((id) => pattern.test(id)),
    );
    if (!chunk) throw new Error(`first paint: no chunk holds ${pattern.source}`);
    return [...withImports(bundle, chunk.fileName)];
  };
  return Object.fromEntries(
    Object.entries(FIRST_CODE).map(([key, patterns]) => [
      key,
      [...new Set(patterns.flatMap(filesOf))].map((name) => `/${name}`),
    ]),
  );
}

/** Moves the entry's code out of the bundle: what stands at its address from now on hands out the code in the page. */
function takeEntry(bundle: Bundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => MAIN.test(id)));
  if (!entry) throw new Error('first paint: no chunk holds the entry');
  const { script, module } = inlineEntry(entry, chunks);
  entry.code = module;
  return script;
}

/** Renders the static pages with the same code, class names and keys as the app. */
async function render(shared: InlineConfig): Promise<Rendered> {
  // Inside the repository, where the packages that stay imports are found.
  const outDir = join(ROOT, '../../node_modules/.cache/holdfast', `first-paint-${randomUUID()}`);
  try {
    await build({
      ...shared,
      build: { ssr: join(SOURCE, 'render.tsx'), outDir, emptyOutDir: true, minify: false },
    });
    const module = (await import(pathToFileURL(join(outDir, 'render.js')).href)) as {
      renderFirstPaint: typeof renderFirstPaint;
    };
    return await module.renderFirstPaint();
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** The script of the page, as one text. */
async function bundleScript(shared: InlineConfig, firstCode: Record<string, string[]>): Promise<string> {
  const result = await build({
    ...shared,
    define: { ...shared.define, __FIRST_CODE__: JSON.stringify(firstCode) },
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: { input: join(SOURCE, 'show.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  const code = output?.output.find((file) => file.type === 'chunk')?.code.trim();
  if (!code || /<\/script/i.test(code)) throw new Error('first paint: the script cannot stand in a page');
  return code;
}

/** Takes the style sheets out of the bundle. */
function takeStyles(bundle: Bundle): string {
  const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
  for (const { fileName } of sheets) delete bundle[fileName];
  const text = sheets
    .map((file) => (file.type === 'asset' ? String(file.source) : ''))
    .join('')
    .trim();
  if (text === '' || /<\/style|url\(/i.test(text))
    throw new Error('first paint: the style sheet cannot stand in a page');
  return text;
}

export function firstPaint(shared: InlineConfig): Plugin {
  return {
    name: 'holdfast:first-paint',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written into the chunks what to preload.
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('first paint: the build has no page');
        const pages = await render(shared);
        // React's mark of a part that threw, or whose code was not there.
        if (pages.some(({ html }) => html.includes('<!--$!-->')))
          throw new Error('first paint: a part was not rendered');
        const script = await bundleScript(shared, firstCodeOf(bundle));
        const templates = pages.map(
          ({ page: name, language, html }) =>
            `<template data-page="${name}" lang="${language}">${html}</template>`,
        );
        const styles = takeStyles(bundle);
        const entry = takeEntry(bundle);
        assertLight(`${script}\n${entry}`);
        const root = '<div id="root"></div>';
        page.source = String(page.source)
          .replace(/\s*<link rel="stylesheet"[^>]*>|\s*<script type="module"[^>]* src=[^>]*><\/script>/g, '')
          // A function, because a text would read `$&` and the like in what it puts in.
          .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
          .replace(root, () =>
            [
              root,
              ...templates,
              `<script>${script}</script>`,
              `<script type="module">${entry}</script>`,
            ].join('\n    '),
          );
      },
    },
  };
}
