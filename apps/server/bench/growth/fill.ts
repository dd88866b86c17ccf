import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { addApplications } from './applications.ts';
import {
  addCards,
  addFiles,
  addPayAccounts,
  addPeople,
  addTracesOfMeasured,
  cardChunks,
  peopleChunks,
} from './people.ts';
import { addRegisterBlocks } from './register-blocks.ts';
import {
  addFunds,
  addLiveOrders,
  addOpenListings,
  addTrades,
  fundChunks,
  openChunks,
  settle,
} from './trades.ts';
import { chunksOf, HEAVY, type World } from './world.ts';

/**
 * Fills a database in steps of many chunks. A chunk is one transaction, which also says how far its step has come: what is interrupted
 * goes on where it stopped.
 */

export interface Filling {
  readonly world: World;
  /** The members who are signed in for the bench, the heavy ones last. */
  readonly ids: readonly number[];
  /** Their bank cards. */
  readonly cards: ReadonlyMap<number, number>;
}

interface Step {
  readonly name: string;
  readonly chunks: (world: World) => number;
  readonly run: (tx: Tx, filling: Filling, chunk: number) => Promise<void>;
}

const once = () => 1;
const STEPS: readonly Step[] = [
  { name: 'people', chunks: peopleChunks, run: addPeople },
  { name: 'traces', chunks: once, run: addTracesOfMeasured },
  { name: 'files', chunks: peopleChunks, run: addFiles },
  { name: 'applications', chunks: peopleChunks, run: addApplications },
  { name: 'cards', chunks: cardChunks, run: addCards },
  { name: 'pay accounts', chunks: cardChunks, run: addPayAccounts },
  { name: 'funds', chunks: fundChunks, run: addFunds },
  { name: 'trades', chunks: chunksOf, run: addTrades },
  { name: 'open listings', chunks: openChunks, run: addOpenListings },
  { name: 'live orders', chunks: () => HEAVY, run: addLiveOrders },
  { name: 'register blocks', chunks: once, run: addRegisterBlocks },
  { name: 'figures', chunks: once, run: settle },
];

const TOLD_EVERY_MS = 5000;

async function fillStep(
  owner: Database,
  {
    filling,
    step: { name, chunks, run },
    tell,
  }: { filling: Filling; step: Step; tell: (line: string) => void },
): Promise<void> {
  const all = chunks(filling.world);
  const { rows } = await sql<{ done: number }>`select done from growth.progress where step = ${name}`.execute(
    owner,
  );
  const startedAt = performance.now();
  let toldAt = startedAt;
  const begun = rows[0]?.done ?? 0;
  for (let chunk = begun; chunk < all; chunk += 1) {
    await inTransaction(owner, async (tx) => {
      // No trigger is switched off: what the product would refuse is refused here too.
      await sql`set local synchronous_commit = off`.execute(tx);
      await run(tx, filling, chunk);
      await sql`insert into growth.progress (step, done) values (${name}, ${chunk + 1})
                on conflict (step) do update set done = excluded.done`.execute(tx);
    });
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY_MS && chunk + 1 < all) continue;
    toldAt = now;
    const left = ((now - startedAt) / (chunk + 1 - begun)) * (all - chunk - 1);
    tell(`${filling.world.name}: ${name} ${chunk + 1}/${all}, ${Math.round(left / 1000)} s left`);
  }
}

/** Fills what is not there yet. */
export async function fill(
  owner: Database,
  filling: Filling,
  tell = (line: string) => console.error(line),
): Promise<void> {
  await sql`create schema if not exists growth`.execute(owner);
  await sql`create table if not exists growth.progress (step text primary key, done integer not null)`.execute(
    owner,
  );
  const { rows } = await sql`select from growth.progress where step = 'vacuumed'`.execute(owner);
  if (rows.length > 0) return;
  for (const step of STEPS) await fillStep(owner, { filling, step, tell });
  tell(`${filling.world.name}: vacuum`);
  await sql`vacuum (analyze)`.execute(owner);
  await sql`insert into growth.progress (step, done) values ('vacuumed', 1)`.execute(owner);
}
