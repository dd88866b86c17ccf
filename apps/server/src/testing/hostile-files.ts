import { deflateSync } from 'node:zlib';
import type { UploadPurpose } from '@holdfast/contract/rules';
import sharp from 'sharp';
import type { FileFault } from '#platform/images/inspect.ts';
import { photo } from './pictures.ts';

/**
 * Files that somebody sends who means harm, made here so that none of them lies in the repository. Each has the name of its fault. For tests
 * only.
 */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly fault: FileFault;
  /** Identity pictures if nothing is said. */
  readonly purpose?: UploadPurpose;
}

const latin1 = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1');
const joined = (...parts: readonly (Uint8Array | string)[]): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)));
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

const SIGNATURE = latin1('\x89PNG\r\n\x1a\n');
/** One chunk of a PNG, with its right checksum. */
export function chunk(kind: string, data: Uint8Array): Buffer<ArrayBuffer> {
  const body = joined(kind, data);
  return joined(u32(data.length), body, u32(crc32(body)));
}

/** A PNG of one grey, a bit for each pixel: the smallest file for the most pixels. */
export function greyPng(
  width: number,
  height: number,
  ...between: readonly Uint8Array[]
): Buffer<ArrayBuffer> {
  const header = chunk('IHDR', joined(u32(width), u32(height), '\x01\0\0\0\0'));
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return joined(
    SIGNATURE,
    header,
    ...between,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  );
}

/** What comes right behind the first marker of a JPEG. */
const withSegment = (jpeg: Uint8Array, marker: number, text: string): Buffer<ArrayBuffer> => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return joined(jpeg.subarray(0, 2), Buffer.of(0xff, marker), length, text, jpeg.subarray(2));
};

