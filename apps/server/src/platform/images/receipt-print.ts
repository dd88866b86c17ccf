import { assert } from '@holdfast/kernel';
import sharp from 'sharp';

/**
 * The print of a receipt: what a payer shows as the proof of a payment, so that the same receipt is known again when it was saved anew, cropped or
 * photographed from a screen, and two receipts of one bank's app are not taken for each other. Those differ in a few digits only, so one hash
 * of the whole picture cannot tell them apart: the print is the words of the picture, each by itself, in reading order.
 */

/** The picture is looked at in this width. */
const WIDTH = 720;
const HEIGHT_MAX = 2000;
const [CELLS_WIDE, CELLS_HIGH] = [96, 12] as const;
const CELLS = CELLS_WIDE * CELLS_HIGH;
const WORDS_MAX = 40;
/** Lower than a line of print, higher than two of them: no word. */
const [HEIGHT_MIN_PX, HEIGHT_MAX_PX] = [10, 170] as const;

export interface Word {
  /** Width by height. */
  readonly aspect: number;
  /** How much there is to compare: a bar is nearly nothing, a long number much. */
  readonly weight: number;
  /** How dark each cell is, from 0 to 15, line by line. */
  readonly cells: Uint8Array;
}

interface Mask {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** The grey that parts dark from light best (Otsu): a picture that is darker or paler as a whole is parted at another grey. */
function partingOf(grey: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sumBelow, best, parting] = [0, 0, 0, 128];
  for (let value = 0; value < 256; value += 1) {
    below += counts[value] ?? 0;
    sumBelow += (counts[value] ?? 0) * value;
    const above = grey.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2;
    if (between > best) [best, parting] = [between, value];
  }
  return parting;
}

/** Takes away what hangs together with the edge of the picture: the table beneath a telephone, a bar that was cut through. */
function clearEdges({ width, height, ink }: Mask): void {
  const open: number[] = [];
  const visit = (at: number) => {
    if (!ink[at]) return;
    ink[at] = 0;
    open.push(at);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) visit(y * width + x);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) visit(y * width + x);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
}

