import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
      if (left.length > 0) throw new Error(`Schemas in the console: ${left.map(([id]) => id).join(', ')}`);
    },
  };
}

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

/** The console pins the public keys of the server that it belongs to, as the member app does. */
export default defineConfig(({ mode, command }) => {
  const isFake = mode === 'fake';
  // oxlint-disable-next-line node/no-process-env -- a build script reads its own environment
  const keys = process.env['HOLDFAST_CHANNEL_KEYS'] ?? '[]';
  if (command === 'build' && !isFake && keys === '[]')
    throw new Error('HOLDFAST_CHANNEL_KEYS is empty: a build needs the public key of its server');
  return {
    root: import.meta.dirname,
    plugins: [react(), isFake ? fakeEntry() : noSchemas()],
    define: { __CHANNEL_KEYS__: keys },
    server: { host: '127.0.0.1' },
    build: {
      target: 'es2024',
      modulePreload: { polyfill: false },
      // A data: URL in a style would need a hole in the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: { treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false } },
      reportCompressedSize: false,
      outDir: isFake ? 'gallery/dist' : 'dist',
      emptyOutDir: true,
    },
  };
});
