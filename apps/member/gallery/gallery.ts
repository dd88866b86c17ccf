// `npm run gallery [-- <screen> ...]`: one contact sheet for each screen, from the app's real code on the fake world: both themes, a
// phone and a wide window, both languages, and the states that the screen can be in. Sheets and single pictures go to
// .data/gallery; nothing of it is committed. With `--readme` it then renews docs/pictures, which are.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'vite';
import { makeReadmePictures } from './readme.ts';
import type { Picture } from './picture.ts';
import { PICTURES } from './screens.ts';
import { makeSheet } from './sheet.ts';
import { shoot } from './shoot.ts';

const MEMBER = join(import.meta.dirname, '..');
const ROOT = join(MEMBER, '..', '..');
const OUT = join(ROOT, '.data', 'gallery');
const APP = join(OUT, 'app');
/** Two cores: one page draws while the other one's picture is packed. */
const PAGES = 2;

/** Where the browser is: the repository's own finder says it, as a program, for an app imports nothing of the tools. */
function launchOptions() {
  const finder = join(ROOT, 'tools', 'browser', 'chromium.ts');
  const { executablePath, args, env } = JSON.parse(
    execFileSync(process.execPath, [finder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ) as { executablePath: string; args: string[]; env: Record<string, string> };
  return { executablePath, args, env: { ...process.env, ...env } as Record<string, string> };
}

const buildFakeApp = (): Promise<unknown> =>
  build({
    root: MEMBER,
    configFile: join(MEMBER, 'vite.config.ts'),
    mode: 'fake',
    logLevel: 'warn',
    // Beside the pictures: `vite build --mode fake` by hand writes elsewhere, perhaps at the same time.
    build: { outDir: APP },
  });

/** Moments are named by what happens in them. */
const fileNameOf = (state: string): string => state.replaceAll(/[^\w]+/g, '-');

async function makeOne(browser: Browser, picture: Picture): Promise<string> {
  const shots = await shoot(browser, APP, picture);
  const folder = join(OUT, picture.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { state, language, theme, width, png } of shots)
    writeFileSync(join(folder, `${fileNameOf(state)}-${width}-${language}-${theme}.png`), png);
  const file = `${folder}.png`;
  writeFileSync(file, await makeSheet(browser, { ...picture, shots }));
  return `${file}  (${shots.length} pictures)`;
}

/** Takes from one list with several hands; says all that went wrong, at the end. */
async function makeAll(browser: Browser, pictures: readonly Picture[]): Promise<string[]> {
  const waiting = [...pictures];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        process.stdout.write(`${await makeOne(browser, next)}\n`);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: PAGES }, work));
  return failures;
}

const isForReadme = process.argv.includes('--readme');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--readme');
const pictures = PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (pictures.length === 0)
  throw new Error(`no such screen; there are: ${PICTURES.map(({ name }) => name).join(', ')}`);
mkdirSync(OUT, { recursive: true });
await buildFakeApp();
const browser = await chromium.launch(launchOptions());
try {
  const failures = await makeAll(browser, pictures);
  for (const failure of failures) process.stderr.write(`FAIL ${failure}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
  if (isForReadme) await makeReadmePictures(browser, { from: OUT, to: join(ROOT, 'docs', 'pictures') });
} finally {
  await browser.close();
}
