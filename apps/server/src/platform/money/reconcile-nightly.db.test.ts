import { minor, type MemberId } from '@holdfast/kernel';
import { issue, postMany } from '@holdfast/ledger';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { reconcileNightly } from './reconcile-nightly.ts';

const database = await testDatabase();
const { db, owner } = database;
/** Small, so that a small ledger takes many pieces. */
const size = { postings: 20, accounts: 7, entries: 9 };
const MEMBERS = 30;

let lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const metrics = createMetrics();
const run = (more: { isStopping?: () => boolean } = {}) =>
  reconcileNightly({ db, log, metrics, size, ...more });
const said = (text: string) => lines.filter((line) => line.includes(text));

async function nights() {
  const { rows } = await sql<{ pieces: number; findings: number; ended: boolean; part: string }>`
    select pieces, findings, ended_at is not null as ended, part from ledger.reconciliation order by night`.execute(
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

describe('the nightly check', () => {
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
    ]);
    expect(metrics.text()).toContain('holdfast_ledger_findings 4\n');
    expect(said('the ledger breaks a rule')).toHaveLength(4);
    expect(said('the ledger does not reconcile')).toHaveLength(1);
  });

  it('goes on where it was broken off, also by two workers at once, and checks no piece twice', async () => {
    await database.setClock('2 days');
    let asked = 0;
    await run({ isStopping: () => (asked += 1) > 4 });
    const before = (await nights()).at(-1);
    expect(before).toMatchObject({ ended: false });
    const whole = (await nights())[0]?.pieces;
    // One that finds the row taken leaves the night to the other.
    while (!(await nights()).at(-1)?.ended) await Promise.all([run(), run(), run()]);
    expect((await nights()).at(-1)).toMatchObject({ ended: true, findings: 0, pieces: whole });
    expect(metrics.text()).toContain('holdfast_ledger_findings 0\n');
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

  it.each([
    'update ledger.finding set found = 0',
    'delete from ledger.finding',
    'delete from ledger.reconciliation',
  ])('leaves findings that the application cannot take back: %s', (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );
});
