import { partsOfZip } from '@holdfast/testkit/zip';
import { expect, it } from 'vitest';
import { writeSheet } from './sheet.ts';

const head = ['account'];
const csvOf = async (cell: string) => (await writeSheet('csv', { head, rows: [[cell]] })).toString('utf8');

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '=cmd|"/c calc"!A1'])(
  'writes %s as a text that no spreadsheet runs',
  async (cell) => {
    const line = (await csvOf(cell)).split('\r\n')[1] ?? '';
    expect(line).toMatch(/^"?'/);
    const parts = partsOfZip(await writeSheet('xlsx', { head, rows: [[cell]] }));
    expect(parts).not.toContain('<f>');
    expect(parts).toContain('t="s"');
  },
);

it('keeps a cell one cell, whatever stands in it', async () => {
  expect(await csvOf('a,"b"\r\nc')).toBe('\uFEFFaccount\r\n"a,""b""  c"\r\n');
});

it('writes no character that an XML file may not hold, or that turns the text around', async () => {
  const parts = partsOfZip(await writeSheet('xlsx', { head, rows: [['a\u0000b\u001Bc\u202Ed<e>']] }));
  expect(parts).toContain('a b c d&lt;e&gt;');
});
