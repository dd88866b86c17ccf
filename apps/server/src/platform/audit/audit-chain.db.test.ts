import type { CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { writeAudit } from './audit.ts';
import { headOfAudit, linkAudit, verifyAudit } from './audit-chain.ts';
import { inTransaction } from '#platform/db/db.ts';
import { testServer } from '#testing/test-server.ts';

/** The audit log: append-only, chained, searchable (threats J5). */
const server = await testServer();
const { db, owner } = server.database;

const note = (subject: string) => writeAudit(db, { actor: 'system', action: 'operator-invited', subject });

/** Changes the log as the owner of the database could, then puts it back. */
async function tampered(change: string, undo: string, known?: string) {
  const run = (statements: string) =>
    sql
      .raw(
        `alter table platform.audit disable trigger user; alter table platform.audit_link disable trigger user; ${statements}`,
      )
      .execute(owner);
  await run(change);
  const verdict = await verifyAudit(db, known);
  await run(undo);
  return verdict.fault;
}

describe('the audit log', () => {
  it('is a chain that anybody can compute anew', async () => {
    for (const subject of ['a', 'b', 'c', '穩付 "quoted"\n']) await note(subject);
    await linkAudit(db);
    const { fault, lines, head } = await verifyAudit(db);
    expect([fault, head]).toEqual([undefined, await headOfAudit(db)]);
    expect(lines).toBeGreaterThanOrEqual(4);
  });

  it('links a line that commits late, behind those that were faster', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let hasWritten = () => {};
    const written = new Promise<void>((resolve) => (hasWritten = resolve));
    const slow = inTransaction(db, async (tx) => {
      await sql`insert into platform.audit (actor, action, subject) values ('system', 'operator-invited', 'slow')`.execute(
        tx,
      );
      hasWritten();
      await held;
    });
    await written;
    await note('fast');
    await linkAudit(db);
    release();
    await slow;
    await linkAudit(db);
    expect((await verifyAudit(db)).fault).toBeUndefined();
    const { rows } = await sql`select 1 from platform.audit_unlinked`.execute(owner);
    expect(rows).toEqual([]);
  });

  it.each([
    [
      'a changed line',
      `update platform.audit set subject = 'x' where subject = 'b'`,
      `update platform.audit set subject = 'b' where subject = 'x'`,
      /not as it was written/,
    ],
    [
      'a changed detail',
      `update platform.audit set detail = '{"a":1}' where subject = 'b'`,
      `update platform.audit set detail = '{}' where subject = 'b'`,
      /not as it was written/,
    ],
    [
      'a removed link',
      `create table platform.kept as select * from platform.audit_link where seq = 2; delete from platform.audit_link where seq = 2`,
      `insert into platform.audit_link select * from platform.kept; drop table platform.kept`,
      /link 2 is missing/,
    ],
    [
      'a removed line',
      `create table platform.kept as select * from platform.audit where subject = 'c'; delete from platform.audit where subject = 'c'`,
      `insert into platform.audit overriding system value select * from platform.kept; drop table platform.kept; delete from platform.audit_unlinked`,
      /is gone/,
    ],
    [
      'a line put in',
      `insert into platform.audit (actor, action, subject) values ('system', 'operator-invited', 'put in'); delete from platform.audit_unlinked`,
      `delete from platform.audit where subject = 'put in'`,
      /put in without a link/,
    ],
  ])('shows %s', async (_, change, undo, fault) => {
    expect(await tampered(change, undo)).toMatch(fault);
    expect((await verifyAudit(db)).fault).toBeUndefined();
  });

  it('shows that its end was cut off to whoever has noted a link', async () => {
    const known = await headOfAudit(db);
    const cut = `create table platform.kept as select * from platform.audit_link order by seq desc limit 1; delete from platform.audit_link where seq = (select max(seq) from platform.audit_link);
      insert into platform.audit_unlinked select audit_id from platform.kept`;
    const back = `insert into platform.audit_link select * from platform.kept; drop table platform.kept; delete from platform.audit_unlinked`;
    expect(await tampered(cut, back, known)).toMatch(/is not part of the chain/);
  });

  it.each([
    `update platform.audit set subject = 'x'`,
    `delete from platform.audit`,
    `update platform.audit_link set hash = hash`,
    `delete from platform.audit_link`,
    `insert into platform.audit_link values (999, 999, '\\x00')`,
    `delete from platform.audit_unlinked`,
    `insert into platform.audit (at, actor, action, subject) values (now() - interval '1 year', 'operator:1', 'operator-invited', 'x')`,
    `insert into platform.audit (id, actor, action, subject) overriding system value values (1000000, 'operator:1', 'operator-invited', 'x')`,
  ])('cannot be touched by the application: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
  });

  it('takes no line that is too long to be linked', async () => {
    const line = sql`insert into platform.audit (actor, action, subject, detail)
      values ('system', 'operator-invited', 'long', jsonb_build_object('a', repeat('x', 70000)))`;
    await expect(line.execute(db)).rejects.toMatchObject({ constraint: 'audit_detail_is_short' });
  });
});

describe('searching it', () => {
  type List = CallOutput<'/operator/audit/list'>;
  it('finds by person, by object, by action and by day, a page at a time', async () => {
    const admin = await server.operator('admin');
    const list = async (input: object) => (await admin.send<List>('/operator/audit/list', input)).data;
    const member = await server.member();
    await writeAudit(db, {
      actor: `member:${member.id}`,
      action: 'phrase-changed',
      subject: `member:${member.id}`,
    });
    for (let n = 0; n < 60; n += 1) await note('many');
    expect((await list({ person: member.account })).items).toMatchObject([
      { action: 'phrase-changed', person: member.account },
    ]);
    // The line names the member by number; people know the account.
    expect((await list({ subject: member.account })).items).toMatchObject([
      { action: 'phrase-changed', subject: `member:${member.account}` },
    ]);
    expect((await list({ person: 'nobody-at-all' })).items).toEqual([]);
    const first = await list({ subject: 'many' });
    expect(first.items).toHaveLength(50);
    const rest = await list({ subject: 'many', cursor: first.next });
    expect([rest.items.length, rest.next]).toEqual([10, null]);
    expect((await list({ action: 'phrase-changed' })).items).toHaveLength(1);
    expect((await list({ to: '2020-01-01' })).items).toEqual([]);
    expect((await list({ from: '2020-01-01', subject: 'a' })).items).toHaveLength(1);
  });

  it('takes what looks like SQL as text', async () => {
    const admin = await server.operator('admin');
    for (const text of [`' or 1=1 --`, `a'; drop table platform.audit; --`, `\\'`]) {
      const reply = await admin.send<List>('/operator/audit/list', { subject: text, person: text });
      expect([reply.outcome, reply.data.items]).toEqual(['SUCCESS', []]);
    }
  });
});