/** A JPEG whose header claims another size. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer<ArrayBuffer> {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at < changed.length;) {
    const marker = changed[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      changed.writeUInt16BE(height, at + 5);
      changed.writeUInt16BE(width, at + 7);
      return changed;
    }
    at += 2 + changed.readUInt16BE(at + 2);
  }
  throw new RangeError('a JPEG has a frame');
}

const PAGE = '<html><script>alert(document.domain)</script></html>';
const ZIP = `PK\x03\x04${'\0'.repeat(26)}x.classPK\x05\x06${'\0'.repeat(18)}`;
const GIF = 'GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

function wrongTypes(): HostileFile[] {
  const fault = 'UPLOAD_TYPE_NOT_ALLOWED';
  const files: Readonly<Record<string, string>> = {
    'an SVG': `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
    'a page': PAGE,
    'a GIF': GIF,
    'a GIF that is an archive': GIF + ZIP,
    'a HEIC': `\0\0\0\x18ftypheic\0\0\0\0mif1heic`,
    'an archive': ZIP,
    'a program': `\x7fELF\x02\x01\x01${'\0'.repeat(60)}`,
    'a BMP': `BM${'\0'.repeat(60)}`,
    'a TIFF': `II*\0${'\0'.repeat(60)}`,
    'a PDF where a picture is asked': PDF,
    'one byte': '\xff',
    'a JPEG without its first byte': '\xd8\xff\xe0',
  };
  return Object.entries(files).map(([name, text]) => ({ name, bytes: latin1(text), fault }));
}

function damaged(
  jpeg: Buffer<ArrayBuffer>,
  png: Buffer<ArrayBuffer>,
  webp: Buffer<ArrayBuffer>,
): HostileFile[] {
  const fault = 'UPLOAD_DAMAGED';
  const cut = (name: string, bytes: Buffer<ArrayBuffer>) =>
    [3, 40, bytes.length >> 1, bytes.length - 1].map((length) => ({
      name: `${name} of its first ${length === bytes.length - 1 ? 'but one' : length} bytes`,
      bytes: Buffer.from(bytes.subarray(0, length)),
      fault: length === 3 && name !== 'a JPEG' ? 'UPLOAD_TYPE_NOT_ALLOWED' : fault,
    })) satisfies HostileFile[];
  const badSum = Buffer.from(png);
  badSum[png.indexOf('IDAT') + 20] = (badSum[png.indexOf('IDAT') + 20] ?? 0) ^ 0xff;
  const noPixels = joined(
    SIGNATURE,
    chunk('IHDR', joined(u32(8), u32(8), '\x08\x02\0\0\0')),
    chunk('IEND', Buffer.alloc(0)),
  );
  return [
    ...cut('a JPEG', jpeg),
    ...cut('a PNG', png),
    ...cut('a WebP', webp),
    { name: 'a PNG with a wrong checksum', bytes: badSum, fault },
    { name: 'a PNG without pixels', bytes: noPixels, fault },
    { name: 'a PNG of no width', bytes: greyPng(0, 8), fault },
    { name: 'a JPEG of no height', bytes: claiming(jpeg, 640, 0), fault },
    { name: 'a JPEG of markers alone', bytes: latin1('\xff\xd8\xff\xd9'), fault },
    {
      name: 'a PDF without an end',
      bytes: latin1(PDF.replace('%%EOF\n', '')),
      fault,
      purpose: 'order-proof',
    },
  ];
}

async function moving(): Promise<HostileFile[]> {
  const fault = 'UPLOAD_ANIMATED';
  const frame = (background: string) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['#f00', '#0f0'].map(frame));
  const webp = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  return [
    { name: 'an animated PNG', bytes: greyPng(16, 16, chunk('acTL', joined(u32(2), u32(0)))), fault },
    { name: 'an animated WebP', bytes: Buffer.from(webp), fault },
  ];
}

function bombs(jpeg: Buffer<ArrayBuffer>, webp: Buffer<ArrayBuffer>): HostileFile[] {
  const fault = 'UPLOAD_TOO_MANY_PIXELS';
  const vp8x = joined('VP8X', Buffer.of(10, 0, 0, 0), '\0\0\0\0', '\xff\x3f\0', '\xff\x3f\0');
  const wide = joined(webp.subarray(0, 12), vp8x, webp.subarray(12));
  wide.writeUInt32LE(wide.length - 8, 4);
  return [
    { name: 'a PNG of 400 megapixels', bytes: greyPng(20_000, 20_000), fault },
    { name: 'a PNG of one pixel more than there may be', bytes: greyPng(50_000_001, 1), fault },
    { name: 'a JPEG that claims 4,000 megapixels', bytes: claiming(jpeg, 65_500, 65_500), fault },
    { name: 'a WebP on a canvas of 268 megapixels', bytes: wide, fault },
  ];
}

function mixed(
  jpeg: Buffer<ArrayBuffer>,
  png: Buffer<ArrayBuffer>,
  webp: Buffer<ArrayBuffer>,
): HostileFile[] {
  const fault = 'UPLOAD_MIXED';
  const intoPng = (kind: string, text: string) =>
    joined(png.subarray(0, 33), chunk(kind, latin1(text)), png.subarray(33));
  const chunkOfWebp = joined('EXIF', Buffer.of(PAGE.length, 0, 0, 0), PAGE);
  const inWebp = joined(webp, chunkOfWebp);
  inWebp.writeUInt32LE(inWebp.length - 8, 4);
  const files: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
    'a JPEG with an archive behind it': joined(jpeg, ZIP),
    'a JPEG with a page behind it': joined(jpeg, PAGE),
    'a JPEG with a film behind it': joined(jpeg, '\0\0\0\x18ftypmp42'),
    'a JPEG with a page in its comment': withSegment(jpeg, 0xfe, PAGE),
    'a JPEG with PHP in its EXIF': withSegment(jpeg, 0xe1, `Exif\0\0<?php system($_GET[0]); ?>`),
    'a JPEG with an archive in a segment': withSegment(jpeg, 0xed, ZIP),
    'a PNG with a page behind it': joined(png, PAGE),
    'a PNG with a script in its text': intoPng('tEXt', `Comment\0${PAGE}`),
    'a PNG with an archive in a chunk of its own': intoPng('prVt', ZIP),
    'a WebP with an archive behind it': joined(webp, ZIP),
    'a WebP with a page in its EXIF': inWebp,
  };
  const pdfs: Readonly<Record<string, string>> = {
    'a PDF with a script': PDF.replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
    'a PDF that starts a program': PDF.replace('/Catalog', '/Catalog/AA<</O<</S/Launch/F(cmd.exe)>>>>'),
    'a PDF with a file inside': PDF.replace('/Catalog', '/Catalog/Names<</EmbeddedFile 2 0 R>>'),
    'a PDF with an archive behind it': PDF + ZIP,
  };
  return [
    ...Object.entries(files).map(([name, bytes]) => ({ name, bytes, fault }) as const),
    ...Object.entries(pdfs).map(
      ([name, text]) => ({ name, bytes: latin1(text), fault, purpose: 'order-proof' }) as const,
    ),
  ];
}

/** Good files of each format, which the bad ones are made of. */
export async function goodFiles() {
  const jpeg = await photo({ width: 320, height: 240 });
  const [png, webp] = await Promise.all([sharp(jpeg).png().toBuffer(), sharp(jpeg).webp().toBuffer()]);
  return { jpeg, png: Buffer.from(png), webp: Buffer.from(webp) };
}

export async function hostileFiles(): Promise<HostileFile[]> {
  const { jpeg, png, webp } = await goodFiles();
  return [
    { name: 'of no bytes', bytes: Buffer.alloc(0), fault: 'UPLOAD_EMPTY' },
    ...wrongTypes(),
    ...damaged(jpeg, png, webp),
    ...(await moving()),
    ...bombs(jpeg, webp),
    ...mixed(jpeg, png, webp),
  ];
}
