/** Which parts of a sentence stay on one line. */

// A number with its currency before it and its unit behind it, or several of them (2 分 10 秒); 請 with the word it asks for.
// Punctuation goes along, because a line must not begin with it.
const SPACE = String.raw`[ \u00a0]`; // a text may come with no-break spaces already
const PARTS = [
  String.raw`[（「『(]?(?:NT\$${SPACE}?)?[+−]?\d[\d,.:–/-]*[A-Za-z%]*(?:${SPACE}?(?:\p{Script=Han}{1,3}|[A-Za-z][A-Za-z'’]*))?(?:${SPACE}\d+${SPACE}?(?:\p{Script=Han}{1,2}|[a-z]{1,3}\b))*`,
  String.raw`請\p{Script=Han}{1,2}`,
  // The name of a button, as short as those are.
  String.raw`「[^「」]{1,8}」`,
];
const UNBROKEN = new RegExp(
  String.raw`(?<![\w.,:*+\-–/•])(?:${PARTS.join('|')})[，。、；：！？）」』,.;:!?)]*`,
  'gu',
);

export interface Piece {
  readonly text: string;
  readonly isUnbroken: boolean;
}

/** The text in its pieces; put together they are the text again. */
export function splitUnbroken(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(UNBROKEN)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isUnbroken: false });
    pieces.push({ text: found, isUnbroken: true });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isUnbroken: false });
  return pieces;
}
