import { AppError } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import {
  ChannelFailure,
  createCallApi,
  createFailures,
  createIdempotencyKeys,
  type Channel,
} from '@holdfast/client/calls';
import { MEMBER_CALLS } from '@holdfast/client/member-calls';
import { openDeviceKey, pageStorage } from '@holdfast/client/storage';
import { createSession } from './session.ts';

const OLD = 'o'.repeat(43);
const NEW = 'n'.repeat(43);
const NAMES = { account: 'amberlin99', nick: '小琳' };

/** A server of one member, whose token a password change renews, and a change of the names too. */
function fakeServer() {
  let token = OLD;
  let renewedBy: string | undefined;
  let brought: object = {};
  const sent: string[] = [];
  /** Decides about the answer to the next calls: it is lost, or it waits. */
  const fates: ('lost' | Promise<void>)[] = [];
  const reply = (errorCode: number, data: object = {}) =>
    JSON.stringify({ errorCode, errorMessage: '', data });
  const answer = (checksum: string | undefined, bUrl: string, rid: string | undefined): string => {
    if (rid !== undefined && rid === renewedBy) return reply(0, brought);
    if (checksum !== `proof by ${token}`)
      return reply(10315, { ...(checksum === `proof by ${OLD}` && { renewed: true }), open: true });
    const isRename = bUrl.startsWith('/member/security/rename');
    if (!isRename && !bUrl.startsWith('/member/changepass')) return reply(0);
    token = NEW;
    renewedBy = rid;
    brought = { access_token: token, ...(isRename && { ...NAMES, uid: '1' }) };
    return reply(0, brought);
  };
  const channel: Channel = {
    async call({ bUrl, rid, pairs }) {
      const checksum = new Map(pairs).get('checksum');
      sent.push(`${bUrl.split('/')[2]} ${checksum?.at(-1)}`);
      const body = answer(checksum, bUrl, rid);
      const fate = fates.shift();
      if (fate === 'lost') throw new ChannelFailure(new AppError('CONNECTION_UNSTABLE'), 1);
      await fate;
      return { body, transmissions: 1 };
    },
    sessionProof: ({ token: held }) => `proof by ${held}`,
    serverNow: () => 0,
    forget: () => {},
  };
  return { channel, sent, fates };
}

const deviceKey = openDeviceKey('commands');
let made = 0;

/** A tab of the browser whose storage is `shared`. */
function openTab(server: ReturnType<typeof fakeServer>, shared: Storage) {
  const session = createSession(shared);
  const failures = createFailures();
  const told: string[] = [];
  failures.subscribe(({ code }) => told.push(code));
  const makeRid = () => `rid-${String((made += 1)).padStart(18, '0')}`;
  const openKey = () => deviceKey;
  const idempotencyKeys = createIdempotencyKeys({ area: shared, makeRid, now: () => 0, openKey });
  const callApi = createCallApi({
    calls: MEMBER_CALLS,
    channel: server.channel,
    session,
    failures,
    idempotencyKeys,
  });
  return {
    told,
    session,
    ask: () => callApi('/member/balanceinfo', {}),
    close: () => callApi('/listing/close', { input: { listingId: '7', version: '1' } }),
    changePassword: (transpass = '246801') =>
      callApi('/member/changepass/{account}', {
        params: { account: 'amberlin88' },
        input: { password: 'Kelp7tide', newPassword: 'Amber9reef' },
        transpass,
      }),
    rename: () => callApi('/member/security/rename', { input: NAMES }),
  };
}

function prepare() {
  const shared = pageStorage();
  const server = fakeServer();
  const tab = openTab(server, shared);
  const login = { account: 'amberlin88', access_token: OLD, nick: '小林', uid: '1' };
  tab.session.signIn(login, '00112233445566ff');
  return { ...server, tab, other: openTab(server, shared), storedToken: () => tab.session.placedToken('1') };
}

