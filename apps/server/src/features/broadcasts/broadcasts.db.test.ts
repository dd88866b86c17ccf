import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { publishHints } from '#platform/outbox/outbox.store.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';
import { countAudience, type Sample } from './broadcast.store.ts';
import { countBroadcastReads, sendBroadcasts } from './index.ts';
import { sendBatch } from './send-broadcasts.ts';
import { sweepCopies } from './sending.store.ts';

/** Broadcasts: what two operators agree on goes out to each of its audience once, until somebody stops it. */
const server = await testServer();
const { db, owner } = server.database;

type Ask = CallInput<'/operator/broadcast/ask'>;
type Listed = CallOutput<'/operator/broadcast/list'>['items'][number];

const NEWS: Ask = {
  kind: 'news',
  titleZh: '週六凌晨更新',
  textZh: '系統將於週六更新，期間可照常使用。',
  titleEn: 'An update on Saturday',
  textEn: 'We update on Saturday. You can trade as usual.',
  audience: 'all',
  audienceValue: '',
  reason: 'decided on Monday',
};

let writer: TestClient;
let second: TestClient;
beforeEach(async () => {
  [writer, second] = await Promise.all([server.operator('admin'), server.operator('admin')]);
});

/** What a test leaves counts for no other one. */
afterEach(async () => {
  await server.database.setClock('0');
  await sql`alter table broadcast.broadcast disable trigger user`.execute(owner);
  await sql`truncate broadcast.broadcast, broadcast.copy, broadcast.preference`.execute(owner);
  await sql`alter table broadcast.broadcast enable trigger user`.execute(owner);

  await relay();
});

const relay = async () => {
  while ((await publishHints(db, 200)).count > 0);
};
const ask = (more: Partial<Ask> = {}, by = writer) =>
  by.send<{ id: string; requestId: string }>('/operator/broadcast/ask', { ...NEWS, ...more });
const decide = async (id: string, by = second, verdict = 'approved') =>
  (await by.send('/operator/request/decide', { id, verdict, note: '' })).outcome;
const listed = async (id: string): Promise<Listed | undefined> =>
  (await writer.send<CallOutput<'/operator/broadcast/list'>>('/operator/broadcast/list', {})).data.items.find(
    (one) => one.id === id,
  );
const stop = async (id: string, by = second) =>
  (await by.send('/operator/broadcast/stop', { id, reason: 'wrong text' })).outcome;

async function approved(more: Partial<Ask> = {}): Promise<string> {
  const { data, outcome } = await ask(more);
  expect(outcome).toBe('SUCCESS');
  expect(await decide(data.requestId)).toBe('SUCCESS');
  return data.id;
}
/** Sends to the end, as the worker and the relay do in turns. */
async function sendAll(batch = 200): Promise<number> {
  let told = 0;
  for (let count = -1; count !== 0;) {
    count = await sendBroadcasts(db, { batch });
    told += count;
    await relay();
  }
  return told;
}
const rowsOf = async (member: TestMember) =>
  (await member.call('/member/notification/list', { newestFirst: '1' })).items.filter(
    ({ type }) => type === 'broadcast',
  );
const toldOf = async (...members: TestMember[]) =>
  Promise.all(members.map(async (member) => (await rowsOf(member)).length));
const fresh = (count: number) => Promise.all(Array.from({ length: count }, () => server.member()));

