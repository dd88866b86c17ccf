import { maskHolderName, maskIdentityNumber } from '@holdfast/contract/rules';
import type { Handler } from '#platform/gateway/call-table.ts';
import { writeSheet } from '#platform/sheets/sheet.ts';
import { listApplications, type ListedApplication } from './queue.store.ts';

const ROWS_MAX = 2000;

const HEAD = [
  '編號 Id',
  '帳號 Account',
  '暱稱 Nickname',
  '證件 Document',
  '姓名 Name',
  '號碼 Number',
  '次數 Version',
  '送出 Submitted',
  '狀態 State',
  '審核 Decided',
  '重複 Contested',
];

const toRow = (row: ListedApplication): string[] => [
  row.id,
  row.account,
  row.nick,
  row.document,
  maskHolderName(row.realName),
  maskIdentityNumber(row.number),
  String(row.version),
  row.submittedAt.toISOString(),
  row.state,
  row.decidedAt?.toISOString() ?? '',
  row.isContested ? '1' : '',
];

/** The list as a file for a spreadsheet, masked, with the reason on record. */
export const downloadList: Handler<'/member/real-name/list-download'> = async (
  { tx, now, audit },
  { format, reason, ...filter },
) => {
  const { state, account, from, to } = filter;
  const found = await listApplications(
    tx,
    { state, account, from, to, number: undefined, after: undefined },
    ROWS_MAX + 1,
  );
  const rows = found.slice(0, ROWS_MAX).map(toRow);
  const file = await writeSheet(format, { head: HEAD, rows });
  audit({
    action: 'identity-list-downloaded',
    subject: 'real-name:list',
    detail: { reason, format, rows: rows.length, ...definedOf(filter) },
  });
  return {
    fileName: `real-name-${state}-${now.toISOString().slice(0, 10)}.${format}`,
    content: file.toString('base64'),
    rows: rows.length,
    isCut: found.length > ROWS_MAX,
  };
};

const definedOf = (filter: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
