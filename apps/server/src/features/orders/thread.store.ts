import type { LineKind, ThreadEvent } from '@holdfast/contract/orders';
import type { Suspicion, UploadType } from '@holdfast/contract/rules';
import type { MemberId, OperatorId, OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { keysOf, sendLater, type Database, type Tx } from '#platform/db/db.ts';
import { ORDER, toOrder, type LockedOrder, type LockedOrderRow } from './order.store.ts';

export type Side = 'payer' | 'payee';

/** A line of an order's thread. */
export interface ThreadLine {
  readonly number: number;
  readonly author: Side | 'operator' | 'system';
  readonly kind: LineKind;
  readonly text: string | null;
  /** What an operator has said, in English. */
  readonly en: string | null;
  readonly fileId: string | null;
  readonly fileType: UploadType | null;
  readonly fileBytes: number | null;
  readonly event: ThreadEvent | null;
  readonly suspicions: readonly Suspicion[];
  readonly at: Date;
}

interface LineRow extends Omit<ThreadLine, 'text' | 'en'> {
  readonly textSealed: Buffer | null;
  readonly englishSealed: Buffer | null;
}

const TEXT = 'orders.thread_line.text_sealed';
const ENGLISH = 'orders.thread_line.english_sealed';
const LINE = sql`line.number, line.author, line.kind, line.text_sealed as "textSealed", line.english_sealed as "englishSealed", line.file_id as "fileId", line.file_type as "fileType", line.file_bytes as "fileBytes", line.event, line.suspicions, line.at`;

function toLine(
  db: Database | Tx,
  orderId: OrderId,
  { textSealed, englishSealed, ...line }: LineRow,
): ThreadLine {
  const context = `${orderId} ${line.author}`;
  const text = textSealed && keysOf(db).open(TEXT, context, textSealed);
  const en = englishSealed && keysOf(db).open(ENGLISH, context, englishSealed);
  return { ...line, text, en };
}

/** How far both sides are. */
export interface ThreadState {
  readonly lines: number;
  readonly payerSaw: number;
  readonly payeeSaw: number;
  readonly payerUnread: number;
  readonly payeeUnread: number;
}

const EMPTY_THREAD: ThreadState = {
  lines: 0,
  payerSaw: 0,
  payeeSaw: 0,
  payerUnread: 0,
  payeeUnread: 0,
};

export async function findThread(tx: Tx, orderId: OrderId): Promise<ThreadState> {
  const { rows } = await sql<ThreadState>`
    select lines, payer_saw as "payerSaw", payee_saw as "payeeSaw", payer_unread as "payerUnread", payee_unread as "payeeUnread"
    from orders.thread where order_id = ${orderId}`.execute(tx);
  return rows[0] ?? EMPTY_THREAD;
}

/** The newest first, from before `before`: one range of the primary key, however long the thread is. */
export async function listLines(
  tx: Tx,
  orderId: OrderId,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ThreadLine[]> {
  const { rows } = await sql<LineRow>`
    select ${LINE} from orders.thread_line line
    where order_id = ${orderId} and number < coalesce(${before ?? null}::int, 2147483647)
    order by number desc limit ${limit}`.execute(tx);
  return rows.map((row) => toLine(tx, orderId, row));
}

/** A file that a line names. The line keeps what it is, so that a page of lines asks nobody else. */
export interface LineFile {
  readonly id: string;
  readonly type: UploadType;
  readonly bytes: number;
}

export interface NewLine {
  readonly orderId: OrderId;
  readonly author: Side | 'operator';
  readonly authorId: MemberId | OperatorId;
  readonly kind: 'message' | 'file' | 'proof';
  readonly text?: string;
  /** Of an operator: the same in English. */
  readonly en?: string | undefined;
  readonly file?: LineFile;
  readonly suspicions?: readonly Suspicion[];
}

export interface WrittenLine {
  readonly line: ThreadLine;
  /** Who gets a notice: nobody who got one a moment ago. */
  readonly tells: readonly Side[];
}

const SIDES: readonly Side[] = ['payer', 'payee'];
const countOf = (side: Side) => sql.ref(`${side}_lines`);
const unreadOf = (side: Side) => sql.ref(`${side}_unread`);
const toldOf = (side: Side) => sql.ref(`${side}_told_at`);

/** What a new line by `author` changes in the row of the thread: its counters, and when the others are told. */
function headWith(author: Side | 'operator', gapMs: number): RawBuilder<unknown> {
  const told = (side: Side) =>
    sql`${toldOf(side)} = case when t.${toldOf(side)} > platform.app_now() - make_interval(secs => ${gapMs / 1000}::float)
      then t.${toldOf(side)} else platform.app_now() end`;
  const others = SIDES.filter((side) => side !== author);
  return sql.join([
    sql`lines = t.lines + 1`,
    ...(author === 'operator' ? [] : [sql`${countOf(author)} = t.${countOf(author)} + 1`]),
    ...others.flatMap((side) => [sql`${unreadOf(side)} = t.${unreadOf(side)} + 1`, told(side)]),
  ]);
}

/** What looks suspicious stands in the queue of the operators. */
const FLAGGED = sql`, flagged as (
      insert into orders.flagged_line (order_id, number, kinds) select order_id, number, suspicions from line)`;

/**
 * Appends a line. The row of the thread stays locked until the commit, so the numbers follow the order of the commits. Undefined when this side has
 * written as many as it may.
 */
export async function insertLine(
  tx: Tx,
  line: NewLine,
  { most, gapMs }: { most: number; gapMs: number },
): Promise<WrittenLine | undefined> {
  const { orderId, author, authorId, kind, text, en, file, suspicions = [] } = line;
  const sealed = text === undefined ? null : keysOf(tx).seal(TEXT, `${orderId} ${author}`, text);
  const english = en === undefined ? null : keysOf(tx).seal(ENGLISH, `${orderId} ${author}`, en);
  const isFull = author === 'operator' ? sql`false` : sql`t.${countOf(author)} >= ${most}`;
  const told = (side: Side) =>
    side === author ? sql`false` : sql`head.${toldOf(side)} = platform.app_now()`;
  const { rows } = await sql<LineRow & { tellsPayer: boolean; tellsPayee: boolean }>`
    with begun as (
      insert into orders.thread as t (order_id, lines, payer_lines, payee_lines, payer_unread, payee_unread, payer_told_at, payee_told_at)
      values (${orderId}, 1, ${author === 'payer' ? 1 : 0}, ${author === 'payee' ? 1 : 0},
        ${author === 'payer' ? 0 : 1}, ${author === 'payee' ? 0 : 1},
        case when ${author === 'payer'} then null else platform.app_now() end,
        case when ${author === 'payee'} then null else platform.app_now() end)
      on conflict (order_id) do update set ${headWith(author, gapMs)} where not ${isFull}
      returning *
    ), line as (
      insert into orders.thread_line (order_id, number, author, author_id, kind, text_sealed, english_sealed, file_id, file_type, file_bytes, suspicions)
      select order_id, lines, ${author}, ${authorId}::bigint, ${kind}, ${sealed}::bytea, ${english}::bytea, ${file?.id ?? null}, ${file?.type ?? null},
        ${file?.bytes ?? null}::int, ${suspicions}::text[] from begun
      returning *
    ), waiting as (
      insert into orders.proof_waiting (file_id, order_id) select file_id, order_id from line where kind = 'proof' and file_type <> 'application/pdf'
    )${suspicions.length > 0 ? FLAGGED : sql``}
    select ${LINE}, ${told('payer')} as "tellsPayer", ${told('payee')} as "tellsPayee"
    from line join begun head using (order_id)`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { tellsPayer, tellsPayee, ...written } = row;
  const tells = SIDES.filter((side) => (side === 'payer' ? tellsPayer : tellsPayee));
  return { line: toLine(tx, orderId, written), tells };
}

/** What the thread of an order says of a transition. */
export interface TransitionLines {
  readonly orderId: OrderId;
  readonly version: number;
  readonly actor: string;
  readonly actorId: MemberId | null;
  /** Null: the thread does not tell of it. */
  readonly event: ThreadEvent | null;
  /** Proofs that a party has given with it. */
  readonly proofs: readonly LineFile[];
}

/**
 * The lines of a transition, in its transaction: the one that tells of it, then the proofs that came with it. Who acted knows of the transition, and the
 * others have its notice, so only the proofs are unread.
 */
export function sendTransitionLines(
  tx: Tx,
  { orderId, version, actor, actorId, event, proofs }: TransitionLines,
): void {
  const lines = [
    ...(event ? [{ kind: 'event', event, file: undefined }] : []),
    ...proofs.map((file) => ({ kind: 'proof', event: null, file })),
  ];
  if (lines.length === 0) return;
  const author = actor === 'payer' || actor === 'payee' || actor === 'operator' ? actor : 'system';
  const unread = (side: Side) => (author === side ? 0 : proofs.length);
  const own = (side: Side) => (author === side ? proofs.length : 0);
  const compared = proofs.filter(({ type }) => type !== 'application/pdf').map(({ id }) => id);
  const waiting = sql`waiting as (
      insert into orders.proof_waiting (file_id, order_id) select file_id, ${orderId} from unnest(${compared}::text[]) file_id), `;
  sendLater(
    tx,
    sql`
    with ${compared.length > 0 ? waiting : sql``}begun as (
      insert into orders.thread as t (order_id, lines, payer_lines, payee_lines, payer_unread, payee_unread)
      values (${orderId}, ${lines.length}, ${own('payer')}, ${own('payee')}, ${unread('payer')}, ${unread('payee')})
      on conflict (order_id) do update set lines = t.lines + excluded.lines,
        payer_lines = t.payer_lines + excluded.payer_lines, payee_lines = t.payee_lines + excluded.payee_lines,
        payer_unread = t.payer_unread + excluded.payer_unread, payee_unread = t.payee_unread + excluded.payee_unread
      returning lines - ${lines.length}::int as before
    )
    insert into orders.thread_line (order_id, number, author, author_id, kind, event, event_version, file_id, file_type, file_bytes)
    select ${orderId}, before + line.place, ${author}, case line.kind when 'proof' then ${actorId}::bigint end, line.kind, line.event,
      case line.kind when 'event' then ${version}::int end, line.file_id, line.file_type, line.file_bytes
    from begun, unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map((line) => line.event)}::text[],
      ${lines.map(({ file }) => file?.id ?? null)}::text[], ${lines.map(({ file }) => file?.type ?? null)}::text[],
      ${lines.map(({ file }) => file?.bytes ?? null)}::int[]) with ordinality line (kind, event, file_id, file_type, file_bytes, place)`,
  );
}

/** The line of one event in the threads of many orders, in one statement: an outage is told of in all that are live. */
export function sendEventLines(
  tx: Tx,
  orders: readonly { readonly id: OrderId; readonly version: number }[],
  event: string,
): void {
  sendLater(
    tx,
    sql`
    with told as (
      select * from unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map(({ version }) => version)}::int[]) t (order_id, version)),
    begun as (
      insert into orders.thread as t (order_id, lines) select order_id, 1 from told
      on conflict (order_id) do update set lines = t.lines + 1
      returning order_id, lines)
    insert into orders.thread_line (order_id, number, author, kind, event, event_version)
    select order_id, begun.lines, 'system', 'event', ${event}, told.version from begun join told using (order_id)`,
  );
}

/** Moves forward what a side has seen, and answers what is unread after that. Undefined where there is no such line. */
export async function markSeen(
  tx: Tx,
  { orderId, side, number }: { orderId: OrderId; side: Side; number: number },
): Promise<number | undefined> {
  const saw = sql.ref(`${side}_saw`);
  const { rows } = await sql<{ unread: number }>`
    update orders.thread t set ${saw} = greatest(t.${saw}, ${number}),
      ${unreadOf(side)} = case when ${number} >= t.lines then 0 else least(t.${unreadOf(side)}, (
        select count(*)::int from orders.thread_line line
        where line.order_id = t.order_id and line.number > greatest(t.${saw}, ${number}) and line.kind <> 'event'
          and line.author <> ${side})) end
    where order_id = ${orderId} and ${number} <= lines
    returning ${unreadOf(side)} as unread`.execute(tx);
  return rows[0]?.unread;
}

/** The file of a line; undefined where the line has none. */
export async function findLineFile(tx: Tx, orderId: OrderId, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string | null }>`
    select file_id as "fileId" from orders.thread_line where order_id = ${orderId} and number = ${number}`.execute(
    tx,
  );
  return rows[0]?.fileId ?? undefined;
}

/** How many lines of each of these orders a member has not seen. The others have none. */
export async function countUnread(
  tx: Tx,
  memberId: MemberId,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, number>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: OrderId; unread: number }>`
    select o.id::text, case when o.payer_id = ${memberId} then t.payer_unread else t.payee_unread end as unread
    from orders.thread t join orders.orders o on o.id = t.order_id
    where t.order_id = any(${orderIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** An order, held against transitions until the commit: what is written belongs to the state in which it was allowed. Both sides may hold it at once. */
export async function selectOrderForShare(tx: Tx, id: OrderId): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrderRow>`
    select ${ORDER} from orders.orders where orders.id = ${id} for share`.execute(tx);
  return rows[0] && toOrder(tx, rows[0]);
}