describe('a broadcast', () => {
  it('goes out as it was written once a second operator has approved it, and can be read in both languages', async () => {
    const member = await server.member();
    const { data } = await ask({ link: 'security' });
    expect(await sendAll()).toBe(0);
    expect(await listed(data.id)).toMatchObject({ state: 'asked', sent: 0 });
    expect(await decide(data.requestId, writer)).toBe('REQUEST_OWN');
    expect(await decide(data.requestId)).toBe('SUCCESS');
    expect(await listed(data.id)).toMatchObject({
      state: 'planned',
      approvedBy: expect.stringContaining('@'),
    });
    const told = await sendAll();
    expect(await listed(data.id)).toMatchObject({
      state: 'done',
      sent: told,
      progress: 1000,
      expected: told,
    });
    expect(await rowsOf(member)).toMatchObject([
      {
        title: NEWS.titleZh,
        content: NEWS.textZh,
        extra: {
          titleEn: NEWS.titleEn,
          textEn: NEWS.textEn,
          link: 'security',
          kind: 'news',
          isClosed: false,
        },
      },
    ]);
    const later = await server.member();
    await sendAll();
    expect(await toldOf(member, later), 'nobody who registers after it began').toEqual([1, 0]);
  });

  it('is listed the newest first, and page by page, whatever its number', async () => {
    await fresh(1);
    await sql`
      insert into broadcast.broadcast (kind, title_zh, text_zh, title_en, text_en, audience, expected, reason, written_by)
      select 'news', 'a', 'a', 'a', 'a', 'all', 1, 'test', max(id) from operator.operator, generate_series(1, 110) group by generate_series`.execute(
      owner,
    );
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const input = cursor === undefined ? {} : { cursor };
      const { data } = await writer.send<CallOutput<'/operator/broadcast/list'>>(
        '/operator/broadcast/list',
        input,
      );
      ids.push(...data.items.map(({ id }) => id));
      cursor = data.next;
    }
    expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)));
    expect(new Set(ids).size).toBe(110);
  });

  it('shows the second operator text, audience and time, whole', async () => {
    await ask({ startsAt: '2099-01-01T00:00:00.000Z' }).then(({ outcome }) =>
      expect(outcome).toBe('PARAMETERS_INVALID'),
    );
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { data } = await ask({ audience: 'level', audienceValue: '0', startsAt });
    const list = await second.send<CallOutput<'/operator/request/list'>>('/operator/request/list', {
      state: 'open',
    });
    const request = list.data.items.find(({ id }) => id === data.requestId);
    expect(request).toMatchObject({ kind: 'broadcast', subject: `broadcast:${data.id}`, mayDecide: true });
    const said = Object.fromEntries(request?.changes.map(({ field, after }) => [field, after]) ?? []);
    expect(said).toMatchObject({
      broadcastKind: 'news',
      titleZh: NEWS.titleZh,
      textZh: NEWS.textZh,
      titleEn: NEWS.titleEn,
      textEn: NEWS.textEn,
      audience: 'level',
      audienceValue: '0',
      sendAt: startsAt,
    });
    expect(Number(said['expected'])).toBeGreaterThan(0);
  });

  it('waits for its time, and cannot be approved once that has come', async () => {
    const [early, late] = ['1 hour', '2 hours'];
    const startsAt = new Date(Date.now() + 5_400_000).toISOString();
    await fresh(1);
    const id = await approved({ startsAt });
    const missed = await ask({ startsAt });
    await server.database.setClock(early);
    expect(await sendAll()).toBe(0);
    await server.database.setClock(late);
    const by = await server.operator('admin');
    expect(await decide(missed.data.requestId, by)).toBe('REQUEST_STALE');
    expect(await sendAll()).toBeGreaterThan(0);
    expect((await by.send('/operator/broadcast/stop', { id, reason: 'too late' })).outcome).toBe(
      'BROADCAST_STARTED',
    );
  });

  it('whose time passed more than a day ago, with no worker there, does not go out', async () => {
    const id = await approved({ startsAt: new Date(Date.now() + 60_000).toISOString() });
    await server.database.setClock('25 hours');
    expect(await sendAll()).toBe(0);
    const by = await server.operator('admin');
    const { data } = await by.send<CallOutput<'/operator/broadcast/list'>>('/operator/broadcast/list', {});
    expect(data.items.find((one) => one.id === id)).toMatchObject({ state: 'missed' });
  });

  it.each<[string, Partial<Ask>, string]>([
    ['with an address in it', { textZh: '請到 https://evil.example 領獎' }, 'PARAMETERS_INVALID'],
    ['to a level that there is none of', { audience: 'level', audienceValue: '12' }, 'PARAMETERS_INVALID'],
    ['to nobody', { audience: 'level', audienceValue: '9' }, 'BROADCAST_NOBODY'],
    [
      'to an unknown account',
      { audience: 'accounts', audienceValue: 'nobody99' },
      'BROADCAST_ACCOUNTS_UNKNOWN',
    ],
    ['in the past', { startsAt: '2020-01-01T00:00:00.000Z' }, 'BROADCAST_IN_PAST'],
    ['with a film that there is not', { kind: 'film' }, 'BROADCAST_NO_FILM'],
  ])('%s is not asked for', async (_what, more, outcome) => {
    await server.member();
    expect((await ask(more)).outcome).toBe(outcome);
  });
});

