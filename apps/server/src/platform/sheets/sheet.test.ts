import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeSheet } from './sheet.ts';

const head = ['account'];
const csvOf = async (cell: string) => (await writeSheet('csv', { head, rows: [[cell]] })).toString('utf8');

/** The text of every part of a zip archive, by its local headers. */
function partsOf(zip: Buffer): string {
  const texts: string[] = [];
  for (let at = zip.indexOf('PK\u0003\u0004'); at >= 0; at = zip.indexOf('PK\u0003\u0004', at + 4)) {
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    // Every part is compressed, and ends by itself.
    texts.push(inflateRawSync(zip.subarray(begin)).toString('utf8'));
  }
  return texts.join('\n');
}

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '=cmd|"/c calc"!A1'])(
  'writes %s as a text that no spreadsheet runs',
  async (cell) => {
    const line = (await csvOf(cell)).split('\r\n')[1] ?? '';
    expect(line).toMatch(/^"?'/);
    const parts = partsOf(await writeSheet('xlsx', { head, rows: [[cell]] }));
    expect(parts).not.toContain('<f>');
    expect(parts).toContain('t="s"');
  },
);

it('keeps a cell one cell, whatever stands in it', async () => {
  expect(await csvOf('a,"b"\r\nc')).toBe('\uFEFFaccount\r\n"a,""b""  c"\r\n');
});

it('writes no character that an XML file may not hold, or that turns the text around', async () => {
  const parts = partsOf(await writeSheet('xlsx', { head, rows: [['a\u0000b\u001Bc\u202Ed<e>']] }));
  expect(parts).toContain('a b c d&lt;e&gt;');
});
