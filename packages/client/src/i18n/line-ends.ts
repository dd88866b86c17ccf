/**
 * Where a line may end (docs/decisions/0042-where-a-line-ends.md). Chinese is written without spaces, and a browser would end a line
 * between any two characters. The style sheet forbids that (`word-break: keep-all`), and the texts have marks where a line may end: between
 * words by the build, which knows the texts; never inside a number and its unit when the app has filled in the numbers.
 */
const MAY_END = '\u200b'; // a zero-width space
const NO_BREAK_SPACE = '\u00a0';
const WORD_JOINER = '\u2060';

/** `NT$ 100`, `500 TWD`, `3 秒`, `2 分 10 秒` */
const NUMBER_SPACE = /(?<=\d) (?=\p{L})|(?<=\$) (?=\d)|(?<=\d (?:\p{Script=Han}{1,2}|[a-z]{1,3})) (?=\d)/gu;

/** `500–20,000` */
const RANGE_DASH = /(?<=\d–)(?=\d)/g;

/** A number stays on one line with its currency, with its unit or with what it counts. */
export function keepTogether(text: string): string {
  return text.replace(NUMBER_SPACE, NO_BREAK_SPACE).replace(RANGE_DASH, WORD_JOINER);
}

const HAN_RUN = /\p{Script=Han}{2,}/gu;

/** Single characters are joined into groups of this length at most. */
const GROUP_MAX = 4;

/** Words; a single character goes with what follows it (請輸入, 的銀行), the last one with what it ends (分鐘內). */
function groupsOf(run: string, words: Intl.Segmenter): string[] {
  const groups: string[] = [];
  let isOpen = false;
  for (const { segment: word } of words.segment(run)) {
    const last = groups.at(-1);
    if (last !== undefined && isOpen && last.length + word.length <= GROUP_MAX)
      groups[groups.length - 1] = last + word;
    else groups.push(word);
    isOpen = word.length === 1;
  }
  const [before, end] = groups.slice(-2);
  return end?.length === 1 ? [...groups.slice(0, -2), `${before}${end}`] : groups;
}

/** Marks the ends of words. For the build: browsers have different dictionaries, or none, and the first paint must look as the app does. */
export function markWordEnds(text: string): string {
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  return text.replace(HAN_RUN, (run) => groupsOf(run, words).join(MAY_END));
}

/** The text as it was written: what is looked up, or compared with. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u200b\u2060]/g, '').replaceAll(NO_BREAK_SPACE, ' ');
}
