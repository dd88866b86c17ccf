import { defined } from '@holdfast/kernel';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawReceipt, RESHOWN, type Receipt, type ReceiptApp } from '#testing/receipts.ts';
import {
  bandsOf,
  packPrint,
  SHARE_OF_ONE,
  shareInCommon,
  unpackPrint,
  wordsOf,
  type Word,
} from './receipt-print.ts';

/** Receipts of one payer to one seller on one day: what is hardest to tell apart. */
const receipt = (app: ReceiptApp, n: number): Receipt => ({
  app,
  amount: n === 1 ? 3000 : 3000 + n * 450,
  lastFive: '90412',
  at: `20261123${141_500 + n * 137}`,
  reference: String(7_301_924 + n * 7919),
});

describe.each(['kelp', 'tide'] as const)('a receipt of the app %s', (app) => {
  let first: Buffer;
  let prints: Word[][];
  beforeAll(async () => {
    const pictures = await Promise.all([0, 1, 2, 3].map((n) => drawReceipt(receipt(app, n))));
    first = defined(pictures[0], 'the first');
    prints = await Promise.all(pictures.map(wordsOf));
  });

  it.each(Object.entries(RESHOWN))('%s is known again, and is none of the others', async (_, way) => {
    const again = await wordsOf(await way(first));
    const [own, ...others] = prints.map((print) => shareInCommon(print, again));
    expect(own).toBeGreaterThan(SHARE_OF_ONE);
    for (const other of others) expect(other).toBeLessThan(SHARE_OF_ONE);
    const bands = new Set(bandsOf(prints[0] ?? []));
    expect(bandsOf(again).some((band) => bands.has(band))).toBe(true);
  });

  it('is not another one of the same app, payer and day, of the same amount either', () => {
    for (const [one, a] of prints.entries())
      for (const b of prints.slice(one + 1)) expect(shareInCommon(a, b)).toBeLessThan(SHARE_OF_ONE);
  });

  it('has a print that is kept as it is', () => {
    const print = prints[0] ?? [];
    expect(shareInCommon(unpackPrint(packPrint(print)), print)).toBe(1);
  });
});

it('a receipt of one app is none of another app', async () => {
  const [kelp, tide] = await Promise.all(
    (['kelp', 'tide'] as const).map(async (app) => wordsOf(await drawReceipt(receipt(app, 0)))),
  );
  expect(shareInCommon(kelp ?? [], tide ?? [])).toBeLessThan(SHARE_OF_ONE);
});

it.each(['#ffffff', '#000000', '#808080'])(
  'a picture of %s alone has no words, and no band',
  async (background) => {
    const blank = await sharp({ create: { width: 300, height: 500, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const words = await wordsOf(blank);
    expect([words, bandsOf(words)]).toEqual([[], []]);
  },
);
