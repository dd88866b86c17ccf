import { randomBytes } from 'node:crypto';
import type { CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD, TRANSACTION_SECRET, type TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { sweepSeen } from './safety-notice.store.ts';

const server = await testServer();
afterEach(() => server.database.setClock('0'));

type Page = CallOutput<'/member/notification/list'>;

/** The install that test members register on. */
const KNOWN = '1'.repeat(32);

async function signIn(member: TestMember, installId = randomBytes(16).toString('hex')): Promise<TestClient> {
  const client = await server.visitor();
  await client.signIn(member.account, PASSWORD, installId);
  return client;
}

/** A member who registered some days ago and has just signed in on the same install: sequence 1 tells of that. */
async function memberOf(days: number) {
  const member = await server.member();
  await server.database.setClock(`${days} days`);
  return { member, known: await signIn(member, KNOWN) };
}
const memberOfADay = () => memberOf(1);

const pageOf = async (client: TestClient, input: object = {}) =>
  (await client.send('/member/notification/list', input, {})).data as Page;
const shownOn = async (client: TestClient): Promise<string[]> =>
  (await pageOf(client)).safety.map(({ seq, type }) => `${seq} ${type}`);

async function see(client: TestClient, seq: string): Promise<void> {
  expect((await client.send('/member/notification/seen', { seq }, {})).errorCode).toBe(0);
}

describe('a safety notice', () => {
  it('of a sign-in elsewhere is shown on the install that was signed out, when it comes back', async () => {
    const { member } = await memberOfADay();
    const thief = await signIn(member);
    expect(await shownOn(thief), 'nothing that it caused itself').toEqual(['1 userNormalLogin']);
    const owner = await signIn(member, KNOWN);
    expect(await shownOn(owner)).toEqual(['2 userForcedLogout', '3 userNormalLogin']);
    const { safety, items } = await pageOf(owner);
    expect(items).toEqual(expect.arrayContaining(safety.map((row) => expect.objectContaining(row))));
    expect(safety[0]?.extra).toMatchObject({
      place: '',
      network: '192.0.2.0/24',
      device: expect.any(String),
    });
  });

  it('is shown on an install once', async () => {
    const { member } = await memberOfADay();
    await signIn(member);
    const owner = await signIn(member, KNOWN);
    await see(owner, '2');
    expect(await shownOn(owner)).toEqual(['3 userNormalLogin']);
    await see(owner, '3');
    expect(await shownOn(owner)).toEqual([]);
  });

  it('that the member has seen on a known install is shown on no other one', async () => {
    const { member } = await memberOf(4);
    await signIn(member);
    await see(await signIn(member, KNOWN), '5');
    expect(await shownOn(await signIn(member))).toEqual([
      '1 userNormalLogin',
      '4 userForcedLogout',
      '5 userNormalLogin',
    ]);
  });

  it('cannot be read away by the install that caused it, nor by another one that is newer', async () => {
    const { member } = await memberOfADay();
    await see(await signIn(member), '3');
    const second = await signIn(member);
    expect(await shownOn(second)).toEqual(['1 userNormalLogin', '2 userForcedLogout', '3 userNormalLogin']);
    await see(second, '5');
    expect(await shownOn(second), 'it only keeps them from itself').toEqual([]);
    expect(await shownOn(await signIn(member, KNOWN))).toEqual([
      '2 userForcedLogout',
      '3 userNormalLogin',
      '4 userForcedLogout',
      '5 userNormalLogin',
    ]);
  });

  it('cannot be read away by two newer installs, of which one makes a change and the other reads of it', async () => {
    const { member } = await memberOf(4);
    const [one, two] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    await signIn(member, one);
    const thief = await signIn(member, two);
    const change = { oldTranspass: TRANSACTION_SECRET, newTranspass: '864209' };
    await thief.send('/member/settranspass/{account}', change, { account: member.account });
    await see(await signIn(member, one), '999999999');
    expect(await shownOn(await signIn(member, KNOWN))).toEqual(
      expect.arrayContaining(['5 userNormalLogin', '6 transactionSecretChanged']),
    );
  });

  it('is not read away by an install from before that the account has forgotten meanwhile', async () => {
    const { member } = await memberOf(1);
    const old = randomBytes(16).toString('hex');
    await signIn(member, old);
    await server.database.setClock('9 days');
    await sql`update member.device set known_since = null where member_id = ${member.id}`.execute(
      server.database.owner,
    );
    await see(await signIn(member, old), '999999999');
    await signIn(member, randomBytes(16).toString('hex'));
    await see(await signIn(member, old), '999999999');
    expect(await shownOn(await signIn(member, KNOWN))).toEqual(expect.arrayContaining(['6 userNormalLogin']));
  });

  it('cannot be read away ahead of time', async () => {
    const { member, known } = await memberOfADay();
    await see(known, '999999999');
    await signIn(member);
    expect(await shownOn(await signIn(member, KNOWN))).toEqual(['2 userForcedLogout', '3 userNormalLogin']);
  });

  it('of a change is shown everywhere but where it was made', async () => {
    const { member, known } = await memberOfADay();
    const change = { oldTranspass: TRANSACTION_SECRET, newTranspass: '864209' };
    await known.send('/member/settranspass/{account}', change, { account: member.account });
    expect(await shownOn(known)).toEqual([]);
    expect(await shownOn(await signIn(member))).toContain('2 transactionSecretChanged');
    expect(await shownOn(await signIn(member, KNOWN))).not.toContain('2 transactionSecretChanged');
  });

  it('is shown first for thirty days', async () => {
    const { member } = await memberOfADay();
    await signIn(member);
    await server.database.setClock('30 days 23 hours');
    expect(await shownOn(await signIn(member, KNOWN))).toEqual(['2 userForcedLogout', '3 userNormalLogin']);
    await server.database.setClock('31 days 1 minute');
    expect(await shownOn(await signIn(member, KNOWN))).toEqual([]);
  });

  it('comes with the first page only', async () => {
    const { member } = await memberOfADay();
    await signIn(member);
    const owner = await signIn(member, KNOWN);
    expect((await pageOf(owner, { cursor: '1' })).safety).toEqual([]);
  });

  it('is deleted from the records of what was seen once it is no longer shown', async () => {
    const { member } = await memberOfADay();
    await see(await signIn(member), '1');
    const { db } = server.database;
    const count = async () =>
      (await sql`select from inbox.seen where member_id = ${member.id}`.execute(db)).rows.length;
    await server.database.setClock('31 days');
    await sweepSeen(db);
    expect(await count()).toBe(1);
    await server.database.setClock('33 days');
    await sweepSeen(db);
    expect(await count()).toBe(0);
  });
});
