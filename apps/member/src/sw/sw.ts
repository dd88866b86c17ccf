// The service worker of the member app: one module for each concern, each of which adds its own listeners here. vite-plugin-pwa bundles this
// file to /sw.js, an address that never changes, and writes the files of the build into it (worker.plugin.ts).
import { followBuilds } from './builds.ts';
import { serveFiles } from './files.ts';
import { receivePushes } from './push.ts';

serveFiles();
followBuilds();
receivePushes();
