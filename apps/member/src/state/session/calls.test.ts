import { AppError, defined } from '@holdfast/kernel';
import { describe, expect, test, vi } from 'vitest';
import {
  ChannelFailure,
  createCallApi,
  createFailures,
  createIdempotencyKeys,
  type CallApi,
  type Channel,
  type ChannelRequest,
} from '@holdfast/client/calls';
import { MEMBER_CALLS } from '@holdfast/client/member-calls';
import { openDeviceKey, pageStorage } from '@holdfast/client/storage';
import { createSession } from './session.ts';

type Answer = { errorCode: number; data?: unknown; transmissions?: number } | Error;

const MINUTE = 60_000;
/** The device's key, as the browser keeps it over reloads. */
const deviceKey = openDeviceKey('commands');

let made = 0;

/** A call client on a channel that answers as told; records what was sent. `shared` is what all tabs of the device share. */
function prepare({ shared = pageStorage(), key = deviceKey, isSignedIn = true } = {}) {
  const answers: (Answer | Promise<Answer>)[] = [];
  const sent: ChannelRequest[] = [];
  const channel: Channel = {
    async call(request) {
      sent.push(request);
      const next = (await answers.shift()) ?? { errorCode: 0 };
      if (next instanceof Error) throw next;
      const { errorCode, data = {}, transmissions = 1 } = next;
      return { body: JSON.stringify({ errorCode, errorMessage: '訊息', data }), transmissions };
    },
    sessionProof: ({ account, device, token }) => `proof of ${account} ${device} ${token.length}`,
    serverNow: () => 0,
    forget: () => {},
  };
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
  const clock = { at: 0 };
  const unsure: string[] = [];
  const callApi = createCallApi({
    calls: MEMBER_CALLS,
    channel,
    session,
    failures,
    onUnsure: () => void unsure.push(sent.at(-1)?.bUrl ?? ''),
    idempotencyKeys: createIdempotencyKeys({
      area: shared,
      makeRid,
      now: () => clock.at,
      openKey: () => key,
    }),
  });
  const close = () => callApi('/listing/close', { input: { listingId: '7', version: '1' } });
  return { answers, sent, told, unsure, callApi, close, session, shared, clock };
}