describe('a change', () => {
  it('makes the approval of what was asked before void, whether it was given or not', async () => {
    const member = await server.member();
    const first = await ask();
    const other = await ask({ replaces: first.data.id, titleZh: '週日凌晨更新' });
    expect(await decide(first.data.requestId)).toBe('REQUEST_STALE');
    expect(await decide(other.data.requestId)).toBe('SUCCESS');
    const third = await ask({ replaces: other.data.id, titleZh: '下週更新' });
    expect(await listed(other.data.id)).toMatchObject({ state: 'replaced' });
    expect(await sendAll(), 'approved, then changed').toBe(0);
    expect(await decide(third.data.requestId)).toBe('SUCCESS');
    await sendAll();
    expect((await rowsOf(member)).map(({ title }) => title)).toEqual(['下週更新']);
    expect((await ask({ replaces: third.data.id })).outcome, 'it has gone out').toBe('BROADCAST_STARTED');
  });

  it('of the text of what was approved is refused by the database', async () => {
    const id = await approved();
    const change = sql`update broadcast.broadcast set text_zh = 'something else' where id = ${id}`;
    await expect(change.execute(db)).rejects.toThrow(/permission denied/);
    await expect(change.execute(owner)).rejects.toThrow(/only ever/);
  });
});

describe('an audience', () => {
  it('is a level, merchants, a language, who has an order in progress, or named accounts', async () => {
    const [level, merchant, english, named] = await fresh(4);
    if (!level || !merchant || !english || !named) throw new Error('four members');
    const { buyer, seller } = await lockedOrder(server);
    await sql`update member.member set level = 7 where id = ${level.id}`.execute(owner);
    await sql`update member.member set role = 'merchant' where id = ${merchant.id}`.execute(owner);
    await english.call('/member/broadcast/language', { language: 'en' });
    const everybody = [level, merchant, english, named, buyer, seller];
    const cases: [Partial<Ask>, TestMember[]][] = [
      [{ audience: 'level', audienceValue: '7' }, [level]],
      [{ audience: 'merchants' }, [merchant]],
      [{ audience: 'language', audienceValue: 'en' }, [english]],
      [{ audience: 'live-order', kind: 'safety' }, [buyer, seller]],
      [
        { audience: 'accounts', audienceValue: `${named.account}\n${level.account}`, kind: 'safety' },
        [named, level],
      ],
    ];
    for (const [more, members] of cases) {
      const { data } = await writer.send<{ count: number }>('/operator/broadcast/count', {
        kind: more.kind ?? 'news',
        audience: more.audience,
        audienceValue: more.audienceValue ?? '',
      });
      expect(data.count, more.audience).toBe(members.length);
      const before = await toldOf(...everybody);
      await approved(more);
      expect(await sendAll(3), more.audience).toBe(members.length);
      const after = await toldOf(...everybody);
      expect(after.map((count, n) => count - (before[n] ?? 0))).toEqual(
        everybody.map((member) => (members.includes(member) ? 1 : 0)),
      );
    }
  });

  it('is counted whole where it is small, and estimated by a sample of it where it is large', async () => {
    await fresh(4);
    const all = { kind: 'safety', audience: 'all', audienceValue: '', memberIds: [] } as const;
    const counted = (sample?: Sample) => inTransaction(db, (tx) => countAudience(tx, all, sample));
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from member.member where not login_forbidden`.execute(owner);
    const there = rows[0]?.count ?? 0;
    expect(await counted()).toEqual({ count: there, isEstimate: false });
    const sampled = await counted({ stretches: 1, each: 2 });
    expect(sampled.isEstimate).toBe(true);
    // Numbers are given without many gaps, so the estimate is near.
    expect(Math.abs(sampled.count - there)).toBeLessThanOrEqual(there / 2);
  });

  it('that no sample finds is taken to be small, and not to be nobody', async () => {
    const members = await fresh(3);
    const last = members.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id))).at(-1);
    await sql`update member.member set level = 9 where id = ${last?.id}`.execute(owner);
    const rare = { kind: 'safety', audience: 'level', audienceValue: '9', memberIds: [] } as const;
    const counted = (sample?: Sample) => inTransaction(db, (tx) => countAudience(tx, rare, sample));
    expect(await counted()).toEqual({ count: 1, isEstimate: false });
    expect(await counted({ stretches: 1, each: 2 })).toEqual({ count: 0, isEstimate: true });
    await sql`update member.member set level = 0 where id = ${last?.id}`.execute(owner);
  });

  it('has it without an interruption where news are muted, but for a safety broadcast', async () => {
    const [quiet] = await fresh(1);
    if (!quiet) throw new Error('a member');
    await quiet.call('/member/notification/preferences/set', { muted: ['news'] });
    await approved();
    await approved({ kind: 'safety' });
    await sendAll();
    const rows = (await quiet.call('/member/notification/list', { newestFirst: '1' })).items;
    expect(
      rows.filter(({ type }) => type === 'broadcast').map(({ extra, isMuted }) => [extra['kind'], isMuted]),
    ).toEqual([
      ['news', true],
      ['safety', false],
    ]);
  });

  it('tells a member no more than two news within a day, and counts who passed by', async () => {
    const member = await server.member();
    for (let n = 0; n < 3; n += 1) await approved({ titleZh: `公告 ${n}` });
    await sendAll();
    expect(await toldOf(member)).toEqual([2]);
    const { data } = await writer.send<CallOutput<'/operator/broadcast/list'>>(
      '/operator/broadcast/list',
      {},
    );
    expect(data.items[0]).toMatchObject({ state: 'done', sent: 0 });
    expect(data.items[0]?.skipped).toBeGreaterThan(0);
  });
});

describe('sending', () => {
  it('is one batch a transaction: a crash in the middle of it tells nobody, and the next worker goes on, each member once', async () => {
    const members = await fresh(5);
    const id = await approved();
    expect((await sendBatch(db, 3)).told).toBe(3);
    await relay();
    const dying = inTransaction(owner, async (tx) => {
      await sql`lock table inbox.message in share row exclusive mode`.execute(tx);
      const sending = sendBatch(db, 200).catch(() => {});
      await untilSomebodyWaitsFor(tx, owner);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
        tx,
      );
      expect(await listed(id), 'nothing of the batch is left').toMatchObject({ state: 'running', sent: 3 });
      return { sending };
    });
    await (
      await dying
    ).sending;
    await sendAll(2);
    expect(await toldOf(...members)).toEqual(members.map(() => 1));
    const { rows } = await sql<{ member_id: string }>`
      select member_id from inbox.message where type = 'broadcast' and member_id = any(${members.map(({ id: each }) => each)}::bigint[])
      group by member_id having count(*) > 1`.execute(owner);
    expect(rows).toEqual([]);
  });

  it('undoes a batch whose inbox rows cannot be written', async () => {
    const [member] = await fresh(1);
    if (!member) throw new Error('a member');
    const id = await approved();
    await sql`
      create function inbox.fail_once() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      owner,
    );
    await sql`create trigger fail_once before insert on inbox.message for each statement execute function inbox.fail_once()`.execute(
      owner,
    );
    await expect(sendBatch(db)).rejects.toThrow('the disk is full');
    await sql`drop trigger fail_once on inbox.message`.execute(owner);
    expect(await listed(id)).toMatchObject({ state: 'planned', sent: 0 });
    await sendAll();
    expect(await toldOf(member)).toEqual([1]);
  });

  it('is done by one worker at a time, and two at once tell nobody twice', async () => {
    const members = await fresh(4);
    await approved();
    for (let told = 1; told > 0;) {
      const both = await Promise.all([sendBroadcasts(db, { batch: 2 }), sendBroadcasts(db, { batch: 2 })]);
      told = Math.max(...both);
      await relay();
    }
    expect(await toldOf(...members)).toEqual(members.map(() => 1));
  });

  it('waits while hints of other members wait for the relay', async () => {
    await fresh(1);
    await approved();
    await sql`insert into platform.outbox (member_id, topics) select 1, '{orders}' from generate_series(1, 101)`.execute(
      owner,
    );
    expect(await sendBroadcasts(db)).toBe(0);
    await relay();
    expect(await sendBroadcasts(db)).toBeGreaterThan(0);
  });

  it('stops at once when one operator says so: what has not gone out does not', async () => {
    await fresh(4);
    const id = await approved();
    await sendBatch(db, 2);
    await relay();
    expect(await stop(id)).toBe('SUCCESS');
    expect(await sendAll()).toBe(0);
    expect(await listed(id)).toMatchObject({ state: 'stopped', sent: 2, stopped: { reason: 'wrong text' } });
    expect(await stop(id)).toBe('BROADCAST_STARTED');
    const { rows } = await sql`
      select from platform.audit where action = 'broadcast-stopped' and subject = ${`broadcast:${id}`}`.execute(
      owner,
    );
    expect(rows).toHaveLength(1);
  });

  it('tells of safety before what was there earlier', async () => {
    const member = await server.member();
    await approved();
    await approved({ kind: 'safety', titleZh: '請留意詐騙' });
    await sendAll();
    expect((await rowsOf(member)).map(({ title }) => title)).toEqual([NEWS.titleZh, '請留意詐騙']);
  });
});

