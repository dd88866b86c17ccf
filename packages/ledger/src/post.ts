import { defined } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';
import { isEscrow } from './account.ts';
import { checkStructure, type Entry, type Line } from './entry.ts';
import { readRefusal, type Refused } from './refusal.ts';

/** A line as it was posted: the account's balance and version right after it. */
export interface PostedLine extends Line {
  readonly balance: bigint;
  /** The number of postings of the account so far. */
  readonly version: bigint;
}

export interface Posted {
  readonly ok: true;
  readonly entryId: bigint;
  /** It was posted before; these are the stored results. */
  readonly replayed: boolean;
  readonly postedAt: Date;
  readonly lines: readonly PostedLine[];
}

export interface PostedBatch {
  readonly ok: true;
  readonly entries: readonly Posted[];
}

/** Posts one entry; see `postMany`. */
export async function post(tx: LedgerConnection, entry: Entry): Promise<Posted | Refused> {
  const result = await postMany(tx, [entry]);
  return result.ok ? defined(result.entries[0], 'a posted batch has its entries') : result;
}

/**
 * Posts a batch of entries in order, all or none, in one statement. Without a transaction the statement is one. Of several lines of
 * an entry that are refused, the first in the order of account keys is named.
 *
 * Idempotent: an entry whose reference was posted before with the same content changes nothing and is returned as `replayed`. A refusal
 * is returned as data and aborts the transaction: roll back, at least to a savepoint. Other errors (a lost connection, 40001, 40P01) are
 * thrown.
 */
export async function postMany(
  tx: LedgerConnection,
  entries: readonly Entry[],
): Promise<PostedBatch | Refused> {
  const refused = checkStructure(entries);
  if (refused) return refused;
  const held = entries.map(inKeyOrder);
  try {
    const { rows } = await tx.executeQuery<PostRow>(CompiledQuery.raw(POST, toArguments(entries, held)));
    return { ok: true, entries: toPosted(entries, held, rows) };
  } catch (error) {
    const reason = readRefusal(error);
    if (reason === undefined) throw error;
    const { refuse, account, entry = 0 } = reason;
    return { ok: false, refuse, entry, ...(account !== undefined && { account }) };
  }
}

const POST =
  'select line, entry_id, replayed, posted_at, balance, version from ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/** The lines of an entry as they are sent. Accounts are locked in the order of the lines, and one order for all entries means no deadlock. */
function inKeyOrder({ lines }: Entry): Line[] {
  return lines.toSorted((a, b) => (a.account.key < b.account.key ? -1 : 1));
}

/** What a line left behind. `line` counts from 1 through the whole batch; the rows come in any order. */
interface PostRow {
  readonly line: number;
  readonly entry_id: bigint;
  readonly replayed: boolean;
  readonly posted_at: Date;
  readonly balance: bigint;
  readonly version: bigint;
}

/** The batch as parallel arrays: the distinct accounts, the entries, and the lines that join them by ordinal. */
function toArguments(entries: readonly Entry[], held: readonly (readonly Line[])[]): unknown[] {
  const ordinals = new Map<string, number>();
  const [keys, members]: [string[], (string | null)[]] = [[], []];
  const [lineEntries, lineAccounts, lineAmounts]: [number[], number[], bigint[]] = [[], [], []];
  for (const [index, lines] of held.entries()) {
    for (const { account, amount } of lines) {
      // By key and member: if one batch names two owners of one account, the database meets both and refuses.
      const name = `${account.key} ${account.member}`;
      let ordinal = ordinals.get(name);
      if (ordinal === undefined) {
        ordinal = keys.push(account.key);
        members.push(account.member);
        ordinals.set(name, ordinal);
      }
      lineEntries.push(index + 1);
      lineAccounts.push(ordinal);
      lineAmounts.push(amount);
    }
  }
  return [
    keys,
    members,
    entries.map(({ reference }) => reference),
    entries.map(({ kind }) => kind),
    entries.map(({ coin }) => coin),
    // Numbers need no quoting, so these become PostgreSQL's array text directly.
    `{${lineEntries.join(',')}}`,
    `{${lineAccounts.join(',')}}`,
    `{${lineAmounts.join(',')}}`,
    entries.some(isLikelyToOpen),
  ];
}

/**
 * Whether an account of the entry is probably new: whatever goes into an escrow is nearly always its first. Only a hint of which way to try first;
 * an account that is there already, or missing without a hint, costs a little more and gives the same result.
 */
function isLikelyToOpen({ lines }: Entry): boolean {
  return lines.some(({ account, amount }) => amount > 0n && isEscrow(account));
}

function toPosted(
  entries: readonly Entry[],
  held: readonly (readonly Line[])[],
  rows: readonly PostRow[],
): Posted[] {
  const byLine: PostRow[] = [];
  for (const row of rows) byLine[row.line - 1] = row;
  let begin = 0;
  return entries.map(({ lines }, index) => {
    const sent = defined(held[index], 'every entry is sent');
    const own = byLine.slice(begin, (begin += lines.length));
    const { entry_id: entryId, replayed, posted_at: postedAt } = defined(own[0], 'every entry comes back');
    return {
      ok: true,
      entryId,
      replayed,
      postedAt,
      lines: lines.map((line) => {
        const { balance, version } = defined(own[sent.indexOf(line)], 'with each of its lines');
        return { ...line, balance, version };
      }),
    };
  });
}