const lost = (transmissions = 1) => new ChannelFailure(new AppError('CONNECTION_UNSTABLE'), transmissions);
const unknown = lost();
/** An answer that the server has not stored. */
const open = (errorCode: number, transmissions = 1) => ({ errorCode, data: { open: true }, transmissions });
const remembered = (area: Storage) =>
  Array.from({ length: area.length }, (_, index) => area.key(index) ?? '').filter((key) =>
    key.startsWith('command.'),
  );

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
    expect(sent.map(({ rid }) => rid)).toEqual([undefined, expect.stringMatching(/^rid-\d{18}$/)]);
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
    ['a refusal that the server has stored', { errorCode: 11302, data: { version: 2 } }],
  ])('ends with %s', async (_, answer) => {
    const { close, answers, sent, shared } = prepare();
    answers.push(answer);
    await close().catch(() => {});
    expect(remembered(shared)).toEqual([]);
    await close();
    expect(sent[0]?.rid).not.toBe(sent[1]?.rid);
  });

  const keeping: [string, Answer][] = [
    ['no answer', unknown],
    ['nothing that has left the device', lost(0)],
    ['a database that failed', open(10101)],
    ['a fault', open(11000)],
    ['a session that timed out', open(10202)],
    ['a session that was ended', open(10301)],
    ['a session that nobody knows', open(10315)],
    ['maintenance', open(11002)],
    ['a limit', open(11001)],
    ['a wrong secret', open(11105)],
    ['a code that this build does not know', open(19999)],
  ];

  test.each(keeping)('stays over %s, for the second try of the member', async (_, answer) => {
    const { close, answers, sent } = prepare();
    answers.push(answer);
    await close().catch(() => {});
    await close();
    expect(sent[0]?.rid).toBe(sent[1]?.rid);
  });

  test.each(keeping)('stays over %s on the second try too, after a lost answer', async (_, answer) => {
    const { close, answers, sent } = prepare();
    answers.push(unknown, answer);
    await close().catch(() => {});
    await close().catch(() => {});
    await close();
    expect(new Set(sent.map(({ rid }) => rid)).size).toBe(1);
  });

  test('stays over a reload, in another tab, and after a new sign-in', async () => {
    const before = prepare();
    before.answers.push(unknown);
    await before.close().catch(() => {});
    const after = prepare({ shared: before.shared });
    await after.close();
    expect(after.sent[0]?.rid).toBe(before.sent[0]?.rid);
  });

  test('is remembered before the command leaves: a page that is killed on the way forgets nothing', async () => {
    const { answers, close, shared } = prepare();
    const kept: string[][] = [];
    answers.push({
      get errorCode() {
        kept.push(remembered(shared));
        return 0;
      },
    });
    await close();
    expect(kept).toEqual([[expect.stringMatching(/^command\.[0-9a-f]{64}$/)]]);
  });

  test('stays for a tab that heard nothing while another tab heard the answer', async () => {
    const one = prepare();
    const two = prepare({ shared: one.shared });
    const late = Promise.withResolvers<Answer>();
    one.answers.push(late.promise);
    const failed = one.close().catch(() => {});
    await expect.poll(() => one.sent).toHaveLength(1);
    await two.close();
    expect(two.sent[0]?.rid).toBe(one.sent[0]?.rid);
    late.resolve(unknown);
    await failed;
    await one.close();
    expect(one.sent[1]?.rid).toBe(one.sent[0]?.rid);
  });

  test.each<[string, (calls: ReturnType<typeof prepare>) => Promise<unknown>]>([
    [
      'another input',
      ({ callApi }) => callApi('/listing/close', { input: { listingId: '8', version: '1' } }),
    ],
    [
      'another member',
      ({ session, close }) => {
        session.signIn(
          { account: 'other88', access_token: 'y'.repeat(43), nick: '小美', uid: '2' },
          '00112233445566ff',
        );
        return close();
      },
    ],
  ])('belongs to one command: %s makes it another', async (_, other) => {
    const calls = prepare();
    calls.answers.push(unknown);
    await calls.close().catch(() => {});
    await other(calls);
    expect(calls.sent[0]?.rid).not.toBe(calls.sent[1]?.rid);
  });

  test('belongs to a body without its proofs: another secret and another code are the same command', async () => {
    const { callApi, answers, sent } = prepare();
    const release = (transpass: string, otpTicket?: string) =>
      callApi('/order/release', {
        input: { orderId: '7', version: '1', ...(otpTicket && { otpTicket }) },
        transpass,
      });
    answers.push(unknown, open(11105), open(11152));
    for (const [secret, ticket] of [['111111'], ['246801'], ['246801', 'a'.repeat(43)]] as const)
      await release(secret, ticket).catch(() => {});
    await release('246801', 'b'.repeat(43));
    expect(new Set(sent.map(({ rid }) => rid)).size).toBe(1);
  });

  test('belongs to all that is typed where the answer is a credential: another password is another command', async () => {
    const { callApi, answers, sent } = prepare({ isSignedIn: false });
    const signIn = (password: string) =>
      callApi('/member/login', {
        input: { account: 'amberlin88', password, installId: '0'.repeat(32) },
      });
    answers.push(unknown, unknown);
    await signIn('Wrong1234').catch(() => {});
    await signIn('Kelp7tide').catch(() => {});
    await signIn('Kelp7tide');
    const [wrong, right, again] = sent.map(({ rid }) => rid);
    expect([wrong === right, right === again]).toEqual([false, true]);
  });

  test('of a command that ends the session belongs to that session', async () => {
    const { callApi, answers, sent, session } = prepare();
    const signOut = () =>
      callApi('/member/sign-out/{account}', { params: { account: 'amberlin88' } }).catch(() => {});
    answers.push(unknown);
    await signOut();
    const { login, vehicle } = defined(session.read(), 'a member');
    session.signIn({ ...login, access_token: 'y'.repeat(44) }, vehicle.device);
    await signOut();
    expect(sent[0]?.rid).not.toBe(sent[1]?.rid);
  });

  test('is kept without any of the input, not even as a hash that somebody could try inputs against', async () => {
    const { callApi, answers, shared } = prepare();
    const send = async (calls: CallApi) => {
      const input = { password: 'Kelp7tide', newPassword: 'Amber9reef' };
      await calls('/member/changepass/{account}', {
        params: { account: 'amberlin88' },
        input,
        transpass: '246801',
      }).catch(() => {});
    };
    answers.push(unknown);
    await send(callApi);
    const [name = ''] = remembered(shared);
    expect(`${name} ${shared.getItem(name)}`).toMatch(
      /^command\.[0-9a-f]{64} {"rid":"rid-\d{18}","first":0,"until":900000,"isUnsure":true}$/,
    );
    const otherDevice = prepare({ key: openDeviceKey('another') });
    otherDevice.answers.push(unknown);
    await send(otherDevice.callApi);
    expect(remembered(otherDevice.shared)).not.toEqual([name]);
  });

  test.each(['"rid"', '{"rid":"<script>","first":0,"until":9e15,"isUnsure":true}'])(
    'survives a tampered storage: a record that is none is dropped (%s)',
    async (forged) => {
      const before = prepare();
      before.answers.push(unknown);
      await before.close().catch(() => {});
      const [name = ''] = remembered(before.shared);
      before.shared.setItem(name, forged);
      await before.close();
      expect(before.sent[1]?.rid).toMatch(/^rid-\d{18}$/);
      expect(before.sent[1]?.rid).not.toBe(before.sent[0]?.rid);
    },
  );

  test('is kept while the page lives where the storage takes nothing', async () => {
    const shared = Object.assign(pageStorage(), {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const { close, answers, sent } = prepare({ shared });
    answers.push(unknown);
    await close().catch(() => {});
    await close();
    await close();
    const [first, second, third] = sent.map(({ rid }) => rid);
    expect([first === second, second === third]).toEqual([true, false]);
  });
});

