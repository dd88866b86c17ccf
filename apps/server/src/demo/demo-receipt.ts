import sharp from 'sharp';

/**
 * Receipts of banks that do not exist: what a payer shows in the demo world, and what tests compare pictures on. Drawn from rectangles, because
 * a machine may have no font for them.
 */

/** Two apps that look unlike each other, as those of two banks do. */
export type ReceiptApp = 'kelp' | 'tide';

export interface Receipt {
  readonly app: ReceiptApp;
  /** Whole NT$. */
  readonly amount: number;
  readonly lastFive: string;
  /** As the app prints it: digits alone. */
  readonly at: string;
  /** The bank's own number of the transfer. */
  readonly reference: string;
}

export const RECEIPT_SIZE = { width: 720, height: 1280 } as const;

/** Which of the seven strokes each digit has: top, upper left, upper right, middle, lower left, lower right, bottom. */
const STROKES = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
] as const;

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(width, height) / 3}" fill="${fill}"/>`;

/** A number as a row of strokes, `size` high. */
function digits(
  text: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const [half, thick] = [size / 2, Math.max(3, size / 9)];
  return Array.from(text)
    .map((digit, place) => {
      const left = x + place * size * 0.75;
      const at: readonly [number, number, number, number][] = [
        [left, y, half, thick],
        [left, y, thick, half],
        [left + half - thick, y, thick, half],
        [left, y + half - thick / 2, half, thick],
        [left, y + half, thick, half],
        [left + half - thick, y + half, thick, half],
        [left, y + size - thick, half, thick],
      ];
      const on = STROKES[Number(digit)] ?? '';
      return at.map((box, stroke) => (on[stroke] === '1' ? rect(...box, fill) : '')).join('');
    })
    .join('');
}

/** A line of print that nobody reads: a bar. */
const print = (x: number, y: number, width: number, fill: string) => rect(x, y, width, 18, fill);

function kelp({ amount, lastFive, at, reference }: Receipt): string {
  const [ink, soft] = ['#10201c', '#9aa8a2'];
  const row = (y: number, value: string, label: number) =>
    print(60, y, label, soft) +
    digits(value, { x: 330, y: y - 10, size: 38, fill: ink }) +
    rect(60, y + 50, 600, 2, '#dddddd');
  return [
    rect(0, 0, 720, 1280, '#ffffff'),
    rect(0, -20, 720, 180, '#0b6b53'),
    rect(280, 60, 160, 30, '#ffffff'),
    `<circle cx="360" cy="290" r="62" fill="#0b6b53"/><path d="M330 290l22 24 40-46" stroke="#fff" stroke-width="12" fill="none"/>`,
    digits(String(amount), { x: 250, y: 400, size: 84, fill: ink }),
    row(600, lastFive, 160),
    row(700, at.slice(0, 8), 120),
    row(800, at.slice(8), 140),
    row(900, reference, 180),
    rect(60, 1100, 600, 90, '#0b6b53'),
  ].join('');
}

function tide({ amount, lastFive, at, reference }: Receipt): string {
  const [ink, soft] = ['#f2f4ff', '#7a82b8'];
  const row = (y: number, value: string, label: number) =>
    print(80, y, label, soft) + digits(value, { x: 80, y: y + 36, size: 44, fill: ink });
  return [
    rect(0, 0, 720, 1280, '#1b2048'),
    rect(40, 120, 640, 300, '#323a7d'),
    print(80, 160, 220, soft),
    digits(String(amount), { x: 80, y: 230, size: 110, fill: '#ffd166' }),
    rect(40, 450, 640, 620, '#262c5e'),
    row(490, at, 190),
    row(630, lastFive, 240),
    row(770, reference, 150),
    rect(500, 960, 150, 80, '#ffd166'),
  ].join('');
}

/** The receipt as its app would be photographed by the telephone itself. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { width, height } = RECEIPT_SIZE;
  const body = receipt.app === 'kelp' ? kelp(receipt) : tide(receipt);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
}
