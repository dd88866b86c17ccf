import { AppError, defined } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import {
  ChannelFailure,
  createCallApi,
  createFailures,
  createIdempotencyKeys,
  type Channel,
  type ChannelRequest,
} from '@holdfast/client/calls';
import { pageStorage } from '@holdfast/client/storage';
import { createSession } from './session.ts';

type Answer = { errorCode: number; data?: unknown; transmissions?: number } | Error;

/** A call client on a channel that answers as told; records what was sent. */
function prepare({ tab = pageStorage(), isSignedIn = true } = {}) {
  const answers: Answer[] = [];
  const sent: ChannelRequest[] = [];
  const channel: Channel = {
    async call(request) {
      sent.push(request);
      const next = answers.shift() ?? { errorCode: 0 };
      if (next instanceof Error) throw next;
      const { errorCode, data = {}, transmissions = 1 } = next;
      return { body: JSON.stringify({ errorCode, errorMessage: '訊息', data }), transmissions };
    },
    sessionProof: ({ account, device, token }) => `proof of ${account} ${device} ${token.length}`,
    serverNow: () => 0,
    forget: () => {},
  };
  let made = 0;
  const makeRid = () => `rid-${String((made += 1)).padStart(18, '0')}`;
  const session = createSession(pageStorage());
  if (isSignedIn)
    session.signIn(
      { account: 'amberlin88', access_token: 'x'.repeat(43), nick: '小林', uid: '1' },
      '00112233445566ff',
    );
  const failures = createFailures();
  const told: AppError[] = [];
  failures.subscribe((error) => told.push(error));
  const callApi = createCallApi({
    channel,
    session,
    failures,
    idempotencyKeys: createIdempotencyKeys(tab, makeRid),
  });
  const close = () => callApi('/listing/close', { input: { listingId: '7', version: '1' } });
  return { answers, sent, told, callApi, close, session, tab };
}

const unknown = new ChannelFailure(new AppError('CONNECTION_UNSTABLE'), false);
const known = new ChannelFailure(new AppError('CONNECTION_UNSTABLE'), true);

