// What the intro video shows, drawn in a page: one balance bar that is held in amber and then set free in green.
// A frame is drawn from its time alone, so that the video comes out the same however slow the machine is.

/** In the video's own pixels; square, so that it fits a phone held either way and a wide window. */
export const SIZE = 720;
export const SECONDS = 5;

export interface Look {
  readonly hero: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly track: string;
  readonly free: string;
  readonly held: string;
  readonly font: string;
  readonly mark: CanvasImageSource;
}

const EDGE = 56;
const BAR = { top: 432, height: 40 } as const;

interface Span {
  readonly from: number;
  readonly until: number;
}

/** The close icon lies over the top right corner, the controls over the bottom: nothing that is to be read stands there. */
const CAPTIONS = [
  { large: '先保管，', small: 'Held first,', size: 76 },
  { large: '再放行。', small: 'released after.', size: 76 },
  { large: '每一筆交易都有人守著。', small: 'Every trade is watched over.', size: 52 },
] as const;
/** The next caption wipes over the one before. A fade would change every pixel of the text in every frame: three times the bytes. */
const WIPES: readonly Span[] = [
  { from: 1.8, until: 2.4 },
  { from: 3.4, until: 4 },
];
const HELD_GROWS: Span = { from: 0.4, until: 1.6 };
const LEGEND_WIPE: Span = { from: 2.4, until: 2.8 };
const FREE_GROWS: Span = { from: 2, until: 3.2 };
/** There from the first frame on, which is what a player shows before it plays. */
const HELD_AT_START = 0.25;

/** From 0 to 1 between two moments, slow at both ends. */
function progress({ from, until }: Span, seconds: number): number {
  const part = Math.min(Math.max((seconds - from) / (until - from), 0), 1);
  return part * part * (3 - 2 * part);
}

/** Draws only what lies between two shares of the width. */
function within(
  context: CanvasRenderingContext2D,
  [left, right]: readonly [number, number],
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(left * SIZE, 0, (right - left) * SIZE, SIZE);
  context.clip();
  draw();
  context.restore();
}

function drawBrand(context: CanvasRenderingContext2D, { mark, ink, font }: Look): void {
  context.drawImage(mark, EDGE, EDGE, 60, 60);
  context.fillStyle = ink;
  context.font = `600 32px ${font}`;
  context.textBaseline = 'middle';
  context.fillText('穩付 Holdfast', EDGE + 78, EDGE + 31);
}

function drawCaptions(context: CanvasRenderingContext2D, seconds: number, look: Look): void {
  context.textBaseline = 'alphabetic';
  for (const [at, caption] of CAPTIONS.entries()) {
    const [before, after] = [WIPES[at - 1], WIPES[at]];
    const left = after ? progress(after, seconds) : 0;
    const right = before ? progress(before, seconds) : 1;
    within(context, [left, right], () => {
      context.fillStyle = look.ink;
      context.font = `700 ${caption.size}px ${look.font}`;
      context.fillText(caption.large, EDGE, 310);
      context.fillStyle = look.inkSoft;
      context.font = `400 34px ${look.font}`;
      context.fillText(caption.small, EDGE, 368);
    });
  }
}

function drawBar(context: CanvasRenderingContext2D, seconds: number, look: Look): void {
  const width = SIZE - 2 * EDGE;
  const held = HELD_AT_START + (1 - HELD_AT_START) * progress(HELD_GROWS, seconds);
  const parts = [
    [look.track, 1],
    [look.held, held],
    [look.free, progress(FREE_GROWS, seconds)],
  ] as const;
  context.save();
  context.beginPath();
  context.roundRect(EDGE, BAR.top, width, BAR.height, BAR.height / 2);
  context.clip();
  for (const [colour, share] of parts) {
    context.fillStyle = colour;
    context.fillRect(EDGE, BAR.top, width * share, BAR.height);
  }
  context.restore();
}

function drawLegend(context: CanvasRenderingContext2D, seconds: number, look: Look): void {
  const freed = progress(LEGEND_WIPE, seconds);
  const lines = [
    [look.held, '保管中  Held', [freed, 1]],
    [look.free, '可用  Available', [0, freed]],
  ] as const;
  context.textBaseline = 'middle';
  context.font = `600 28px ${look.font}`;
  for (const [colour, text, part] of lines)
    within(context, part, () => {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(EDGE + 10, 526, 10, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = look.ink;
      context.fillText(text, EDGE + 34, 527);
    });
}

export function drawFrame(context: CanvasRenderingContext2D, seconds: number, look: Look): void {
  context.fillStyle = look.hero;
  context.fillRect(0, 0, SIZE, SIZE);
  drawBrand(context, look);
  drawCaptions(context, seconds, look);
  drawBar(context, seconds, look);
  drawLegend(context, seconds, look);
}