describe('what a day may have', () => {
  it('is three of news and three of safety, which do not use up each other', async () => {
    await fresh(1);
    for (let n = 0; n < 3; n += 1) await approved();
    const fourth = await ask();
    expect(await decide(fourth.data.requestId)).toBe('BROADCAST_DAY_FULL');
    await approved({ kind: 'safety' });
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await approved({ startsAt: tomorrow });
  });

  it('is twenty that one operator asks for', async () => {
    await fresh(1);
    const eager = await server.operator('admin');
    await sql`
      insert into broadcast.broadcast (kind, title_zh, text_zh, title_en, text_en, audience, expected, reason, written_by)
      select 'news', 'a', 'a', 'a', 'a', 'all', 1, 'test', max(id) from operator.operator, generate_series(1, 20) group by generate_series`.execute(
      owner,
    );
    expect((await ask({}, eager)).outcome).toBe('BROADCAST_ASKED_OFTEN');
  });
});

describe('who may', () => {
  it('approve a safety broadcast is risk too, other ones administrators alone', async () => {
    await fresh(1);
    const risk = await server.operator('risk');
    const news = await ask();
    const safety = await ask({ kind: 'safety' });
    expect(await decide(news.data.requestId, risk)).toBe('ROLE_NOT_ALLOWED');
    expect(await decide(safety.data.requestId, risk)).toBe('SUCCESS');
    expect((await ask({}, risk)).outcome).toBe('ROLE_NOT_ALLOWED');
    expect(await stop(safety.data.id, risk)).toBe('SUCCESS');
  });

  it('send is nobody by SQL alone, without two operators', async () => {
    await expect(sql`insert into broadcast.broadcast (kind) values ('news')`.execute(db)).rejects.toThrow(
      /permission denied/,
    );
    const { data } = await ask();
    await expect(sql`select broadcast.approve(${data.requestId})`.execute(db)).rejects.toThrow(
      /two operators/,
    );
  });
});