/** What is written: of dark and light the rarer one. */
async function inkOf(picture: Buffer): Promise<Mask> {
  const { data, info } = await sharp(picture)
    .resize({ width: WIDTH, height: HEIGHT_MAX, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * channels] ?? 0;
  const parting = partingOf(grey);
  const dark = grey.reduce((sum, value) => sum + (value <= parting ? 1 : 0), 0);
  const isDarkInk = dark * 2 < grey.length;
  const ink = grey.map((value) => (value <= parting === isDarkInk ? 1 : 0));
  const mask = { width, height, ink };
  clearEdges(mask);
  return mask;
}

/** How much ink each line has when the picture is tilted by `slope`. */
function linesOf({ width, height, ink }: Mask, slope: number): Int32Array {
  const lines = new Int32Array(height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (ink[y * width + x]) {
        const line = y + Math.round((x - width / 2) * slope);
        if (line >= 0 && line < height) lines[line] = (lines[line] ?? 0) + 1;
      }
  return lines;
}

/** A telephone is never held quite straight. Straight lines of print make the sharpest profile. */
function straighten(mask: Mask): Mask {
  const sharpness = (slope: number) => linesOf(mask, slope).reduce((sum, count) => sum + count * count, 0);
  const slopes = Array.from({ length: 25 }, (_, step) => (step - 12) * 0.0065);
  const best = slopes.reduce((one, other) => (sharpness(other) > sharpness(one) ? other : one), 0);
  const { width, height } = mask;
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const line = y + Math.round((x - width / 2) * best);
      if (mask.ink[y * width + x] && line >= 0 && line < height) ink[line * width + x] = 1;
    }
  return { width, height, ink };
}

interface Span {
  readonly from: number;
  /** Behind the last one. */
  readonly to: number;
}

/** Runs of what counts, with holes of up to `gap` in them. */
function spansOf(counts: ArrayLike<number>, least: number, gap: number): Span[] {
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < counts.length; at += 1) {
    if ((counts[at] ?? 0) < least) continue;
    const last = spans.at(-1);
    if (last && at - last.to <= gap) last.to = at + 1;
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

function wordAt({ width, ink }: Mask, rows: Span, columns: Span): Word {
  const [high, wide] = [rows.to - rows.from, columns.to - columns.from];
  const cells = new Uint8Array(CELLS);
  let changes = 0;
  for (let row = 0; row < CELLS_HIGH; row += 1)
    for (let column = 0; column < CELLS_WIDE; column += 1) {
      const [y0, y1] = [rows.from + (row * high) / CELLS_HIGH, rows.from + ((row + 1) * high) / CELLS_HIGH];
      const [x0, x1] = [
        columns.from + (column * wide) / CELLS_WIDE,
        columns.from + ((column + 1) * wide) / CELLS_WIDE,
      ];
      let [sum, count] = [0, 0];
      for (let y = Math.floor(y0); y < Math.max(Math.floor(y0) + 1, Math.floor(y1)); y += 1)
        for (let x = Math.floor(x0); x < Math.max(Math.floor(x0) + 1, Math.floor(x1)); x += 1) {
          sum += ink[y * width + x] ?? 0;
          count += 1;
        }
      const dark = Math.round((15 * sum) / Math.max(1, count));
      cells[row * CELLS_WIDE + column] = dark;
      if (column > 0 && Math.abs(dark - (cells[row * CELLS_WIDE + column - 1] ?? 0)) > 6) changes += 1;
    }
  return { aspect: wide / high, weight: changes, cells };
}

/** The words of a picture in reading order. */
export async function wordsOf(picture: Buffer): Promise<Word[]> {
  const mask = straighten(await inkOf(picture));
  const { width, height, ink } = mask;
  const rows = spansOf(linesOf(mask, 0), 2, 2).filter(
    ({ from, to }) => to - from >= HEIGHT_MIN_PX && to - from <= HEIGHT_MAX_PX,
  );
  const words = rows.flatMap((row) => {
    const columns = new Int32Array(width);
    for (let y = row.from; y < Math.min(row.to, height); y += 1)
      for (let x = 0; x < width; x += 1) if (ink[y * width + x]) columns[x] = (columns[x] ?? 0) + 1;
    return spansOf(columns, 1, Math.round((row.to - row.from) * 0.9)).map((column) => {
      // Of its own height: beside it something higher may stand in the same line.
      const lines = new Int32Array(row.to - row.from);
      for (let y = row.from; y < row.to; y += 1)
        for (let x = column.from; x < column.to; x += 1)
          if (ink[y * width + x]) lines[y - row.from] = (lines[y - row.from] ?? 0) + 1;
      const own = spansOf(lines, 1, row.to - row.from)[0] ?? { from: 0, to: row.to - row.from };
      return wordAt(mask, { from: row.from + own.from, to: row.from + own.to }, column);
    });
  });
  return words.filter(({ weight }) => weight > 0).slice(0, WORDS_MAX);
}

const SEGMENTS = 16;
const SEGMENT_WIDE = CELLS_WIDE / SEGMENTS;

/** How alike two pieces of words are, from -1 to 1. */
function likeness(a: Word, b: Word, from: number, shift: number): number {
  let [n, sumA, sumB, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let column = from; column < from + SEGMENT_WIDE; column += 1) {
    const other = column + shift;
    if (other < 0 || other >= CELLS_WIDE) continue;
    for (let row = 0; row < CELLS_HIGH; row += 1) {
      const [x, y] = [a.cells[row * CELLS_WIDE + column] ?? 0, b.cells[row * CELLS_WIDE + other] ?? 0];
      n += 1;
      sumA += x;
      sumB += y;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  const [varA, varB] = [aa - (sumA * sumA) / n, bb - (sumB * sumB) / n];
  if (varA < n && varB < n) return 1; // nothing stands in either
  return varA <= 0 || varB <= 0 ? 0 : (ab - (sumA * sumB) / n) / Math.sqrt(varA * varB);
}

/** The likeness of two words: of the least alike piece, and of all. */
export function compareWords(a: Word, b: Word): { least: number; mean: number } {
  if (Math.abs(Math.log(a.aspect / b.aspect)) > 0.2) return { least: -1, mean: -1 };
  const pieces = Array.from({ length: SEGMENTS }, (_, piece) =>
    Math.max(...[-2, -1, 0, 1, 2].map((shift) => likeness(a, b, piece * SEGMENT_WIDE, shift))),
  );
  return { least: Math.min(...pieces), mean: pieces.reduce((sum, one) => sum + one, 0) / SEGMENTS };
}

/** One wrong digit makes one piece unlike; bad light makes all of them a little less alike. */
const SAME_LEAST = 0.45;
const SAME_MEAN = 0.7;
const isSame = (a: Word, b: Word): boolean => {
  const { least, mean } = compareWords(a, b);
  return least >= SAME_LEAST && mean >= SAME_MEAN;
};

/** How much of the smaller of two prints stands in the other one in the same order, by weight. */
export function shareInCommon(a: readonly Word[], b: readonly Word[]): number {
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [one, other] = [a[i], b[j]];
      assert(one !== undefined && other !== undefined, 'inside both');
      const both = isSame(one, other) ? Math.min(one.weight, other.weight) + (best[i + 1]?.[j + 1] ?? 0) : 0;
      (best[i] as Float64Array)[j] = Math.max(both, best[i + 1]?.[j] ?? 0, best[i]?.[j + 1] ?? 0);
    }
  const weightOf = (words: readonly Word[]) => words.reduce((sum, { weight }) => sum + weight, 0);
  const smaller = Math.min(weightOf(a), weightOf(b));
  return smaller === 0 ? 0 : (best[0]?.[0] ?? 0) / smaller;
}

const WORD_BYTES = 6 + CELLS / 2;

/** A print as it is kept: two cells in a byte. */
export function packPrint(words: readonly Word[]): Buffer {
  const packed = Buffer.alloc(words.length * WORD_BYTES);
  for (const [index, { aspect, weight, cells }] of words.entries()) {
    const at = index * WORD_BYTES;
    packed.writeFloatLE(aspect, at);
    packed.writeUInt16LE(Math.min(weight, 0xffff), at + 4);
    for (let cell = 0; cell < CELLS; cell += 2)
      packed[at + 6 + cell / 2] = ((cells[cell] ?? 0) << 4) | (cells[cell + 1] ?? 0);
  }
  return packed;
}

export function unpackPrint(packed: Buffer): Word[] {
  return Array.from({ length: Math.floor(packed.length / WORD_BYTES) }, (_, index) => {
    const at = index * WORD_BYTES;
    const cells = new Uint8Array(CELLS);
    for (let cell = 0; cell < CELLS; cell += 2) {
      const both = packed[at + 6 + cell / 2] ?? 0;
      [cells[cell], cells[cell + 1]] = [both >> 4, both & 15];
    }
    return { aspect: packed.readFloatLE(at), weight: packed.readUInt16LE(at + 4), cells };
  });
}

/** Words that say little are the same in all receipts of an app, and none is looked for by them. */
const TELLING = 60;
const [BANDS, BAND_BITS] = [3, 21] as const;

/**
 * What a print is looked for by: pieces of a coarse view of its telling words. Two prints of one receipt share many, so an index finds the
 * few that are worth a comparison among any number.
 */
export function bandsOf(words: readonly Word[]): number[] {
  const bands = words
    .filter(({ weight }) => weight >= TELLING)
    .flatMap(({ cells }) => {
      const coarse = Array.from({ length: 64 }, (_, place) => {
        const [column, row] = [(place % 16) * 6, Math.floor(place / 16) * 3];
        let sum = 0;
        for (let y = row; y < row + 3; y += 1)
          for (let x = column; x < column + 6; x += 1) sum += cells[y * CELLS_WIDE + x] ?? 0;
        return sum;
      });
      const middle = coarse.toSorted((a, b) => a - b)[32] ?? 0;
      return Array.from({ length: BANDS }, (_, band) =>
        coarse
          .slice(band * BAND_BITS, (band + 1) * BAND_BITS)
          .reduce((bits, sum) => bits * 2 + (sum > middle ? 1 : 0), band),
      );
    });
  return [...new Set(bands)];
}

/** Two prints of one receipt, however it was saved, share nearly everything; those of two receipts of one app what their banks print on each. */
export const SHARE_OF_ONE = 0.82;
