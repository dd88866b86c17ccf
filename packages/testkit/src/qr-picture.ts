import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';

const { resolve } = createRequire(import.meta.url);
const wasmOf = (file: string) => new Uint8Array(readFileSync(resolve(`zxing-wasm/${file}`))).buffer;
prepareReader({ overrides: { wasmBinary: wasmOf('reader/zxing_reader.wasm') } });
prepareWriter({ overrides: { wasmBinary: wasmOf('writer/zxing_writer.wasm') } });

/** The picture of a QR code as an app shows it. */
export async function qrPicture(text: string): Promise<Buffer<ArrayBuffer>> {
  const { image, error } = await writeBarcode(text, { format: 'QRCode', scale: 8 });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** What the QR codes in a picture say. */
export async function readQr(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}
