import type { Coin } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';

/** An inconsistency in the ledger. */
export interface Finding {
  readonly rule: Rule;
  /** The coin, account key or entry reference it is about. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** What a rule goes through: the whole ledger, or a range of accounts or entries by id. */
export type Part = 'ledger' | 'accounts' | 'entries';

/** Each query returns one row (subject, expected, found) per violation. $1 < id <= $2 is the range; the ledger as a whole has none. */
const RULES = {
  /** The sum per coin is zero. */
  'coin-sums-to-zero': [
    'ledger',
    `select coin as subject, '0' as expected, sum(balance)::text as found
     from ledger.account group by coin having sum(balance) <> 0`,
  ],
  /** The stored balance and version agree with the postings. */
  'balance-is-sum-of-postings': [
    'accounts',
    `select a.key as subject, concat(coalesce(p.sum, 0), ' in ', coalesce(p.count, 0)) as expected,
       concat(a.balance, ' in ', a.version) as found
     from ledger.account a
     left join (select account_id, sum(amount), count(*) from ledger.posting
                where account_id > $1 and account_id <= $2 group by account_id) p on p.account_id = a.id
     where a.id > $1 and a.id <= $2 and (a.balance <> coalesce(p.sum, 0) or a.version <> coalesce(p.count, 0))`,
  ],
  'posting-follows-posting': [
    'accounts',
    `select a.key as subject, concat(c.before + c.amount, ' at ', c.number) as expected,
       concat(c.balance_after, ' at ', c.version) as found
     from (
       select account_id, amount, balance_after, version, row_number() over w as number,
         lag(balance_after, 1, 0::bigint) over w as before
       from ledger.posting where account_id > $1 and account_id <= $2 window w as (partition by account_id order by version)
     ) c join ledger.account a on a.id = c.account_id
     where c.balance_after <> c.before + c.amount or c.version <> c.number`,
  ],
  'entry-sums-to-zero': [
    'entries',
    `select coalesce(max(reference), concat('entry ', entry_id)) as subject, concat('0 in ', max(lines)) as expected,
       concat(sum(amount), ' in ', count(*)) as found
     from ledger.posting where entry_id > $1 and entry_id <= $2
     group by entry_id having sum(amount) <> 0 or count(*) <> max(lines) or count(*) <> min(lines) or count(reference) <> 1`,
  ],
  'entry-has-one-coin': [
    'entries',
    `select e.reference as subject, e.coin as expected, string_agg(distinct a.coin, ' ') as found
     from ledger.entry e join ledger.posting p on p.entry_id = e.id join ledger.account a on a.id = p.account_id
     where e.id > $1 and e.id <= $2 and (a.coin <> e.coin or p.coin <> e.coin) group by e.id, e.reference, e.coin`,
  ],
  /** What a member is told of an entry is what its postings did. */
  'journal-tells-postings': [
    'entries',
    `select e.reference as subject, coalesce(p.changes, 'nothing') as expected, coalesce(j.changes, 'nothing') as found
     from (
       select p.entry_id, p.member_id, concat_ws(' ', p.coin, sign(sum(p.amount)),
         coalesce(sum(p.amount) filter (where a.kind = 'available'), 0), coalesce(sum(p.amount) filter (where a.kind = 'listing_reserve'), 0),
         coalesce(sum(p.amount) filter (where a.kind = 'order_escrow'), 0), coalesce(sum(p.amount) filter (where a.kind = 'hold'), 0),
         coalesce(sum(p.amount) filter (where a.kind = 'withdrawing'), 0), max(p.balance_after) filter (where a.kind = 'available')) as changes
       from ledger.posting p join ledger.account a on a.id = p.account_id
       where p.entry_id > $1 and p.entry_id <= $2 and p.member_id is not null group by p.entry_id, p.member_id, p.coin) p
     full join (
       select j.*, concat_ws(' ', coin, direction, available, listed, in_order, on_hold, withdrawing, available_after) as changes
       from ledger.journal j where entry_id > $1 and entry_id <= $2) j on j.entry_id = p.entry_id and j.member_id = p.member_id
     join ledger.entry e on e.id = coalesce(p.entry_id, j.entry_id)
     where p.changes is distinct from j.changes or (j.kind, j.reference, j.posted_at) is distinct from (e.kind, e.reference, e.posted_at)
       or j.moves_available is distinct from (j.available_after is not null)`,
  ],
  /** Nothing more is told than what was posted, so the changes add up to the balance. */
  'journal-sums-to-balance': [
    'accounts',
    `select a.key as subject, a.balance::text as expected, j.sum::text as found
     from ledger.account a
     cross join lateral (
       select coalesce(sum(case a.kind when 'available' then j.available when 'listing_reserve' then j.listed
         when 'hold' then j.on_hold else j.withdrawing end), 0) as sum
       from ledger.journal j where j.member_id = a.member_id and j.coin = a.coin) j
     where a.id > $1 and a.id <= $2 and a.owner_kind = 'member' and a.balance <> j.sum`,
  ],
  /** Its key says whose it is, and the row agrees. */
  'account-is-its-key': [
    'accounts',
    `select key as subject, concat_ws('/', owner_kind, owner_id, kind, coin, shard) as expected,
       concat(key, ' of member ', coalesce(member_id::text, 'nobody')) as found
     from ledger.account
     where id > $1 and id <= $2 and (key <> concat_ws('/', owner_kind, owner_id, kind, coin, shard)
       or case owner_kind when 'member' then owner_id is distinct from member_id::text
            when 'order' then member_id is null else member_id is not null end)`,
  ],
  'nobody-owes': [
    'accounts',
    `select key as subject, '0 or more' as expected, balance::text as found
     from ledger.account where id > $1 and id <= $2 and balance < 0 and not may_owe`,
  ],
  /** What a member has on hold is all in lots, each with its time. */
  'hold-is-its-lots': [
    'accounts',
    `select a.key as subject, l.sum::text as expected, a.balance::text as found
     from ledger.account a, lateral (
       select coalesce(sum(quantity), 0) as sum from ledger.hold_lot
       where member_id = a.member_id and coin = a.coin and released_at is null
     ) l
     where a.id > $1 and a.id <= $2 and a.kind = 'hold' and a.balance <> l.sum`,
  ],
  'live-escrow-is-counted': [
    'accounts',
    `select key as subject, (balance <> 0)::text as expected, live::text as found
     from ledger.account where id > $1 and id <= $2 and owner_kind = 'order' and live <> (balance <> 0)`,
  ],
} as const satisfies Readonly<Record<string, readonly [Part, string]>>;
export type Rule = keyof typeof RULES;

/** Ids above `after` and up to `upTo`. */
export interface Range {
  readonly after: bigint;
  readonly upTo: bigint;
}
const ALL: Range = { after: -1n, upTo: 2n ** 63n - 1n };

async function check(
  tx: LedgerConnection,
  [rule, [part, sql]]: readonly [string, readonly [Part, string]],
  { after, upTo }: Range,
  max: number,
): Promise<Finding[]> {
  const range = part === 'ledger' ? [] : [after, upTo];
  const limited = `select * from (${sql}) f limit ${max}`;
  const { rows } = await tx.executeQuery<Omit<Finding, 'rule'>>(CompiledQuery.raw(limited, range));
  return rows.map((row) => ({ rule: rule as Rule, ...row }));
}

/** More than this of one rule say nothing new: whoever reads the first thousand stops the product. */
const FINDINGS_MAX = 1000;

/** Checks the whole ledger at once and returns the violations. Run it on one snapshot (repeatable read), and only where it is small. */
export async function reconcile(tx: LedgerConnection): Promise<Finding[]> {
  const findings: Finding[][] = [];
  for (const rule of Object.entries(RULES)) findings.push(await check(tx, rule, ALL, FINDINGS_MAX));
  return findings.flat();
}

/** Checks one part of the ledger in a range. Each rule is one statement, and so sees one snapshot. */
export async function reconcileRange(tx: LedgerConnection, part: Part, range: Range): Promise<Finding[]> {
  const findings: Finding[][] = [];
  for (const rule of Object.entries(RULES))
    if (rule[1][0] === part) findings.push(await check(tx, rule, range, FINDINGS_MAX));
  return findings.flat();
}

export interface TrialBalanceRow {
  readonly coin: Coin;
  readonly kind: string;
  readonly accounts: bigint;
  readonly balance: bigint;
}

const TRIAL_BALANCE = `
  select coin, kind, count(*) as accounts, sum(balance)::bigint as balance
  from ledger.account group by coin, kind order by coin, kind`;

/** The sum of each kind of account, coin by coin. Each coin's rows sum to zero. */
export async function trialBalance(tx: LedgerConnection): Promise<TrialBalanceRow[]> {
  const { rows } = await tx.executeQuery<TrialBalanceRow>(CompiledQuery.raw(TRIAL_BALANCE));
  return rows;
}
