import type { InboxRow } from '@holdfast/contract/calls';
import { AppError } from '@holdfast/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { type CallApi, createFailures } from '@holdfast/client/calls';
import { createSession } from '../session/session.ts';
import { createFilm } from './film.ts';
import { createInbox, INBOX_SEEN_KEY } from './inbox.ts';
import { createNotices, messagesOf } from './notices.ts';

const PAGE = 2;
const row = (seq: number, type = 'orderPaid'): InboxRow => ({
  seq: String(seq),
  type,
  title: '',
  content: '',
  extra: { rid: `${seq}` },
  at: '2026-08-17T06:02:00.000Z',
});

/** A device on an inbox that ends at `last`, pages of two. */
function prepare({ seen }: { seen?: string } = {}) {
  const session = createSession(pageStorage());
  session.signIn(
    { account: 'amberlin88', access_token: 'x'.repeat(43), nick: '小林', uid: 'u1' },
    'f'.repeat(16),
  );
  const shared = pageStorage(
    seen === undefined ? {} : { [INBOX_SEEN_KEY]: JSON.stringify({ uid: 'u1', seq: seen }) },
  );
  const notices = createNotices(createFailures());
  const server = {
    last: 0,
    asked: [] as string[],
    isDown: false,
    safety: [] as InboxRow[],
    told: [] as string[],
    types: new Map<number, string>(),
    rows: new Map<number, InboxRow>(),
    muted: new Set<number>(),
    read: new Set<string>(),
  };
  const list = ({ cursor, after: from }: { after: string; cursor?: string }) => {
    server.asked.push(cursor ?? from);
    const after = Number(cursor ?? from);
    const count = Math.min(PAGE, Math.max(0, server.last - after));
    return {
      items: Array.from({ length: count }, (_item, n) => ({
        ...(server.rows.get(after + n + 1) ?? row(after + n + 1, server.types.get(after + n + 1))),
        isRead: server.read.has(String(after + n + 1)),
        isMuted: server.muted.has(after + n + 1),
      })),
      unread: server.last - server.read.size,
      next: after + count < server.last ? String(after + count) : null,
      safety: cursor === undefined ? server.safety : [],
    };
  };
  const callApi = (async (path: string, { input }: { input: never }) => {
    if (path === '/member/notification/list' && !server.isDown) return list(input);
    if (server.isDown) throw new AppError('PROXY_UNREACHABLE');
    const { seq, seqs } = input as { seq: string; seqs?: string[] };
    if (path === '/member/notification/read') {
      for (const one of seqs ?? []) server.read.add(one);
      return {};
    }
    server.told.push(seq);
    server.safety = server.safety.filter((one) => BigInt(one.seq) > BigInt(seq));
    return {};
  }) as unknown as CallApi;
  const own = new Set<unknown>();
  const inbox = createInbox({ callApi, session, shared, notices, hasSent: (rid) => own.has(rid) });
  const shown = () => messagesOf(notices.read()).map(({ seq }) => seq);
  return { inbox, notices, session, shared, server, shown, own };
}

