import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import type { CodeFault } from './image-job.ts';

/**
 * Reads the one QR code of a picture. It gets the pixels that were written anew, those that reviewers see; so no decoder of the library's own ever
 * meets a stranger's file. It runs in the process that unpacks pictures, under its limits of time and memory.
 */

const WASM = 'zxing-wasm/reader/zxing_reader.wasm';

let prepared: Promise<void> | undefined;
/** From our own disk: by default the library would fetch it from a host of others. */
async function prepare(): Promise<void> {
  const { buffer } = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(WASM))));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
}

export type CodeReading = { readonly code: string } | { readonly fault: CodeFault };

export async function readCode(picture: Uint8Array): Promise<CodeReading> {
  prepared ??= prepare();
  await prepared;
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const found = await readBarcodes(
    { ...pixels, colorSpace: 'srgb' },
    {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: 2,
      textMode: 'Plain',
    },
  );
  return verdictOf(found.filter(({ isValid }) => isValid));
}

/** A part of a code that goes on in another one says nothing by itself. */
function verdictOf([first, second]: readonly ReadResult[]): CodeReading {
  if (second || (first && first.sequenceSize > 1)) return { fault: 'UPLOAD_CODE_SEVERAL' };
  return first ? { code: first.text } : { fault: 'UPLOAD_CODE_NONE' };
}