describe('a token that a password change renews', () => {
  test('is stored, and proves the next call of every tab', async () => {
    const { tab, other, sent, storedToken } = prepare();
    await tab.changePassword();
    expect(storedToken()).toBe(NEW);
    await tab.ask();
    await other.ask();
    expect(sent).toEqual(['changepass o', 'balanceinfo n', 'balanceinfo n']);
  });

  test('is waited for by a tab that is refused before the answer has come, and no tab says that a session ended', async () => {
    const { tab, other, fates, sent } = prepare();
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    fates.push(promise);
    const changed = tab.changePassword();
    await expect.poll(() => sent).toEqual(['changepass o']);
    const asked = other.ask();
    await expect.poll(() => sent).toEqual(['changepass o', 'balanceinfo o']);
    arrive();
    await Promise.all([changed, asked]);
    expect(sent).toEqual(['changepass o', 'balanceinfo o', 'balanceinfo n']);
    expect([...tab.told, ...other.told]).toEqual([]);
  });

  test('whose answer was lost is asked for again by the next call: nobody is signed out', async () => {
    const { tab, fates, sent, storedToken } = prepare();
    fates.push('lost');
    await expect(tab.changePassword()).rejects.toMatchObject({ code: 'CONNECTION_UNSTABLE' });
    await tab.ask();
    expect(sent).toEqual(['changepass o', 'balanceinfo o', 'changepass o', 'balanceinfo n']);
    expect([storedToken(), tab.told]).toEqual([NEW, []]);
  });

  test('whose answer was lost is asked for again by the command that was sent, also after another one was typed', async () => {
    const { tab, fates, sent, storedToken } = prepare();
    fates.push('lost');
    await tab.changePassword().catch(() => {});
    await tab.changePassword('246810');
    expect(sent).toEqual(['changepass o', 'changepass o', 'changepass o', 'changepass n']);
    expect([storedToken(), tab.told]).toEqual([NEW, []]);
  });

  test('comes with the names that were changed, also where that answer was lost', async () => {
    const { tab, fates, sent } = prepare();
    fates.push('lost');
    await tab.rename().catch(() => {});
    await tab.ask();
    expect(sent).toEqual(['security o', 'balanceinfo o', 'security o', 'balanceinfo n']);
    expect(tab.session.read()?.login).toEqual({ ...NAMES, access_token: NEW, uid: '1' });
    expect(tab.told).toEqual([]);
  });

  test('is brought by the same command, pressed again after its answer was lost', async () => {
    const { tab, fates, storedToken } = prepare();
    fates.push('lost');
    await tab.changePassword().catch(() => {});
    await tab.changePassword();
    expect(storedToken()).toBe(NEW);
  });

  test('is used at once by a call that was refused with the older one', async () => {
    const { tab, fates, other, sent } = prepare();
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    await tab.changePassword();
    other.session.placeToken('1', OLD); // read before, as a call under way has it
    fates.push(promise);
    const asked = other.ask();
    await expect.poll(() => sent.at(-1)).toBe('balanceinfo o');
    other.session.placeToken('1', NEW);
    arrive();
    await asked;
    expect([sent.at(-1), other.told]).toEqual(['balanceinfo n', []]);
  });

  test('never lets a call of one member go out for the next one, who has signed in before its refusal arrived', async () => {
    const { tab, fates, other, sent } = prepare();
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    await tab.changePassword();
    other.session.placeToken('1', OLD); // read before, as a call under way has it
    fates.push(promise);
    const close = other.close();
    await expect.poll(() => sent.at(-1)).toBe('close o');
    tab.session.signOut();
    const next = { account: 'other88', access_token: 'b'.repeat(43), nick: '小美', uid: '2' };
    tab.session.signIn(next, 'ffeeddccbbaa9988');
    arrive();
    await expect(close).rejects.toMatchObject({ code: 'LOGIN_RECORD_NOT_FOUND' });
    expect(sent.at(-1)).toBe('close o');
    expect(other.told).toEqual([]);
  });
});
