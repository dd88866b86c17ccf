import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { REGISTER_BLOCK, REGISTER_BLOCK_PATTERN } from '#platform/db/personal.ts';
import type { Filling } from './fill.ts';

/** One rule for each hundred members, half of which have ended. */
const MEMBERS_OF_RULE = 100;

export async function addRegisterBlocks(tx: Tx, { world }: Filling): Promise<void> {
  const keys = keysOf(tx);
  const rules = Array.from({ length: Math.floor(world.members / MEMBERS_OF_RULE) }, (_, n) => {
    const id = String(n + 1);
    const network = `10.${Math.floor(n / 65_536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`;
    return {
      id,
      sealed: keys.seal(REGISTER_BLOCK_PATTERN, id, network),
      lookups: keys.lookups(REGISTER_BLOCK, `network ${network}`),
    };
  });
  await sql`
    insert into member.register_block (id, kind, pattern_sealed, reason, ends_at, added_by) overriding system value
    select id, 'network', sealed, 'growth', platform.app_now() + make_interval(days => case when id % 2 = 0 then 1 else -1 end * (id % 900)::int), 1
    from unnest(${rules.map(({ id }) => id)}::bigint[], ${rules.map(({ sealed }) => sealed)}::bytea[]) r (id, sealed)`.execute(
    tx,
  );
  const lookups = rules.flatMap(({ id, lookups: hashes }) => hashes.map((hash) => ({ id, hash })));
  await sql`
    insert into member.register_block_lookup (hash, block_id)
    select * from unnest(${lookups.map(({ hash }) => hash)}::bytea[], ${lookups.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}
