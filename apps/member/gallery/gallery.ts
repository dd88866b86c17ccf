// The member app's part of `npm run gallery` (tools/gallery.ts): one contact sheet for each screen, from the app's real code on the fake
// world: both themes, a phone and a wide window, both languages, and the states that the screen can be in. A page that throws, that axe
// finds something on, or that is wider than its window fails. Sheets and single pictures go to .data/gallery; nothing of it is committed. With `--readme` it then renews docs/pictures, which are.
import { join } from 'node:path';
import { choosePictures, launchBrowser, makeSheets } from '@holdfast/testkit/gallery';
import { build } from 'vite';
import { makeReadmePictures } from './readme.ts';
import { PICTURES } from './screens.ts';
import { shoot } from './shoot.ts';

const MEMBER = join(import.meta.dirname, '..');
const ROOT = join(MEMBER, '..', '..');
const OUT = join(ROOT, '.data', 'gallery');
const APP = join(OUT, 'app');

const isForReadme = process.argv.includes('--readme');
const pictures = choosePictures(
  PICTURES,
  process.argv.slice(2).filter((argument) => argument !== '--readme'),
);
await build({
  root: MEMBER,
  configFile: join(MEMBER, 'vite.config.ts'),
  mode: 'fake',
  logLevel: 'warn',
  // Beside the pictures: `vite build --mode fake` by hand writes elsewhere, perhaps at the same time.
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
  if (isForReadme) await makeReadmePictures(browser, { from: OUT, to: join(ROOT, 'docs', 'pictures') });
} finally {
  await browser.close();
}
