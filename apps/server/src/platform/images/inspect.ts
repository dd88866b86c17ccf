import { UPLOAD_PIXELS_MAX, type UploadType } from '@holdfast/contract/rules';

/**
 * Reads the skeleton of a file before any decoder sees it: what it is by its own bytes, how many pixels it unpacks to, whether it moves, and
 * whether it is one file only. A name or a declared type counts for nothing. Pure: bytes in, a verdict out; it never throws.
 */

export type FileFault =
  | 'UPLOAD_EMPTY'
  | 'UPLOAD_TYPE_NOT_ALLOWED'
  | 'UPLOAD_DAMAGED'
  | 'UPLOAD_ANIMATED'
  | 'UPLOAD_TOO_MANY_PIXELS'
  | 'UPLOAD_MIXED';

export type Inspection =
  | { readonly type: UploadType; readonly width: number; readonly height: number }
  | { readonly fault: FileFault };

/** What a format's own walk finds. `end`: the first byte after the file. `asides`: what no pixel is made of. */
interface Skeleton {
  readonly type: UploadType;
  readonly width: number;
  readonly height: number;
  readonly end: number;
  readonly isAnimated: boolean;
  readonly asides: readonly Buffer[];
}

const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** Beginnings of pages, programs and archives: nothing of the kind stands in what a camera writes beside a picture. */
const PAGES = /<!doctype|<html|<script|<svg|<\?php|<iframe|javascript:/i;
const OTHERS = ['%PDF-', 'PK\x03\x04', 'PK\x05\x06', '\x7fELF', 'Rar!\x1a\x07', '!<arch>'];
const isForeign = (aside: Buffer): boolean => {
  const text = aside.toString('latin1');
  return PAGES.test(text) || OTHERS.some((beginning) => text.includes(beginning));
};

const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Start of frame: all of C0 to CF but tables (C4), reserved (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the coded data after `from` end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function readJpeg(bytes: Buffer): Skeleton | undefined {
  let [at, width, height, scans] = [2, 0, 0, 0];
  const asides: Buffer[] = [];
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === 0xd9)
      return scans === 0
        ? undefined
        : { type: 'image/jpeg', width, height, end: at, isAnimated: false, asides };
    if (isStandalone(marker)) continue;
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
    if (length < 2 || at + length > bytes.length) return undefined;
    if (isFrame(marker)) {
      if (width !== 0 || length < 8) return undefined;
      [height, width] = [bytes.readUInt16BE(at + 3), bytes.readUInt16BE(at + 5)];
    }
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef))
      asides.push(bytes.subarray(at + 2, at + length));
    at += length;
    if (marker !== 0xda) continue;
    scans += 1;
    at = endOfScan(bytes, at);
  }
  return undefined;
}

const PNG_PIXELS = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

function readPng(bytes: Buffer): Skeleton | undefined {
  if (bytes.length < 33 || latin1(bytes, 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const asides: Buffer[] = [];
  let isAnimated = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const kind = latin1(bytes, at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    if (kind === 'acTL' || kind === 'fcTL') isAnimated = true;
    if (!PNG_PIXELS.includes(kind)) asides.push(bytes.subarray(at + 8, end - 4));
    if (kind === 'IEND') return { type: 'image/png', width, height, end, isAnimated, asides };
    at = end;
  }
  return undefined;
}

/** Width and height of a WebP by its first image chunk. */
function webpSize(bytes: Buffer, kind: string, at: number): readonly [number, number] | undefined {
  const u24 = (from: number) => bytes.readUIntLE(from, 3);
  if (kind === 'VP8X') return [u24(at + 4) + 1, u24(at + 7) + 1];
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(at + 1);
    return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1];
  }
  if (kind === 'VP8 ') return [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff];
  return undefined;
}

function readWebp(bytes: Buffer): Skeleton | undefined {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length || end < 30) return undefined;
  let size: readonly [number, number] | undefined;
  let isAnimated = false;
  const asides: Buffer[] = [];
  for (let at = 12; at + 8 <= end;) {
    const kind = latin1(bytes, at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = at + 8;
    if (data + length > end || (size === undefined && length < 10)) return undefined;
    size ??= webpSize(bytes, kind, data);
    if (kind === 'ANIM' || kind === 'ANMF' || (kind === 'VP8X' && ((bytes[data] ?? 0) & 0x02) !== 0))
      isAnimated = true;
    if (!['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(kind)) asides.push(bytes.subarray(data, data + length));
    at = data + length + (length % 2);
  }
  return size && { type: 'image/webp', width: size[0], height: size[1], end, isAnimated, asides };
}

/** What runs or unpacks inside a PDF, written in the plain. It is served as an attachment whatever it holds. */
const ACTIVE_PDF = /\/(JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA)\b/;
const PDF_TAIL = 1024;

function inspectPdf(bytes: Buffer): Inspection {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (end < 0) return { fault: 'UPLOAD_DAMAGED' };
  if (!/^\s*$/.test(text.slice(end + 5)) || bytes.length - end > PDF_TAIL || ACTIVE_PDF.test(text))
    return { fault: 'UPLOAD_MIXED' };
  return { type: 'application/pdf', width: 0, height: 0 };
}

function readImage(bytes: Buffer): Skeleton | 'unknown' | undefined {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xff_d8_ff) return readJpeg(bytes);
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(bytes);
  if (bytes.length >= 12 && latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP')
    return readWebp(bytes);
  return 'unknown';
}

export function inspectFile(bytes: Buffer, allowed: readonly UploadType[]): Inspection {
  if (bytes.length === 0) return { fault: 'UPLOAD_EMPTY' };
  if (latin1(bytes, 0, 5) === '%PDF-')
    return allowed.includes('application/pdf') ? inspectPdf(bytes) : { fault: 'UPLOAD_TYPE_NOT_ALLOWED' };
  const found = readImage(bytes);
  if (found === 'unknown') return { fault: 'UPLOAD_TYPE_NOT_ALLOWED' };
  if (!found || found.width === 0 || found.height === 0) return { fault: 'UPLOAD_DAMAGED' };
  const { type, width, height, end, isAnimated, asides } = found;
  if (!allowed.includes(type)) return { fault: 'UPLOAD_TYPE_NOT_ALLOWED' };
  if (isAnimated) return { fault: 'UPLOAD_ANIMATED' };
  if (width * height > UPLOAD_PIXELS_MAX) return { fault: 'UPLOAD_TOO_MANY_PIXELS' };
  const isMixed = bytes.subarray(end).some((byte) => byte !== 0) || asides.some(isForeign);
  return isMixed ? { fault: 'UPLOAD_MIXED' } : { type, width, height };
}
