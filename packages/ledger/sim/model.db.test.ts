import { isDeepStrictEqual } from 'node:util';
import { announceSeed, approve, simulation, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkStructure } from '../src/entry.ts';
import { reconcile } from '../src/index.ts';
import { postMany, type PostedBatch } from '../src/post.ts';
import { REFUSALS, type Refused } from '../src/refusal.ts';
import { batches } from './arbitraries.ts';
import { Model, type Verdict } from './model.ts';

const { db, owner } = await testDatabase();
const BATCHES = 600;
/** The rarest refusals are missing from one run in some tens, so it goes on until it has met them all, this many times as long. */
const LONGEST = 10;

const VERDICTS = ['posted', 'replayed', ...REFUSALS].toSorted();

function toVerdict(result: PostedBatch | Refused): Verdict {
  if (!result.ok) return result;
  const entries = result.entries.map(({ replayed, lines }) => ({
    replayed,
    lines: lines.map(({ balance, version }) => ({ balance, version })),
  }));
  return { ok: true, entries };
}

/** Everything that a batch could leave behind, in one row. */
async function trace(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from ledger.entry) as entries, (select count(*) from ledger.posting) as postings,
      count(*) as accounts, sum(version) as versions, sum(balance * id) as balances from ledger.account`.execute(
    db,
  );
  return rows[0];
}

it(
  'gives the verdict of the model on every batch, and a refused batch leaves no trace',
  { timeout: 60_000 * simulation.scale },
  async () => {
    announceSeed('ledger model');
    const model = new Model();
    const met = new Set<string>();
    let before = await trace();
    const least = BATCHES * simulation.scale;
    for (const [step, entries] of batches(least * LONGEST, simulation.seed).entries()) {
      if (step >= least && met.size === VERDICTS.length) break;
      for (const entry of entries.filter((_, i) => (step + i) % 25 !== 0)) {
        if (checkStructure([entry])) continue; // no request says what no entry could
        model.approve(entry);
        await approve(owner, [entry]);
      }
      const expected = model.post(entries);
      const found = toVerdict(await postMany(db, entries));
      const after = await trace();
      const leftATrace = !found.ok && !isDeepStrictEqual(after, before);
      expect({ found, leftATrace }, `step ${step} of seed ${simulation.seed}`).toEqual({
        found: expected,
        leftATrace: false,
      });
      before = after;
      met.add(found.ok ? 'posted' : found.refuse);
      if (found.ok && found.entries.some(({ replayed }) => replayed)) met.add('replayed');
    }

    const { rows } = await sql<{ key: string; balance: bigint; version: bigint }>`
      select key, balance, version from ledger.account order by key`.execute(db);
    const books = [...model.accounts].map(([key, { balance, version }]) => ({ key, balance, version }));
    expect(rows).toEqual(books.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    expect(await reconcile(db)).toEqual([]);
    // A simulation that never meets a rule proves nothing about it.
    expect([...met].toSorted(), `met with seed ${simulation.seed}`).toEqual(VERDICTS);
  },
);
