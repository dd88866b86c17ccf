import { inflateRawSync } from 'node:zlib';

/** The text of every part of a zip archive, by its local headers: what a spreadsheet program reads in an XLSX file. */
export function partsOfZip(zip: Buffer): string {
  const texts: string[] = [];
  for (let at = zip.indexOf('PK\u0003\u0004'); at >= 0; at = zip.indexOf('PK\u0003\u0004', at + 4)) {
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    // Every part is compressed, and ends by itself.
    texts.push(inflateRawSync(zip.subarray(begin)).toString('utf8'));
  }
  return texts.join('\n');
}
