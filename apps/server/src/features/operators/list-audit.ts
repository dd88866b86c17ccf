import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { actorsOf, listAudit as findLines } from './audit-log.store.ts';

const PAGE = 50;

/** What a subject may be written as: as it stands in the log, or a person's bare name. Many lines name a member by number. */
const subjectsOf = async (tx: Tx, text: string): Promise<string[]> => [
  text,
  `operator:${text}`,
  `member:${text}`,
  ...(await actorsOf(tx, text.toLowerCase())),
];

export const listAudit: Handler<'/operator/audit/list'> = async ({ tx }, input) => {
  const [before = NEWEST] = keysOf(input.cursor, 1);
  const { person = '', subject = '', action, from, to } = input;
  const actors = person.trim() === '' ? undefined : await actorsOf(tx, person.trim().toLowerCase());
  const subjects = subject.trim() === '' ? undefined : await subjectsOf(tx, subject.trim());
  const found = await findLines(tx, { before, actors, subjects, action, from, to }, PAGE + 1);
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return {
    items: items.map(({ at, detail, ...line }) => ({
      ...line,
      at: at.toISOString(),
      detail: Object.entries(detail).map(([name, value]) => ({ name, value: String(value) })),
    })),
    next,
  };
};
