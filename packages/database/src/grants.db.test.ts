import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const { owner } = await testDatabase();

/**
 * Tables of which the product may change whole rows: present state, work that waits, figures and counters. Whoever could run SQL on its connection
 * could rewrite such a row as a whole. So no table is here whose rows say what somebody has decided, written or agreed upon, when and to whom: of
 * those a migration grants the columns that a command changes (docs/coding/add-a-table.md).
 */
const WHOLE_ROWS = [
  'assets.file',
  'dashboard.hourly',
  'dashboard.measured',
  'inbox.counter',
  'inbox.reader',
  'member.answer_tries',
  'member.authenticator',
  'member.contact_grant',
  'member.cool_down',
  'member.credential',
  'member.device',
  'member.member',
  'member.one_time_code',
  'member.passkey',
  'member.question',
  'member.register_block_lookup',
  'member.secret_try',
  'member.session',
  'member.sign_in',
  'orders.cancel_day',
  'orders.case_timer',
  'orders.listing',
  'orders.orders',
  'orders.thread',
  'orders.timer',
  'orders.trader',
  'orders.trader_day',
  'platform.bucket',
  'platform.channel_revoked',
  'platform.channel_ticket_key',
  'platform.command',
  'platform.counted_command',
  'platform.dead_letter',
  'platform.delivery',
  'platform.downtime',
  'platform.heartbeat',
  'platform.lane',
  'platform.message',
  'platform.operator_hint',
  'platform.outbox',
  'platform.rate_limit',
  'platform.subscription',
  'platform.ticket',
  'real_name.ended',
  'review.claim',
];

/** Tables that say who has decided something: none of them belongs on the list, whoever adds it. */
const SAYS_WHO = [
  'decided_by',
  'decided_at',
  'closed_by',
  'approved_by',
  'changed_by',
  'reviewed_by',
  'removed_because',
];

async function changedAsAWhole(tx: typeof owner) {
  const { rows } = await sql<{ name: string; saysWho: boolean }>`
    select n.nspname || '.' || c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped and a.attname = any(${SAYS_WHO}::text[])) as "saysWho"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where exists (select from aclexplode(c.relacl) g where g.privilege_type = 'UPDATE' and g.grantee = 'holdfast_app'::regrole)
    order by 1`.execute(tx);
  return rows;
}

it('whole rows are changed of what is present state alone; of anything else the columns that a command changes', async () => {
  const found = await changedAsAWhole(owner);
  expect(found.map(({ name }) => name)).toEqual(WHOLE_ROWS);
  expect(found.filter(({ saysWho }) => saysWho)).toEqual([]);
});

it('finds a planted grant on a whole table of decided rows', async () => {
  const tx = await owner.startTransaction().execute();
  await sql`grant update on orders.flagged_line to holdfast_app`.execute(tx);
  expect(await changedAsAWhole(tx)).toContainEqual({ name: 'orders.flagged_line', saysWho: true });
  await tx.rollback().execute();
});

/** What a case or an auditor takes for evidence of when something happened. */
const TIMES_OF_HISTORY = [
  ['platform.audit', 'at'],
  ['orders.event', 'at'],
  ['orders.listing_event', 'at'],
  ['orders.thread_line', 'at'],
  ['real_name.decision', 'decided_at'],
] as const;

it.each(TIMES_OF_HISTORY)('the database says when, not the application: %s.%s', async (table, column) => {
  const { rows } = await sql<{ writes: boolean }>`
    select has_column_privilege('holdfast_app', ${table}, ${column}, 'INSERT, UPDATE') as writes`.execute(
    owner,
  );
  expect(rows).toEqual([{ writes: false }]);
});

/** Sealed columns that a command writes anew, beside those of whole rows. What somebody wrote, and an account that money goes to, is sealed once. */
const SEALED_ANEW = [
  'operator.invitation.pending_sealed',
  'orders.case_file.ruling_text_sealed',
  'orders.listing_link.password_sealed',
  'orders.listing_link.token_sealed',
];

it('a sealed column is changed by the application only where a command does so', async () => {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and a.attname like '%sealed' and has_column_privilege('holdfast_app', c.oid, a.attnum, 'UPDATE')
      and not has_table_privilege('holdfast_app', c.oid, 'UPDATE')
    order by 1`.execute(owner);
  expect(rows.map(({ name }) => name)).toEqual(SEALED_ANEW);
});
