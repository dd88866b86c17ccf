import { withoutMarks } from './line-ends.ts';

/**
 * Simplified Chinese is a table from zh-TW text to zh-CN text (`npm run gen`), loaded only for those who chose it. A text that the
 * table does not have stays in traditional characters, which a reader of zh-CN understands.
 */
let table: ReadonlyMap<string, string> = new Map();

/** Sets the table, once it has been loaded. */
export function setSimplifiedTexts(texts: readonly (readonly [string, string])[]): void {
  table = new Map(texts.map(([from, to]) => [withoutMarks(from), to]));
}

export function toSimplified(text: string): string {
  return table.get(withoutMarks(text)) ?? text;
}