describe('the inbox on a device', () => {
  test('that knows nothing of it begins where it ends now', async () => {
    const { inbox, server, shown } = prepare();
    server.last = 900;
    await inbox.opened('900');
    expect([server.asked, shown()]).toEqual([['900'], []]);
    server.last = 901;
    await inbox.catchUp();
    expect(shown()).toEqual(['901']);
  });

  test('shows everything after what was seen, over as many pages as it takes', async () => {
    const { inbox, server, shown } = prepare({ seen: '3' });
    server.last = 8;
    await inbox.opened('8');
    expect(shown()).toEqual(['4', '5', '6', '7', '8']);
    expect(server.asked).toEqual(['3', '5', '7']);
  });

  test('of another member on the same device begins anew', async () => {
    const { inbox, shared, server, shown } = prepare();
    shared.setItem(INBOX_SEEN_KEY, JSON.stringify({ uid: 'somebody else', seq: '1' }));
    server.last = 5;
    await inbox.opened('5');
    expect(shown()).toEqual([]);
  });

  test('asks once more for hints that come while it asks, and misses none', async () => {
    const { inbox, server, shown } = prepare({ seen: '0' });
    server.last = 1;
    const first = inbox.catchUp();
    server.last = 2;
    await Promise.all([first, inbox.catchUp(), inbox.catchUp()]);
    expect(shown()).toEqual(['1', '2']);
  });

  test('forgets nothing when the server cannot be reached', async () => {
    const { inbox, server, shown } = prepare({ seen: '0' });
    server.last = 1;
    server.isDown = true;
    await inbox.catchUp();
    expect(shown()).toEqual([]);
    server.isDown = false;
    await inbox.catchUp();
    expect(shown()).toEqual(['1']);
  });

  test('shows what was answered once and never again', async () => {
    const { inbox, notices, server, shown } = prepare({ seen: '0' });
    server.last = 2;
    await inbox.catchUp();
    const [first] = notices.read().rows;
    if (first) inbox.see(first);
    expect(shown()).toEqual(['2']);
    await inbox.catchUp();
    expect(shown()).toEqual(['2']);
  });

  test('says nothing of what was done right here, and takes nothing else with it', async () => {
    const { inbox, notices, own, server, shown, shared } = prepare({ seen: '0' });
    const seenUpTo = () => (JSON.parse(shared.getItem(INBOX_SEEN_KEY) ?? '{}') as { seq?: string }).seq;
    for (const rid of ['1', '3', '4']) own.add(rid);
    server.last = 4;
    await inbox.catchUp();
    expect([shown(), seenUpTo()]).toEqual([['2'], '1']);
    const [other] = notices.read().rows;
    if (other) inbox.see(other);
    await inbox.catchUp();
    expect([shown(), seenUpTo()]).toEqual([[], '4']);
  });

  test('tells somebody who signed out meanwhile nothing', async () => {
    const { inbox, server, session, shown } = prepare({ seen: '0' });
    server.last = 1;
    const asking = inbox.catchUp();
    session.signOut();
    await asking;
    expect(shown()).toEqual([]);
  });
});

describe('a film that operators push', () => {
  const film = (seq: number, isClosed = false): InboxRow => ({
    ...row(seq, 'broadcast'),
    extra: { kind: 'film', isClosed },
  });

  test('waits on this device for this member until it is closed, which the server hears of once', async () => {
    const { inbox, server, session, shown, shared } = prepare({ seen: '0' });
    server.last = 3;
    server.rows.set(2, film(2));
    await inbox.catchUp();
    expect([shown(), inbox.film.read()]).toEqual([['1', '3'], '2']);
    const kept = createFilm({ session, shared, tellClosed: () => {} });
    expect(kept.read(), 'over a reload').toBe('2');
    inbox.film.close();
    inbox.film.close();
    await inbox.catchUp();
    expect([inbox.film.read(), server.told]).toEqual([undefined, ['2']]);
    session.signOut();
    expect(kept.read()).toBeUndefined();
  });

  test('or another broadcast that was closed elsewhere is not shown', async () => {
    const { inbox, server, shown } = prepare({ seen: '0' });
    server.last = 2;
    server.rows.set(1, film(1, true)).set(2, { ...row(2, 'broadcast'), extra: { isClosed: true } });
    await inbox.catchUp();
    expect([shown(), inbox.film.read()]).toEqual([[], undefined]);
  });
});

test('broadcasts that are answered with a later message are told as closed, each once', async () => {
  const { inbox, notices, server } = prepare({ seen: '0' });
  server.last = 4;
  for (const seq of [1, 3]) server.types.set(seq, 'broadcast');
  await inbox.catchUp();
  const third = notices.read().rows[2];
  if (third) inbox.see(third);
  expect(server.told).toEqual(['1', '3']);
});

describe('what has been read', () => {
  test('is told the server by an answer, and not by what was put off', async () => {
    const { inbox, notices, server } = prepare({ seen: '0' });
    server.last = 2;
    await inbox.catchUp();
    expect(inbox.reading.read().unread).toBe(2);
    const [first, second] = notices.read().rows;
    if (first) inbox.unread.add(first);
    for (const one of [first, second]) if (one) inbox.see(one);
    await expect.poll(() => [...server.read]).toEqual(['2']);
    expect(inbox.reading.read().unread).toBe(1);
    inbox.unread.drop(() => true);
    await expect.poll(() => [...server.read]).toEqual(['2', '1']);
  });

  test('is told of a muted message by nobody: it opens no dialog and stays unread', async () => {
    const { inbox, server, shown } = prepare({ seen: '0' });
    server.last = 3;
    server.muted.add(1).add(3);
    await inbox.catchUp();
    expect([shown(), inbox.reading.read().unread]).toEqual([['2'], 3]);
  });

  test('is nothing that is known of another member', async () => {
    const { inbox, server, session } = prepare({ seen: '0' });
    server.last = 3;
    await inbox.catchUp();
    session.signOut();
    expect(inbox.reading.read().unread).toBeUndefined();
  });
});