describe('a call', () => {
  test('goes to the endpoint of its method, with its parameters in the path', async () => {
    const { callApi, sent } = prepare();
    await callApi('/bank/list/{account}', { params: { account: 'amberlin88' } });
    await callApi('/api/v1/members/orders-in-progress/{account}', { params: { account: 'amberlin88' } });
    expect(sent.map(({ endpoint, bUrl }) => [endpoint, bUrl])).toEqual([
      ['/proxypost', '/bank/list/amberlin88'],
      ['/proxyget', '/api/v1/members/orders-in-progress/amberlin88'],
    ]);
  });

  test('of a member carries device and checksum and says that a person acted', async () => {
    const { callApi, sent } = prepare();
    await callApi('/member/balanceinfo', {});
    expect(sent[0]?.pairs).toEqual([
      ['device', '00112233445566ff'],
      ['checksum', 'proof of amberlin88 00112233445566ff 43'],
      ['active', '1'],
    ]);
  });

  test('of a member whose token is sealed waits until it is there', async () => {
    const { callApi, sent, session } = prepare();
    session.placeToken('1', '');
    const { promise, resolve: open } = Promise.withResolvers<string>();
    session.onSealed(() => promise);
    const answer = callApi('/member/balanceinfo', {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent).toEqual([]);
    open('y'.repeat(43));
    await answer;
    expect(sent[0]?.pairs[1]).toEqual(['checksum', 'proof of amberlin88 00112233445566ff 43']);
  });

  test('that nobody made does not keep the session awake', async () => {
    const { callApi, sent } = prepare();
    await callApi('/member/balanceinfo', { isBackground: true });
    expect(sent[0]?.pairs.map(([key]) => key)).toEqual(['device', 'checksum']);
  });

  test('for anyone carries no proof', async () => {
    const { callApi, sent } = prepare();
    const input = { account: 'amberlin88' };
    await callApi('/member/check-duplicate/account-and-nickname', { input });
    expect(sent[0]?.pairs).toEqual([
      ['active', '1'],
      ['account', 'amberlin88'],
    ]);
  });

  test('that reads carries no RID, and one that writes does', async () => {
    const { callApi, close, sent } = prepare();
    await callApi('/member/balanceinfo', {});
    await close();
    expect(sent.map(({ rid }) => rid)).toEqual([undefined, 'rid-000000000000000001']);
  });

  test('throws a refusal under its name, with its data', async () => {
    const { close, answers } = prepare();
    answers.push({ errorCode: 11302, data: { version: 3 } });
    await expect(close()).rejects.toMatchObject({ code: 'LISTING_CHANGED', data: { version: 3 } });
  });

  test('throws a code that this build does not know with the text of the server', async () => {
    const { close, answers } = prepare();
    answers.push({ errorCode: 19999 });
    await expect(close()).rejects.toMatchObject({ code: 'CODE_19999', data: { errorMessage: '訊息' } });
  });

  test('tells the shell when the session has ended, and only then', async () => {
    const { close, answers, told } = prepare();
    answers.push(
      { errorCode: 11302, data: { version: 3 } },
      { errorCode: 10301, data: { reason: 'takeover' } },
    );
    await expect(close()).rejects.toThrow('LISTING_CHANGED');
    await expect(close()).rejects.toThrow('NOT_SIGNED_IN');
    expect(told.map(({ code }) => code)).toEqual(['NOT_SIGNED_IN']);
  });
});

describe('a call that waits under the PIN lock', () => {
  const other = { account: 'hf-other', access_token: 'y'.repeat(43), nick: '小美', uid: '2' };

  test.each([['nobody', undefined] as const, ['another member', other] as const])(
    'goes out for its own member only: with %s there it is dropped, and no dialog speaks of it',
    async (_, next) => {
      const { session, close, sent, told } = prepare();
      const { promise, resolve: open } = Promise.withResolvers<string>();
      session.onSealed(() => promise);
      session.placeToken('1', '');
      const answer = close();
      session.signOut();
      if (next) session.signIn(next, '00112233445566ff');
      open('x'.repeat(43));
      await expect(answer).rejects.toThrow('NOT_SIGNED_IN');
      expect([sent, told]).toEqual([[], []]);
    },
  );
});

describe('a call that is answered late', () => {
  test.each([false, true])(
    'says nothing of the end of a session that is over already (signed in again: %s)',
    async (isAgain) => {
      const { close, answers, told, session } = prepare();
      const login = defined(session.read()?.login, 'a member');
      answers.push({
        get errorCode() {
          session.signOut();
          if (isAgain) session.signIn({ ...login, access_token: 'y'.repeat(43) }, '00112233445566ff');
          return 10301;
        },
      });
      await expect(close()).rejects.toThrow('NOT_SIGNED_IN');
      expect(told).toEqual([]);
    },
  );
});

describe('the RID of a command', () => {
  test.each<[string, Answer]>([
    ['success', { errorCode: 0 }],
    ['a refusal', { errorCode: 11302, data: { version: 2 } }],
    ['a session that had already ended', { errorCode: 10301 }],
    ['a channel that gave its last word', known],
  ])('ends with %s', async (_, answer) => {
    const { close, answers, sent } = prepare();
    answers.push(answer);
    await close().catch(() => {});
    await close();
    expect(sent[0]?.rid).not.toBe(sent[1]?.rid);
  });

  test.each<[string, Answer]>([
    ['no answer', unknown],
    ['a database that failed', { errorCode: 10101 }],
    ['a session that ended between two transmissions', { errorCode: 10202, transmissions: 2 }],
  ])('stays over %s, for the second try of the member', async (_, answer) => {
    const { close, answers, sent } = prepare();
    answers.push(answer);
    await close().catch(() => {});
    await close();
    expect(sent[0]?.rid).toBe(sent[1]?.rid);
  });

  test('stays over a reload of the tab', async () => {
    const before = prepare();
    before.answers.push(unknown);
    await before.close().catch(() => {});
    const after = prepare({ tab: before.tab });
    await after.close();
    expect(after.sent[0]?.rid).toBe(before.sent[0]?.rid);
  });

  test('belongs to one command: another input is another command', async () => {
    const { callApi, close, answers, sent } = prepare();
    answers.push(unknown);
    await close().catch(() => {});
    await callApi('/listing/close', { input: { listingId: '8', version: '1' } });
    expect(sent[0]?.rid).not.toBe(sent[1]?.rid);
  });

  test('is kept without any of the input', async () => {
    const { callApi, answers, tab } = prepare();
    answers.push(unknown);
    const card = { bankCode: '004', accountNumber: '1234567890123', holderName: '林書瑤' };
    const params = { account: 'amberlin88' };
    await callApi('/member/bankadd/{account}', { params, input: card, transpass: '246801' }).catch(() => {});
    expect(tab.getItem('idempotencyKeys')).toMatch(/^{"[0-9a-f]{64}":"rid-000000000000000001"}$/);
  });

  test.each(['{"x":"rid-000000000000000009"}', `{"${'0'.repeat(64)}":"short"}`])(
    'survives a tampered storage: a record that is none is dropped (%s)',
    async (idempotencyKeys) => {
      const { close, sent, answers, tab } = prepare({ tab: pageStorage({ idempotencyKeys }) });
      answers.push(unknown);
      await close().catch(() => {});
      expect(sent[0]?.rid).toBe('rid-000000000000000001');
      expect(Object.values(JSON.parse(tab.getItem('idempotencyKeys') ?? '{}') as object)).toEqual([
        sent[0]?.rid,
      ]);
    },
  );
});
