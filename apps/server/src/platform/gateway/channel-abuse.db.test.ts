import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { createBox, makeRid } from '@holdfast/secure-channel/node';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { post } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { loadTicketKeys } from './ticket-keys.ts';

/** The rows of docs/security.md on the channel that need a whole server; the others are tested in the channel's package. */

const server = await testServer();
const { app, database } = server;

async function countMembers(account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) from member.member where account = ${account}`.execute(database.owner);
  return rows[0]?.count;
}

describe('A3: a replayed command', () => {
  it('is refused by the same node, and gets only the stored answer from another node', async () => {
    const visitor = await server.visitor();
    const input = await server.registration(visitor);
    const sealed = visitor.seal(
      '/member/register',
      '/member/register',
      Object.fromEntries(toPairs(input)),
      makeRid(),
    );
    const first = await post(app, '/proxypost', sealed.body);
    expect(sealed.open(first.payload)).toMatchObject({ body: expect.stringContaining('"errorCode":0') });
    expect((await post(app, '/proxypost', sealed.body)).payload).toBe('ERROR001');

    const restarted = await server.startNode();
    const again = await post(restarted, '/proxypost', sealed.body);
    expect(sealed.open(again.payload)).toMatchObject({
      body: (sealed.open(first.payload) as { body: string }).body,
    });
    expect((await post(restarted, '/proxypost', sealed.body)).payload).toBe('ERROR001');
    expect(await countMembers(input.account)).toBe(1n);
  });
});

describe('A4: a command whose transaction was rolled back', () => {
  it('runs once when it is retried', async () => {
    const visitor = await server.visitor();
    const input = await server.registration(visitor);
    const rid = makeRid();
    await sql`alter table member.session rename to session_gone`.execute(database.owner);
    const failed = await visitor.send('/member/register', input, {}, { rid });
    await sql`alter table member.session_gone rename to session`.execute(database.owner);
    expect(failed.outcome).toBe('FAULT');
    expect(await countMembers(input.account)).toBe(0n);
    expect((await visitor.send('/member/register', input, {}, { rid })).outcome).toBe('SUCCESS');
    expect(await countMembers(input.account)).toBe(1n);
  });
});

describe('a request that the channel refuses', () => {
  it('writes no log line, because anybody could flood the log', async () => {
    const visitor = await server.visitor();
    const { body } = visitor.seal('/member/checkVersion', '/member/checkVersion', {}, undefined);
    const before = server.logLines.length;
    for (const refused of ['', '{}', 'no JSON', `${body.slice(0, -40)}${'A'.repeat(38)}"}`])
      for (const endpoint of ['/proxypost', '/proxyget', '/proxystream', '/proxyconfig'])
        expect((await post(app, endpoint, refused)).payload).toMatch(/^ERROR00[13]$/);
    expect(server.logLines.slice(before)).toEqual([]);
  });
});

describe('A22: parallel calls', () => {
  it('of one session all succeed, in whatever order fifty of them arrive', async () => {
    const visitor = await server.visitor({ address: '203.0.113.22' });
    const pairs = { version: '0.1.0', platform: 'web' };
    const sealed = Array.from({ length: 50 }, () =>
      visitor.seal('/member/checkVersion', bUrlOf('/member/checkVersion'), pairs, undefined),
    );
    const shuffled = sealed.toSorted((a, b) => a.body.slice(-20).localeCompare(b.body.slice(-20)));
    const answers = await Promise.all(
      shuffled.map(async (it) => it.open((await post(app, it.endpoint, it.body)).payload)),
    );
    expect(
      answers.every((answer) => answer && 'body' in answer && answer.body.includes('"errorCode":0')),
    ).toBe(true);
  });
});

describe('A24: the ticket key of an hour', async () => {
  // Away from the server, which has keys of its own hour and looks for them now and then.
  const { db } = await testDatabase();

  it('is one key although many nodes create it at once', async () => {
    const box = createBox(Buffer.alloc(64, 7));
    const hour = Date.UTC(2031, 0, 1, 5);
    const loads = await Promise.all(
      Array.from({ length: 6 }, (_, node) => loadTicketKeys(db, box, hour + node)),
    );
    const seen = loads.map((keys) =>
      [...keys].map(([epoch, key]) => `${epoch} ${Buffer.from(key).toString('hex')}`).join(),
    );
    expect(new Set(seen).size).toBe(1);
    expect(loads[0]?.size).toBe(2);
  });

  it('is deleted when its hour and the next one are over', async () => {
    const box = createBox(Buffer.alloc(64, 7));
    const hour = (n: number) => Date.UTC(2032, 0, 1, n);
    const first = [...(await loadTicketKeys(db, box, hour(0))).keys()];
    const later = [...(await loadTicketKeys(db, box, hour(2))).keys()];
    expect(later).not.toContain(first[0]);
    expect(later).toHaveLength(3);
  });
});

describe('K2: a database that does not answer', async () => {
  const hasty = await testServer({ timeouts: { lock: 500 } });

  it('gives a sealed DATABASE_UNAVAILABLE, and the command is not stored', async () => {
    const visitor = await hasty.visitor();
    const input = await hasty.registration(visitor);
    const rid = makeRid();
    await hasty.database.owner.transaction().execute(async (tx) => {
      await sql`lock table member.member in access exclusive mode`.execute(tx);
      expect((await visitor.send('/member/register', input, {}, { rid })).outcome).toBe(
        'DATABASE_UNAVAILABLE',
      );
    });
    expect((await visitor.send('/member/register', input, {}, { rid })).outcome).toBe('SUCCESS');
  });
});
