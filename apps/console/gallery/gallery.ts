// The console's part of `npm run gallery` (tools/gallery.ts): one contact sheet for each screen, from the console's real code on a fake
// server: both themes and languages, a wide window and a narrow one, and the states that the screen can be in. A page that throws, that axe
// finds something on, or that is wider than its window fails. Nothing of it is committed.
import { join } from 'node:path';
import { choosePictures, launchBrowser, makeSheets } from '@holdfast/testkit/gallery';
import { build } from 'vite';
import { PICTURES } from './screens.ts';
import { shoot } from './shoot.ts';

const CONSOLE = join(import.meta.dirname, '..');
const OUT = join(CONSOLE, '..', '..', '.data', 'gallery');
const APP = join(OUT, 'console-app');

const pictures = choosePictures(PICTURES, process.argv.slice(2));
await build({
  root: CONSOLE,
  configFile: join(CONSOLE, 'vite.config.ts'),
  mode: 'fake',
  logLevel: 'warn',
  build: { outDir: APP },
});
const browser = await launchBrowser();
try {
  const isWhole = await makeSheets({
    out: OUT,
    browser,
    pictures,
    shoot: (picture, tell) => shoot({ browser, folder: APP, tell }, picture),
  });
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await browser.close();
}
