import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

/**
 * The settings of every function in the migrated database. A function that runs with its owner's rights, or inside one that does, must say
 * where it searches, or the caller's temporary schema comes first; and nobody may execute one without a grant.
 */
const { owner } = await testDatabase();

const SEARCH_PATH = 'search_path=pg_catalog, pg_temp';
type Found = { name: string; fault: string };

/** Functions whose settings let a caller in. A body that is parsed at its creation (`return …`) searches nothing when it runs. */
async function findFaults(tx: typeof owner): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select f.name, f.fault from (
      select n.nspname || '.' || p.proname as name,
        case when p.prosqlbody is null and not coalesce(${SEARCH_PATH} = any(p.proconfig), false) then 'search path'
             when p.proacl is null or exists (select from aclexplode(p.proacl) g where g.grantee = 0) then 'public execute'
             when p.prosecdef and p.prosqlbody is not null then 'owner''s rights without a search path' end as fault
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema')
        -- An extension's, which are C: they search nothing, and nobody may use the schema.
        and not (n.nspname = 'crypto' and (select l.lanname from pg_language l where l.oid = p.prolang) = 'c' and not has_schema_privilege('holdfast_app', n.oid, 'usage'))
    ) f where f.fault is not null order by 1`.execute(tx);
  return rows;
}

it('every function says where it searches, and nobody executes one without a grant', async () => {
  expect(await findFaults(owner)).toEqual([]);
});

it.each([
  ['search path', `create function ledger.planted() returns int language plpgsql as 'begin return 1; end'`],
  [
    'search path',
    `create function ledger.planted() returns int language plpgsql security definer set search_path = '' as 'begin return 1; end'`,
  ],
  [
    'public execute',
    `create function ledger.planted() returns int language plpgsql set search_path = pg_catalog, pg_temp as 'begin return 1; end';
     grant execute on function ledger.planted to public`,
  ],
  [
    "owner's rights without a search path",
    `create function ledger.planted() returns int language sql security definer return 1;
     revoke all on function ledger.planted from public`,
  ],
])('finds a planted function: %s', async (fault, statements) => {
  const tx = await owner.startTransaction().execute();
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(tx);
  expect(await findFaults(tx)).toContainEqual({ name: 'ledger.planted', fault });
  await tx.rollback().execute();
});

it('no database and no schema lets everybody create anything', async () => {
  const { rows } = await sql<{ temporary: boolean; create: boolean }>`
    select has_database_privilege('holdfast_app', current_database(), 'TEMPORARY') as temporary,
      has_schema_privilege('holdfast_app', 'public', 'CREATE') as create`.execute(owner);
  expect(rows).toEqual([{ temporary: false, create: false }]);
});
