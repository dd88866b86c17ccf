import { openPicture, writePicture, type Crop } from '@holdfast/client/files';
import { UPLOAD_RULES } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import {
  prepareZXingModule,
  purgeZXingModule,
  readBarcodes,
  type Position,
  type ReadResult,
} from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { CodeReader } from './port.ts';

/** The reader that the server has too, as WebAssembly of our own origin. This file is loaded when a picture is chosen. */

const SIDE = UPLOAD_RULES['pay-account-qr'].sidePixels;
/** The quiet zone around a code, as a share of its size. */
const MARGIN = 0.15;
/** More codes in one picture are not a choice any more. */
const CODES_MAX = 4;

/** What is read: the picture, no larger than the server will have it. */
function pixelsOf(picture: ImageBitmap): { readonly pixels: ImageData; readonly scale: number } {
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new AppError('UPLOAD_DAMAGED');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { pixels: context.getImageData(0, 0, canvas.width, canvas.height), scale };
}

async function read(pixels: ImageData): Promise<ReadResult[]> {
  prepareZXingModule({ overrides: { locateFile: () => wasmAddress } });
  try {
    return await readBarcodes(pixels, {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: CODES_MAX,
      textMode: 'Plain',
    });
  } catch (cause) {
    // Its file did not come: the next picture asks for it again.
    purgeZXingModule();
    throw new AppError('CONNECTION_UNSTABLE', {}, { cause });
  }
}

/** The part of the picture that holds the code and what must be clear around it. */
function cropOf(
  { topLeft, topRight, bottomLeft, bottomRight }: Position,
  picture: ImageBitmap,
  scale: number,
): Crop {
  const corners = [topLeft, topRight, bottomLeft, bottomRight];
  const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => y / scale)];
  const margin = MARGIN * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    left,
    top,
    width: Math.min(picture.width, Math.ceil(Math.max(...xs) + margin)) - left,
    height: Math.min(picture.height, Math.ceil(Math.max(...ys) + margin)) - top,
  };
}

export const readCodes: CodeReader = async (file) => {
  const picture = await openPicture(file);
  try {
    const { pixels, scale } = pixelsOf(picture);
    const found = (await read(pixels)).filter(({ isValid, sequenceSize }) => isValid && sequenceSize <= 1);
    return await Promise.all(
      found.map(async ({ text, position }) => ({
        text,
        picture: await writePicture(picture, cropOf(position, picture, scale), SIDE),
      })),
    );
  } finally {
    picture.close();
  }
};
