import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { firstPaint } from './first-paint.plugin.ts';
import { lineEnds } from './line-ends.plugin.ts';
import { worker } from './worker.plugin.ts';

/**
 * What every visit needs, in one file: the entry and the sign-in, with all that they import at once. It stands in the page itself
 * (`first-paint.plugin.ts`, which holds its weight). Then what every screen of a member needs, and what every form does. Left to itself the
 * bundler cuts these into two dozen files that each compress, and are asked for, on their own.
 */
const CHUNKS = [
  {
    name: 'core',
    test: /apps\/member\/src\/(app\/main\.tsx|features\/sign-in\/index\.ts)/,
  },
  {
    name: 'member',
    test: /node_modules\/@tanstack\/|packages\/client\/src\/(queries|live)|apps\/member\/src\/(app\/shell\/(member|rail|inactivity)|components\/(journal-list|order-duty|panel-row|read-failed|notification-bell|own-avatar|place-and-zone|zone-note))|packages\/kernel\/src\/money/,
  },
  {
    name: 'push',
    test: /apps\/member\/src\/(app\/shell\/(push|use-push)|platform\/push\/(device-web|kept-binding|tab-notices|open-carrier)|state\/(status\/safe-video|notifications\/(ask-for-push|offer-intro-video|permission|push-records|push-registration|start-push|use-push-wishes))|components\/push-text)|packages\/contract\/src\/rules\/safari/,
  },
  { name: 'forms', test: /apps\/member\/src\/(state\/pin-lock\/use-draft|components\/)/ },
];

/** Another entry for pictures and for work on screens without a server: `--mode fake`. It is never part of the product. */
function fakeEntry(): Plugin {
  return {
    name: 'holdfast:fake-entry',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/app/main.tsx', '/src/test/fake-main.tsx'),
    },
  };
}

/** Fails the build when a schema, or what makes one, is left in a file of the app: only the server checks with them. */
function noSchemas(): Plugin {
  return {
    name: 'holdfast:no-schemas',
    apply: 'build',
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      );
      const left = modules.filter(
        ([id, { renderedLength }]) => renderedLength > 0 && /\/(zod|contract\/src\/calls)\//.test(id),
      );
      if (left.length > 0) throw new Error(`Schemas in the app: ${left.map(([id]) => id).join(', ')}`);
    },
  };
}

/**
 * The public keys of the servers this build trusts, current first: JSON of `[{ "kid": 1, "S": "02…" }]`. They are
 * compiled in and never asked for (docs/spec, channel), so a build belongs to its server.
 */
export default defineConfig(({ mode, command }) => {
  const isFake = mode === 'fake';
  // oxlint-disable-next-line node/no-process-env -- a build script reads its own environment
  const keys = process.env['HOLDFAST_CHANNEL_KEYS'] ?? '[]';
  if (command === 'build' && !isFake && keys === '[]')
    throw new Error('HOLDFAST_CHANNEL_KEYS is empty: a build needs the public key of its server');
  const define = { __CHANNEL_KEYS__: keys, __APP_VERSION__: JSON.stringify('0.1.0') };
  const shared: InlineConfig = {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [lineEnds()],
  };
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      lineEnds(),
      ...(isFake ? [fakeEntry()] : [noSchemas(), firstPaint(shared), ...worker()]),
    ],
    define,
    server: { host: '127.0.0.1' },
    build: {
      target: 'es2024',
      // Browsers with light-dark() and inert know modulepreload themselves.
      modulePreload: { polyfill: false },
      // A data: URL in a style would need a hole in the content security policy.
      assetsInlineLimit: 0,
      // Building a schema and reading a property have no effect. Without these words every schema of every call would be in the
      // app, although only the server checks with them.
      rolldownOptions: {
        treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
        output: { codeSplitting: { groups: CHUNKS } },
      },
      // One small style sheet, there before the first paint: no screen ever shows itself undressed.
      cssCodeSplit: false,
      reportCompressedSize: false,
      outDir: isFake ? 'gallery/dist' : 'dist',
      emptyOutDir: true,
    },
  };
});
