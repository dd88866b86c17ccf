import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';

/**
 * Files for spreadsheets. Whatever stands in a cell may come from a member, and the file is opened on an operator's computer: nothing in it may be
 * taken for a formula, and no character may end a cell or a file early.
 */

export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

export interface Sheet {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Control characters, of which XML refuses most, and what turns the reading direction around. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\uFFFE\uFFFF]|\p{Cs}/gu;
const clean = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll(UNSEEN, ' '));

/** Puts an apostrophe before what a spreadsheet would run, and begins with the mark by which it knows UTF-8. */
const toCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(stringify(rows.map(clean), { bom: true, escape_formulas: true, record_delimiter: 'windows' }));

/** Every cell says that it is a text, so no program computes it. */
const toXlsx = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  writeXlsxFile(rows.map((cells) => clean(cells).map((value) => ({ value, type: String })))).toBuffer();

export async function writeSheet(format: SheetFormat, { head, rows }: Sheet): Promise<Buffer> {
  const all = [head, ...rows];
  return format === 'csv' ? toCsv(all) : toXlsx(all);
}
