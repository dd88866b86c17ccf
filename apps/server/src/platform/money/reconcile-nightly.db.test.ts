import { minor, type MemberId } from '@holdfast/kernel';
import { issue, postMany, reconcileNext } from '@holdfast/ledger';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { reconcileNightly, type NightlyParts } from './reconcile-nightly.ts';

const database = await testDatabase();
const { db, owner } = database;
/** Small, so that a small ledger takes many pieces. */
const size = { postings: 20, accounts: 7, entries: 9 };
const MEMBERS = 30;

let lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const metrics = createMetrics();
const run = (more: Partial<NightlyParts> = {}) => reconcileNightly({ db, log, metrics, size, ...more });
const said = (text: string) => lines.filter((line) => line.includes(text));

async function nights() {
  const { rows } = await sql<{ pieces: number; findings: number; ended: boolean; part: string }>`
    select pieces, ended_at is not null as ended, part,
      (select count(*)::int from ledger.finding f where f.night = r.night) as findings from ledger.reconciliation r order by night`.execute(
    db,
  );
  return rows;
}

/** Changes the ledger as somebody could who has the database itself, and puts it back. */
async function bent<T>(work: () => Promise<T>, ...[there, back]: [string, string]): Promise<T> {
  const change = (statement: string) =>
    owner.transaction().execute(async (tx) => {
      await sql`alter table ledger.posting disable trigger all`.execute(tx);
      await sql.raw(statement).execute(tx);
      await sql`alter table ledger.posting enable trigger all`.execute(tx);
    });
  await change(there);
  try {
    return await work();
  } finally {
    await change(back);
  }
}

beforeAll(async () => {
  const money = Array.from({ length: MEMBERS }, (_, i) =>
    issue({
      request: `night-${i}`,
      member: String(i + 1) as MemberId,
      coin: 'TWD',
      quantity: minor('TWD', 100n),
    }),
  );
  await approve(owner, money);
  await postMany(db, money);
});
beforeEach(() => {
  lines = [];
});

/** When a worker that starts now says that the last check has ended, before it checks anything. */
async function reconciledAt(): Promise<number> {
  const started = createMetrics();
  await reconcileNightly({ db, log, metrics: started, size, isStopping: () => true });
  return Number(/^holdfast_ledger_reconciled_timestamp_seconds (\d+)$/m.exec(started.text())?.[1]);
}