describe('closing', () => {
  it('is counted once, and holds on every install', async () => {
    const member = await server.member();
    const id = await approved();
    await sendAll();
    const [row] = await rowsOf(member);
    const seq = row?.seq ?? '';
    await member.call('/member/broadcast/close', { seq });
    await member.call('/member/broadcast/close', { seq });
    await countBroadcastReads(db);
    await countBroadcastReads(db);
    expect(await listed(id)).toMatchObject({ read: 1 });
    expect((await rowsOf(member))[0]?.extra).toMatchObject({ isClosed: true });
  });

  it('of what somebody else was told, or of another message, does nothing', async () => {
    const [member, other] = await fresh(2);
    if (!member || !other) throw new Error('two members');
    const id = await approved({ audience: 'accounts', audienceValue: member.account });
    await sendAll();
    await other.call('/member/broadcast/close', { seq: '1' });
    await member.call('/member/broadcast/close', { seq: '99' });
    await countBroadcastReads(db);
    expect(await listed(id)).toMatchObject({ read: 0 });
  });

  it('is forgotten after ninety days, the numbers are not', async () => {
    const member = await server.member();
    const id = await approved();
    const told = await sendAll();
    await server.database.setClock('91 days');
    await sweepCopies(db);
    const { rows } = await sql`select from broadcast.copy`.execute(owner);
    expect(rows).toEqual([]);
    await server.database.setClock('0');
    expect((await rowsOf(member))[0]?.extra).toMatchObject({ isClosed: true });
    expect(await listed(id)).toMatchObject({ sent: told });
  });
});
