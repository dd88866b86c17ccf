import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { makeSheet, type Shot } from './sheet.ts';

/** Two cores: one page draws while the other one's picture is packed. */
const PAGES = 2;

/** Names its contact sheet, and what stands above the pictures. */
interface Pictured {
  readonly name: string;
  readonly title: string;
  readonly address: string;
}

interface Gallery<P extends Pictured> {
  readonly out: string;
  readonly browser: Browser;
  readonly pictures: readonly P[];
  /** `tell`: of what is wrong with a picture that could be taken all the same. */
  readonly shoot: (picture: P, tell: (fault: string) => void) => Promise<readonly Shot[]>;
}

/** Moments are named by what happens in them. */
const fileNameOf = (state: string): string => state.replaceAll(/[^\w]+/g, '-');

async function makeOne<P extends Pictured>(
  { out, browser, shoot }: Gallery<P>,
  picture: P,
  tell: (fault: string) => void,
): Promise<string> {
  const shots = await shoot(picture, tell);
  const folder = join(out, picture.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { state, language, theme, width, png } of shots)
    writeFileSync(join(folder, `${fileNameOf(state)}-${width}-${language}-${theme}.png`), png);
  const file = `${folder}.png`;
  writeFileSync(file, await makeSheet(browser, { ...picture, shots }));
  return `${file}  (${shots.length} pictures)`;
}

/** The pictures that were named on the command line; all of them if none was. */
export function choosePictures<P extends Pictured>(
  all: readonly P[],
  names: readonly string[],
): readonly P[] {
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0)
    throw new Error(`no such screen; there are: ${all.map(({ name }) => name).join(', ')}`);
  return chosen;
}

/** Takes from one list with several hands; says what goes wrong, and at the end whether nothing did. */
export async function makeSheets<P extends Pictured>(gallery: Gallery<P>): Promise<boolean> {
  mkdirSync(gallery.out, { recursive: true });
  const waiting = [...gallery.pictures];
  let failures = 0;
  // At once: a run of everything takes long, and what it finds can be mended meanwhile.
  const fail = (fault: string): void => {
    failures += 1;
    process.stderr.write(`FAIL ${fault}\n`);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        process.stdout.write(`${await makeOne(gallery, next, fail)}\n`);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: PAGES }, work));
  process.stdout.write(`${gallery.pictures.length} sheets, ${failures} faults\n`);
  return failures === 0;
}