describe('hints and pushes that are lost, repeated and late', () => {
  /** `arrive`: a message; `hint`: one of the copies that tell of it, in whatever order and however often; `answer`: the member answers the first. */
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('arrive' as const) },
      { weight: 4, arbitrary: fc.constant('hint' as const) },
      { weight: 1, arbitrary: fc.constant('answer' as const) },
      { weight: 1, arbitrary: fc.constant('lose the network' as const) },
      { weight: 1, arbitrary: fc.constant('find the network' as const) },
    ),
    { maxLength: 40 },
  );

  test('leave the same inbox on the screen: each message once, in order, and none left out', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (plan, waits) => {
        const { inbox, notices, server, shown } = prepare({ seen: '0' });
        const answered: string[] = [];
        const asking: Promise<void>[] = [];
        for (const step of plan) {
          if (step === 'arrive') server.last += 1;
          if (step === 'lose the network') server.isDown = true;
          if (step === 'find the network') server.isDown = false;
          const [first] = notices.read().rows;
          if (step === 'answer' && first) {
            answered.push(first.seq);
            inbox.see(first);
          }
          if (step !== 'hint') continue;
          asking.push(inbox.catchUp());
          if (waits.next().value) await asking.at(-1);
        }
        server.isDown = false;
        await Promise.all(asking);
        await inbox.catchUp(); // the app starts, comes back, or is told of any later message
        const all = Array.from({ length: server.last }, (_, n) => String(n + 1));
        expect([...answered, ...shown()]).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });
});

describe('safety notices', () => {
  const signIn = (seq: number, when: string): InboxRow => ({
    ...row(seq, 'userNormalLogin'),
    extra: { when },
  });
  const takeover = (seq: number, when: string): InboxRow => ({
    ...row(seq, 'userForcedLogout'),
    extra: { when },
  });

  test('are shown on a device that begins at the end of the inbox, before everything else, and reported once answered', async () => {
    const { inbox, notices, server, shown } = prepare();
    server.last = 8;
    server.safety = [signIn(4, 'a'), signIn(7, 'b')];
    await inbox.opened('8');
    server.last = 9;
    await inbox.catchUp();
    expect(shown()).toEqual(['4', '7', '9']);
    for (const one of messagesOf(notices.read())) inbox.see(one);
    expect([shown(), server.told]).toEqual([[], ['4', '7']]);
  });

  test('that the server does not name are not shown: this device caused them, or they were seen elsewhere', async () => {
    const { inbox, server, shown } = prepare({ seen: '0' });
    server.last = 3;
    server.types.set(1, 'userNormalLogin').set(3, 'passwordChanged');
    await inbox.catchUp();
    expect(shown()).toEqual(['2']);
    server.safety = [signIn(1, 'a')];
    await inbox.catchUp();
    expect(shown()).toEqual(['1', '2']);
    server.safety = [];
    await inbox.catchUp();
    expect(shown()).toEqual(['2']);
  });

  test('that were answered offline stay answered, and are reported with the next read', async () => {
    const { inbox, notices, server, shown } = prepare({ seen: '9' });
    server.safety = [signIn(4, 'a'), signIn(7, 'b')];
    await inbox.opened('9');
    server.isDown = true;
    const [first] = messagesOf(notices.read());
    if (first) inbox.see(first);
    await inbox.catchUp();
    expect([shown(), server.told]).toEqual([['7'], []]);
    server.isDown = false;
    await inbox.catchUp();
    expect([shown(), server.told]).toEqual([['7'], ['4']]);
  });

  test('of one sign-in are one: the session that it ended is not this one', async () => {
    const { inbox, notices, server, shown } = prepare({ seen: '9' });
    server.safety = [takeover(3, 'a'), signIn(4, 'a'), takeover(5, 'b')];
    await inbox.opened('9');
    expect(shown()).toEqual(['4', '5']);
    const [first] = messagesOf(notices.read());
    if (first) inbox.see(first);
    expect([shown(), server.told]).toEqual([['5'], ['4']]);
  });
});