describe('what is known of a command', () => {
  const mayHaveRun = { data: { mayHaveRun: true } };

  test('whose answer was lost: it may have run, and the screens ask anew', async () => {
    const { close, answers, unsure } = prepare();
    answers.push(unknown);
    await expect(close()).rejects.toMatchObject({ code: 'CONNECTION_UNSTABLE', ...mayHaveRun });
    expect(unsure).toEqual(['/listing/close']);
  });

  test('is not forgotten by the next try, whatever that one meets', async () => {
    const { close, answers } = prepare();
    answers.push(unknown, open(10202), lost(0), open(11002));
    for (const code of ['CONNECTION_UNSTABLE', 'SESSION_TIMEOUT', 'CONNECTION_UNSTABLE', 'MAINTENANCE'])
      await expect(close()).rejects.toMatchObject({ code, ...mayHaveRun });
  });

  test.each<[string, Answer]>([
    ['that never left', lost(0)],
    ['whose only transmission was refused', open(11001)],
  ])('%s: it has not run', async (_, answer) => {
    const { close, answers, unsure } = prepare();
    answers.push(answer);
    const error = await close().catch((reason: unknown) => reason);
    expect((error as AppError).data).not.toHaveProperty('mayHaveRun');
    expect(unsure).toEqual([]);
  });

  test('that was sent twice on one try: the refusal of the second says nothing of the first', async () => {
    const { close, answers } = prepare();
    answers.push(open(10301, 2));
    await expect(close()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN', ...mayHaveRun });
  });

  test('whose RID is over: it says that an earlier try may have gone through, asks anew, and ends', async () => {
    const { close, answers, sent, unsure } = prepare();
    answers.push(unknown, { errorCode: 10201, data: { fields: ['RID'] } });
    await close().catch(() => {});
    await expect(close()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(unsure).toHaveLength(2);
    await close();
    expect(sent[2]?.rid).not.toBe(sent[1]?.rid);
  });

  test('that is older than the kept answers: the same, without asking a server that has forgotten it', async () => {
    const { close, answers, sent, clock } = prepare();
    answers.push(unknown, unknown);
    await close().catch(() => {});
    clock.at = 6 * 24 * 60 * MINUTE;
    await close().catch(() => {});
    expect(sent[1]?.rid).toBe(sent[0]?.rid);
    clock.at = 7 * 24 * 60 * MINUTE;
    await expect(close()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(sent).toHaveLength(2);
    await close();
    expect(sent[2]?.rid).not.toBe(sent[0]?.rid);
  });

  test.each([
    ['was ahead until it was sent', -9, 0],
    ['was behind until the answer to another command', 0, 9],
  ])('is not forgotten by a clock of the device that %s', async (_, first, second) => {
    const { callApi, answers, sent, clock, close } = prepare();
    const day = 24 * 60 * MINUTE;
    /** What the wrong clock has sealed is refused once: the exchange after that sets it right. */
    const healing = (answer: Answer) => ({
      get errorCode() {
        clock.at = MINUTE;
        if (answer instanceof Error) throw answer;
        return answer.errorCode;
      },
    });
    clock.at = first * day;
    answers.push(healing(unknown));
    await close().catch(() => {});
    clock.at = second * day;
    answers.push(healing({ errorCode: 0 }));
    await callApi('/member/notification/read', { input: { seqs: ['9'] }, isBackground: true });
    await close();
    expect(sent[2]?.rid).toBe(sent[0]?.rid);
  });

  test('is kept no longer than the server keeps answers: a code is sent anew after minutes', async () => {
    const { callApi, answers, sent, clock, shared, close } = prepare();
    const ask = () =>
      callApi('/utils/otp/mobile/send', { input: { purpose: 'register', target: '+886912345678' } });
    answers.push(unknown);
    await ask().catch(() => {});
    clock.at = 5 * MINUTE;
    await close();
    expect(remembered(shared)).toEqual([]);
    await ask();
    expect(sent[2]?.rid).not.toBe(sent[0]?.rid);
  });
});

describe('a command that does no harm once more', () => {
  const setting = ({ callApi }: Pick<ReturnType<typeof prepare>, 'callApi'>) => ({
    block: (blocked: '1' | '0') => callApi('/member/block/set', { input: { uid: '7', blocked } }),
    pauseAll: () => callApi('/listing/pause-all', {}),
    resume: () => callApi('/listing/resume', { input: { listingId: '7', version: '2' } }),
    markRead: () => callApi('/member/notification/read', { input: { seqs: ['9'] }, isBackground: true }),
  });

  test('is the same command on the next try, whatever the app has done by itself meanwhile', async () => {
    const parts = prepare();
    const { block, markRead } = setting(parts);
    parts.answers.push(unknown);
    await block('1').catch(() => {});
    await markRead();
    await block('1');
    expect(parts.sent[2]?.rid).toBe(parts.sent[0]?.rid);
    expect(remembered(parts.shared)).toEqual([]);
  });

  test.each([
    ['as stored', pageStorage],
    ['where the storage takes nothing', () => Object.assign(pageStorage(), { setItem: () => {} })],
  ])('is meant anew once its contrary was answered: blocked, unblocked, blocked, %s', async (_, area) => {
    const parts = prepare({ shared: area() });
    const { block } = setting(parts);
    parts.answers.push(unknown);
    await block('1').catch(() => {});
    await block('0');
    await block('1');
    expect(new Set(parts.sent.map(({ rid }) => rid)).size).toBe(3);
  });

  test('is meant anew also where its contrary is a command of another kind: one of the paused listings is resumed', async () => {
    const parts = prepare();
    const { pauseAll, resume } = setting(parts);
    parts.answers.push(unknown);
    await pauseAll().catch(() => {});
    await resume();
    await pauseAll();
    expect(parts.sent[2]?.rid).not.toBe(parts.sent[0]?.rid);
  });

  test('is meant anew where its answer is lost only after its contrary was answered', async () => {
    const parts = prepare();
    const { block } = setting(parts);
    const { promise, reject } = Promise.withResolvers<Answer>();
    parts.answers.push(promise);
    const first = block('1').catch(() => {});
    await vi.waitFor(() => expect(parts.sent).toHaveLength(1));
    await block('0');
    reject(unknown);
    await first;
    await block('1');
    expect(parts.sent[2]?.rid).not.toBe(parts.sent[0]?.rid);
  });

  test('is meant anew after minutes, without a doubt about the first time', async () => {
    const parts = prepare();
    const { pauseAll } = setting(parts);
    parts.answers.push(unknown);
    await pauseAll().catch(() => {});
    parts.clock.at = 15 * MINUTE;
    await pauseAll();
    expect(parts.sent[1]?.rid).not.toBe(parts.sent[0]?.rid);
  });

  test('ends no other kind of command whose answer was lost', async () => {
    const parts = prepare();
    parts.answers.push(unknown);
    await parts.close().catch(() => {});
    await setting(parts).block('1');
    await parts.close();
    expect(parts.sent[2]?.rid).toBe(parts.sent[0]?.rid);
  });
});
