// The service worker and the manifest: the app can be installed, and starts without a network. vite-plugin-pwa compiles src/sw and writes into
// it which files the build has; what the worker does with them stands there.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';

const PAGE = 'index.html';

const MANIFEST: Partial<ManifestOptions> = {
  id: '/',
  name: '穩付 Holdfast',
  short_name: '穩付',
  description: '先保管，再放行。',
  lang: 'zh-TW',
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  theme_color: '#0f2a24',
  background_color: '#f5f3ee',
  categories: ['finance'],
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};

/** Names the build in its page, after everything else that stands in it. */
function nameBuild(onName: (build: string) => void): Plugin {
  return {
    name: 'holdfast:name-build',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== 'asset') throw new Error('worker: the build has no page');
        const source = String(page.source);
        const build = createHash('sha256').update(source).digest('hex').slice(0, 16);
        page.source = source.replace('<html ', `<html data-build="${build}" `);
        onName(build);
      },
    },
  };
}

export function worker(): Plugin[] {
  let build = '';
  const pwa = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/sw',
    filename: 'sw.ts',
    // The app registers it, late (src/platform/worker).
    injectRegister: false,
    manifest: MANIFEST,
    includeManifestIcons: false,
    injectManifest: {
      // WebAssembly that reads QR codes, the film and the icons are had when they are needed, and are of no use without a network.
      globPatterns: ['index.html', 'assets/*.js', 'mark.svg'],
      rollupFormat: 'iife',
      manifestTransforms: [
        async (entries) => ({
          manifest: entries
            .filter(({ url }) => url !== 'manifest.webmanifest')
            .map((entry) => (entry.url === PAGE ? { ...entry, revision: build } : entry)),
          warnings: [],
        }),
      ],
    },
  });
  return [nameBuild((name) => (build = name)), ...pwa];
}
