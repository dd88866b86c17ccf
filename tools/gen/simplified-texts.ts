import { Converter } from 'opencc-js/t2cn';
import { isTestFile } from '../boundaries.ts';
import type { Module } from '../tidy/source.ts';
import { SIMPLIFIED_TERMS } from './simplified-terms.ts';

/**
 * The texts of the app in simplified Chinese (zh-CN), made from those in zh-TW: characters and phrases by OpenCC, then the terms that a
 * reader of zh-CN would say otherwise. A table from text to text, loaded by those alone who chose that language.
 */

const TEXTS = /^apps\/member\/src\/.*\.words\.ts$|^packages\/(contract|client)\/src\//;
const HAN = /\p{Script=Han}/u;

const toCn = Converter({ from: 'twp', to: 'cn' });

export function toSimplifiedText(text: string): string {
  return SIMPLIFIED_TERMS.reduce((done, [from, to]) => done.replaceAll(from, to), toCn(text));
}

/** Every text with Chinese in it, each once, in a fixed order. */
function textsOf(modules: readonly Module[]): string[] {
  const found = modules
    .filter(({ path }) => TEXTS.test(path) && !isTestFile(path) && !path.includes('/generated/'))
    .flatMap(({ strings }) => strings.map(({ text }) => text))
    .filter((text) => HAN.test(text));
  return [...new Set(found)].toSorted();
}

export function simplifiedTextsModule(modules: readonly Module[]): string {
  const rows = textsOf(modules)
    .map((text) => [text, toSimplifiedText(text)] as const)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `  [${JSON.stringify(from)}, ${JSON.stringify(to)}],\n`);
  return `/** zh-TW text -> zh-CN text, as far as they differ. */\nexport const SIMPLIFIED_TEXTS: readonly (readonly [string, string])[] = [\n${rows.join('')}];\n`;
}
