import { countCharacters } from './clauses.ts';

/** A line that somebody writes to the other side of an order. */

export const MESSAGE_LENGTH_MAX = 500;

/** Control characters but the line's end, and what turns the direction of writing: a text says what it seems to say. */
const INVISIBLE = /(?!\n)\p{Cc}|[\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** A message as it is kept: canonical composition, nothing invisible, at most one empty line in a row. */
export function normalizeMessage(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether `text` (normalised) can be sent. */
export function isMessage(text: string): boolean {
  const length = countCharacters(text);
  return length > 0 && length <= MESSAGE_LENGTH_MAX;
}
