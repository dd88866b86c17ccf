import type { BuiltPath } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { codeSentTo, deviceHashOf } from '#testing/posted.ts';
import { PASSWORD, TestClient, type TestMember, TRANSACTION_SECRET } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';
import { sweepReplacedProofs } from './index.ts';

const server = await testServer();
const { database, secrets } = server;
afterEach(() => database.setClock('0'));

type Proof = NonNullable<TestClient['proof']>;
const proofOf = (member: TestMember): Proof => defined(member.client.proof, 'signed in');

/** Somebody with a copy of what the member's browser keeps, on a channel of their own. */
async function thiefOf(member: TestMember): Promise<TestClient> {
  const { device } = member.client;
  const thief = await TestClient.connect(server.app, secrets, '203.0.113.66', device);
  thief.proof = proofOf(member);
  return thief;
}

/** A command that renews the session, ready to be sent. */
interface Change {
  readonly path: BuiltPath;
  readonly input: object;
}

const changes: Readonly<Record<string, (member: TestMember, mobile: string) => Promise<Change>>> = {
  'a new password': async () => ({
    path: '/member/changepass/{account}',
    input: { password: PASSWORD, newPassword: 'Amber9reef' },
  }),
  'a new transaction secret': async () => ({
    path: '/member/settranspass/{account}',
    input: { oldTranspass: TRANSACTION_SECRET, newTranspass: '735190' },
  }),
  'a forgotten transaction secret': async (member) => {
    const ticket = await inTransaction(database.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('transpass'),
        subject: member.account,
        deviceHash: deviceHashOf(member.client),
        minutes: 10,
      }),
    );
    const input = { password: PASSWORD, ticket, newTranspass: '735190' };
    return { path: '/member/forgettranspass/{account}', input };
  },
  'a new mobile number': async (member, mobile) => {
    const next = freshMobile();
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: next });
    const ticketOf = async (id: string, address: string) => {
      const code = await codeSentTo({ db: database.db, secrets }, address);
      return (await member.call('/utils/otp/mobile/verify', { id, code })).ticket;
    };
    const newTicket = await ticketOf(sent.new.id, next);
    const oldTicket = await ticketOf(defined(sent.old, 'a code to the old number').id, mobile);
    return { path: '/member/mobile-change/verify', input: { newTicket, oldTicket } };
  },
};

const send = (member: TestMember, { path, input }: Change, options = {}) => member.send(path, input, options);

describe.each(Object.entries(changes))('%s', (_, prepare) => {
  async function arranged() {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const change = await prepare(member, mobile);
    return { member, change, old: proofOf(member), thief: await thiefOf(member) };
  }

  it('lets the session go on under another token, and nobody with a copy of the old one', async () => {
    const { member, change, thief } = await arranged();
    expect((await thief.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect((await send(member, change)).outcome).toBe('SUCCESS');
    expect((await member.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect(await thief.send('/member/balanceinfo', {})).toMatchObject({
      outcome: 'LOGIN_RECORD_NOT_FOUND',
      data: { renewed: true },
    });
  });

  it('whose answer was lost is answered again to the old proof, for a quarter of an hour; nothing else is', async () => {
    const { member, change, old } = await arranged();
    const rid = makeRid();
    const first = await send(member, change, { rid });
    expect(first.outcome).toBe('SUCCESS');
    expect(await send(member, change, { rid, proof: old })).toEqual(first);
    expect((await send(member, change, { proof: old })).outcome).toBe('LOGIN_RECORD_NOT_FOUND');
    const { path } = change;
    const other = { path, input: { ...change.input, newPassword: 'Other9reef', newTranspass: '864209' } };
    const reused = await send(member, other, { rid, proof: old });
    expect(reused.outcome).toBe('PARAMETERS_INVALID');
    await database.setClock('16 minutes');
    expect(await send(member, change, { rid, proof: old })).toMatchObject({
      outcome: 'LOGIN_RECORD_NOT_FOUND',
      data: { open: true },
    });
  });
});

it('a command under way when the proof is renewed does nothing, and stays open', async () => {
  const member = await server.member();
  const thief = await thiefOf(member);
  const rid = makeRid();
  const add = () =>
    thief.send(
      '/member/bankadd/{account}',
      { bankCode: '822', accountNumber: '912345678901', holderName: '林示範' },
      { account: member.account },
      { rid, secret: TRANSACTION_SECRET },
    );
  const { owner } = database;
  const sent = await owner.transaction().execute(async (tx) => {
    const own = sql`member_id = ${member.id} and ended_at is null`;
    await sql`select from member.session where ${own} for update`.execute(tx);
    const answer = add();
    await untilSomebodyWaitsFor(tx, owner);
    await sql`update member.session set checksum_hash = ${randomBytes(32)} where ${own}`.execute(tx);
    return { answer };
  });
  expect(await sent.answer).toMatchObject({ outcome: 'LOGIN_RECORD_NOT_FOUND', data: { open: true } });
  const { rows } = await sql`select from bank.card where member_id = ${member.id}`.execute(owner);
  expect(rows).toEqual([]);
});

it('proofs that open nothing any more are deleted', async () => {
  const member = await server.member();
  await member.call('/member/changepass/{account}', { password: PASSWORD, newPassword: 'Amber9reef' });
  const count = async () =>
    (await sql`select from member.replaced_proof`.execute(database.owner)).rows.length;
  const before = await count();
  await sweepReplacedProofs(database.db);
  expect(await count()).toBe(before);
  await database.setClock('16 minutes');
  await sweepReplacedProofs(database.db);
  expect(await count()).toBe(0);
});
