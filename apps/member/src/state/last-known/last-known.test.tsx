import { pageStorage } from '@holdfast/client/storage';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { forgetMember, LAST_KNOWN_KEY } from '../session/forget-tab.ts';
import { createSession } from '../session/session.ts';
import { LastKnown } from './last-known.ts';

const MEMBER = { account: 'amberlin88', access_token: 'x'.repeat(43), nick: '小林', uid: '1' };
const BALANCES = ['/member/balanceinfo', {}, {}];
const ORDERS = ['/order/list', {}, { scope: 'active' }, 'pages'];

/** A tab of a device: what all tabs share comes in, what it has read is its own. */
function openTab(shared: Storage, member = MEMBER) {
  const session = createSession(shared);
  if (session.read()?.login.uid !== member.uid) session.signIn(member, '00112233445566ff');
  const queries = new QueryClient();
  return { session, queries, lastKnown: new LastKnown({ session, shared, queries }) };
}

/** A device on which a tab has read balances and orders, and was closed. */
async function deviceThatRead() {
  const shared = pageStorage();
  const { queries, lastKnown } = openTab(shared);
  queries.setQueryData(BALANCES, { asOf: 'then' }, { updatedAt: 1000 });
  queries.setQueryData(ORDERS, { pages: [{ items: [1] }, { items: [2] }], pageParams: [undefined, 'c'] });
  queries.setQueryData(['/member/real-name/status/{account}', {}, {}], { realName: '王小明' });
  await expect.poll(() => shared.getItem(LAST_KNOWN_KEY)).not.toBeNull();
  lastKnown.stop();
  queries.clear();
  return shared;
}

describe('what was known last', () => {
  test('is there in the next tab, with the time that it had', async () => {
    const { queries, lastKnown } = openTab(await deviceThatRead());
    await lastKnown.show();
    expect(queries.getQueryData(BALANCES)).toEqual({ asOf: 'then' });
    expect(queries.getQueryState(BALANCES)?.dataUpdatedAt).toBe(1000);
  });

  test('is of a list its first page, and nothing that nobody needs without a network', async () => {
    const { queries, lastKnown } = openTab(await deviceThatRead());
    await lastKnown.show();
    expect(queries.getQueryData(ORDERS)).toEqual({ pages: [{ items: [1] }], pageParams: [null] });
    expect(queries.getQueryCache().getAll()).toHaveLength(2);
  });

  test('of an earlier start stays when the next one reads other things', async () => {
    const shared = await deviceThatRead();
    const next = openTab(shared);
    const before = shared.getItem(LAST_KNOWN_KEY);
    next.queries.setQueryData(['/order/detail', {}, { orderId: '7' }], { order: '7' });
    await expect.poll(() => shared.getItem(LAST_KNOWN_KEY)).not.toBe(before);
    next.lastKnown.stop();
    const { queries, lastKnown } = openTab(shared);
    await lastKnown.show();
    expect(queries.getQueryData(BALANCES)).toEqual({ asOf: 'then' });
    expect(queries.getQueryCache().getAll()).toHaveLength(3);
  });

  test('never takes the place of what has been read since', async () => {
    const { queries, lastKnown } = openTab(await deviceThatRead());
    queries.setQueryData(BALANCES, { asOf: 'now' });
    await lastKnown.show();
    expect(queries.getQueryData(BALANCES)).toEqual({ asOf: 'now' });
  });

  test('stands behind a read that failed, and one that is on its way may still fail', async () => {
    const { queries, lastKnown } = openTab(await deviceThatRead());
    const gone = Promise.withResolvers<never>();
    const observer = new QueryObserver(queries, {
      queryKey: BALANCES,
      queryFn: () => gone.promise,
      retry: false,
    });
    const stop = observer.subscribe(() => {});
    await lastKnown.show();
    expect(observer.getCurrentResult().data).toEqual({ asOf: 'then' });
    gone.reject(new Error('offline'));
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    expect(observer.getCurrentResult().data).toEqual({ asOf: 'then' });
    stop();

    const failed = openTab(await deviceThatRead());
    const options = { queryKey: BALANCES, queryFn: () => Promise.reject(new Error('offline')), retry: false };
    await failed.queries.fetchQuery(options).catch(() => {});
    await failed.lastKnown.show();
    expect(failed.queries.getQueryState(BALANCES)).toMatchObject({ status: 'error', data: { asOf: 'then' } });
  });

  test('cannot be read without the token, and says no name', async () => {
    const shared = await deviceThatRead();
    expect(shared.getItem(LAST_KNOWN_KEY)).not.toMatch(/then|balanceinfo|amberlin88/);
    const { queries, lastKnown, session } = openTab(shared);
    session.placeToken('1', 'y'.repeat(43));
    await lastKnown.show();
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  test('waits under the PIN lock for the unlock', async () => {
    const shared = await deviceThatRead();
    const { queries, lastKnown, session } = openTab(shared);
    session.placeToken('1', '');
    const { promise, resolve: unlock } = Promise.withResolvers<string>();
    session.onSealed(() => promise);
    const shown = lastKnown.show();
    await new Promise((done) => {
      setTimeout(done, 20);
    });
    expect(queries.getQueryData(BALANCES)).toBeUndefined();
    unlock(MEMBER.access_token);
    await shown;
    expect(queries.getQueryData(BALANCES)).toEqual({ asOf: 'then' });
  });

  test('is nothing for another member, and goes with the session', async () => {
    const shared = await deviceThatRead();
    const other = openTab(shared, { ...MEMBER, account: 'hf-other', uid: '2' });
    await other.lastKnown.show();
    expect(other.queries.getQueryCache().getAll()).toEqual([]);
    forgetMember(shared);
    expect(shared.getItem(LAST_KNOWN_KEY)).toBeNull();
  });

  test('leaves nothing of a member who leaves while it is written', async () => {
    const shared = pageStorage();
    const { queries, session } = openTab(shared);
    queries.setQueryData(BALANCES, { asOf: 'then' });
    session.signOut();
    forgetMember(shared);
    // As long as a write takes, and more.
    await new Promise((done) => {
      setTimeout(done, 700);
    });
    expect(shared.getItem(LAST_KNOWN_KEY)).toBeNull();
  });
});