describe('the nightly check', () => {
  it('is as old as can be before any night has ended', async () => expect(await reconciledAt()).toBe(0));

  it('goes through the whole ledger in pieces, once a night, and says so in the log and a metric', async () => {
    await run();
    const [night] = await nights();
    expect(night).toMatchObject({ findings: 0, ended: true });
    // The ledger as a whole, 31 accounts of at most 7 a piece, 30 entries of at most 9.
    expect(night?.pieces).toBeGreaterThanOrEqual(1 + 5 + 4);
    expect(said('the ledger is reconciled')).toHaveLength(1);
    expect(metrics.text()).toContain('holdfast_ledger_findings 0\n');
    await run();
    expect(said('the ledger is reconciled')).toHaveLength(1);
    expect((await nights())[0]?.pieces).toBe(night?.pieces);
  });

  it('finds in its piece what was bent, keeps it in a table, and raises the metric', async () => {
    await database.setClock('1 day');
    await bent(
      run,
      `update ledger.posting set amount = amount + 7 where account_id = (select id from ledger.account where key = 'member/9/available/TWD/0')`,
      `update ledger.posting set amount = amount - 7 where account_id = (select id from ledger.account where key = 'member/9/available/TWD/0')`,
    );
    const { rows } = await sql`select rule, subject from ledger.finding order by id`.execute(db);
    expect(rows).toEqual([
      { rule: 'balance-is-sum-of-postings', subject: 'member/9/available/TWD/0' },
      { rule: 'posting-follows-posting', subject: 'member/9/available/TWD/0' },
      { rule: 'entry-sums-to-zero', subject: 'issue:night-8' },
      { rule: 'journal-tells-postings', subject: 'issue:night-8' },
      { rule: 'made-coin-was-approved', subject: 'issue:night-8' },
    ]);
    expect(metrics.text()).toContain('holdfast_ledger_findings 5\n');
    expect(said('the ledger breaks a rule')).toHaveLength(5);
    expect(said('the ledger does not reconcile')).toHaveLength(1);
  });

  it('goes on where it was broken off, also by two workers at once, and checks no piece twice', async () => {
    await database.setClock('2 days');
    let asked = 0;
    await run({ isStopping: () => (asked += 1) > 4 });
    const before = (await nights()).at(-1);
    expect(before).toMatchObject({ ended: false });
    const whole = (await nights())[0]?.pieces;
    // Each shows what it read itself: one that read before the end may show it after another has shown the end.
    const workers = [createMetrics(), createMetrics(), createMetrics()];
    // One that finds the row taken leaves the night to the other.
    while (!(await nights()).at(-1)?.ended) await Promise.all(workers.map((own) => run({ metrics: own })));
    expect((await nights()).at(-1)).toMatchObject({ ended: true, findings: 0, pieces: whole });
    for (const own of workers) {
      await run({ metrics: own });
      expect(own.text()).toContain('holdfast_ledger_findings 0\n');
    }
  });

  it('is as old as the last night that has ended, and no night that is to come hides it', async () => {
    await database.setClock('2 days');
    await sql`insert into ledger.reconciliation (night, ended_at) select current_date + n, now() + make_interval(days => n)
              from generate_series(10, 12) n`.execute(owner);
    const { rows } = await sql<{ seconds: string }>`
      select floor(extract(epoch from max(ended_at)))::text as seconds from ledger.reconciliation where night < current_date + 10`.execute(
      db,
    );
    expect(await reconciledAt()).toBe(Number(rows[0]?.seconds));
    await sql`delete from ledger.reconciliation where night >= current_date + 10`.execute(owner);
  });

  it('survives more findings than fit in a call', async () => {
    await database.setClock('3 days');
    await bent(
      run,
      'update ledger.posting set balance_after = balance_after + 1',
      'update ledger.posting set balance_after = balance_after - 1',
    );
    expect((await nights()).at(-1)?.findings).toBeGreaterThan(MEMBERS - 1);
    await database.setClock('0');
  });

  it('finds an approved request that names an entry beyond those that there are', async () => {
    await database.setClock('4 days');
    const named = (entry: string) =>
      `alter table ledger.request disable trigger all;
       update ledger.request set entry_id = ${entry} where reference = 'issue:night-8';
       alter table ledger.request enable trigger all`;
    await bent(
      run,
      named('10 ^ 12'),
      named(`(select id from ledger.entry where reference = 'issue:night-8')`),
    );
    expect((await nights()).at(-1)).toMatchObject({ ended: true, findings: 2 });
    expect(said('made-coin-was-approved')).toHaveLength(2);
    await database.setClock('0');
  });

  it.each([
    ['before the first', '-7'],
    ['beyond the last', '10 ^ 12'],
  ])('finds what a journal tells of an entry %s', async (_, entry) => {
    await database.setClock(`${entry === '-7' ? 10 : 11} days`);
    await bent(
      run,
      `insert into ledger.journal select ${entry}, 1, now(), 0, 0, 0, 0, 0, null, false, 0, 'TWD', 'deposit', 'deposit:1'`,
      `alter table ledger.journal disable trigger all; delete from ledger.journal where entry_id = ${entry}; alter table ledger.journal enable trigger all`,
    );
    expect((await nights()).at(-1)).toMatchObject({ ended: true, findings: 1 });
    expect(said('journal-has-its-entry')).toHaveLength(1);
    await database.setClock('0');
  });

  it.each([
    [0, 0, 0],
    [-1, -1, -1],
    [null, null, null],
  ])('finds the same, whatever piece somebody else asks for: %s', async (...asked) => {
    await database.setClock(`${20 + (asked[0] ?? 5)} days`);
    const next = sql<{ kind: string }>`select kind from ledger.check_next_piece(${sql.join(asked)})`;
    await bent(
      async () => {
        for (let kind = ''; kind !== 'done';) kind = (await next.execute(db)).rows[0]?.kind ?? 'done';
      },
      `update ledger.account set balance = balance + 7 where key = 'member/9/available/TWD/0'`,
      `update ledger.account set balance = balance - 7 where key = 'member/9/available/TWD/0'`,
    );
    expect((await nights()).at(-1)).toMatchObject({ ended: true, findings: 3 });
    await database.setClock('0');
  });

  it('looks at the books as they are, not at an older snapshot of them', async () => {
    await database.setClock('30 days');
    const old = db.transaction().setIsolationLevel('repeatable read');
    await expect(old.execute((tx) => reconcileNext(tx))).rejects.toMatchObject({ code: '25000' });
    await database.setClock('0');
  });

  it.each([
    `insert into ledger.reconciliation (night, ended_at) values (current_date + 1, now())`,
    'update ledger.reconciliation set ended_at = now()',
    'update ledger.reconciliation set after_id = until_id',
    'delete from ledger.reconciliation',
    'select from ledger.reconciliation for update',
    `insert into ledger.finding (night, rule, subject, expected, found) select night, '', '', '', '' from ledger.reconciliation`,
    'update ledger.finding set found = 0',
    'delete from ledger.finding',
  ])('is out of reach of the application: %s', (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );
});
