import { createHash, randomBytes } from 'node:crypto';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { createMessages } from '#platform/messaging/messages.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { deviceHashOf } from '#testing/posted.ts';
import { PASSWORD, type Reply, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';
import { untilSomebodyWaitsFor, whileCommandWaits } from '#testing/waiting-commands.ts';
import { checkPassword } from './check-password.ts';
import { recordFailedAttempt, revertFailedAttempt, type SignInAttempt } from './sign-in-attempt.store.ts';

const server = await testServer();
const NOWHERE = { name: '', network: '' };
/** What is left of the shortest wait, 30 seconds, when it is asked for. */
const shortest: unknown = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 30);

const messages = createMessages({ ...server, phraseOf: async () => undefined });
const attemptOf = (account: string, address: string): SignInAttempt => ({
  account,
  address,
  device: '',
  place: NOWHERE,
  installKey: undefined,
  shown: undefined,
});
const record = (attempt: SignInAttempt) =>
  recordFailedAttempt(server.database.db, attempt, async () => undefined);

describe('sign-in', () => {
  it('answers account, token, nick and uid, and opens a session for this device', async () => {
    const member = await server.member();
    const device = await server.visitor();
    const reply = await device.signIn(member.account, PASSWORD);
    expect(reply.data).toEqual({
      account: member.account,
      nick: member.nick,
      uid: expect.stringMatching(/^\d{10}$/),
      access_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const info = await device.send('/member/info/{account}', {}, { account: member.account });
    expect(info).toMatchObject({
      outcome: 'SUCCESS',
      data: { account: member.account, banks: [], bankCardStatus: 'none' },
    });
  });

  it('answers a wrong password and an unknown account alike', async () => {
    const member = await server.member();
    const device = await server.visitor({ address: '203.0.113.5' });
    const wrong = await device.signIn(member.account, 'Wrong1234');
    const unknown = await device.signIn('nobody123', 'Wrong1234');
    expect(wrong).toEqual(unknown);
    expect(wrong.outcome).toBe('SIGN_IN_FAILED');
  });

  it('compares one hash in both cases, a dummy one for an unknown account', async () => {
    const member = await server.member();
    const compared: [isSomebody: boolean, secret: string][] = [];
    const passwords: Passwords = {
      hash: async () => '',
      prove: async () => '',
      verify: async (stored, secret) => {
        compared.push([stored !== undefined, secret]);
        return false;
      },
    };
    const origin = { address: '203.0.113.6', network: '203.0.113.6', place: NOWHERE, userAgent: '' };
    const parts = { ...server, messages, passwords };
    for (const account of [member.account, 'nobody124']) {
      const given = { account, password: 'Wrong1234', installKey: undefined };
      expect(await checkPassword(parts, { db: server.database.db, origin }, given)).toEqual({
        kind: 'wrong',
      });
    }
    expect(compared).toEqual([
      [true, 'Wrong1234'],
      [false, 'Wrong1234'],
    ]);
  });

  it('ends the session on the other device, which is told why, when, where and by which device', async () => {
    const member = await server.member();
    const device = await server.visitor();
    await device.signIn(member.account, PASSWORD);
    const reply = await member.send('/member/info/{account}', {});
    expect(reply).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'takeover', place: '', network: '192.0.2.0/24', at: expect.any(String) },
    });
  });

  it('gives a new token on the same device too, and the old one becomes invalid', async () => {
    const member = await server.member();
    const old = member.client.proof;
    const again = await member.client.signIn(member.account, PASSWORD);
    expect(again.outcome).toBe('SUCCESS');
    expect(member.client.proof?.checksum).not.toBe(old?.checksum);
    const ask = (proof: typeof old) =>
      member.client.send('/member/info/{account}', {}, { account: member.account }, { proof: proof ?? null });
    expect((await ask(old)).outcome).toBe('NOT_SIGNED_IN');
    expect((await ask(member.client.proof)).outcome).toBe('SUCCESS');
  });

  it('leaves exactly one live session when many devices sign in at once', async () => {
    const member = await server.member();
    const devices = await Promise.all(Array.from({ length: 4 }, () => server.visitor()));
    await Promise.all(devices.map((device) => device.signIn(member.account, PASSWORD)));
    const params = { account: member.account };
    const replies = await Promise.all(
      devices.map((device) => device.send('/member/info/{account}', {}, params)),
    );
    expect(replies.filter((reply) => reply.outcome === 'SUCCESS')).toHaveLength(1);
  });

  it('delays one network at one account after five failures, and nobody else', async () => {
    const member = await server.member();
    const thief = await server.visitor({ address: '203.0.113.66' });
    for (let attempt = 0; attempt < 5; attempt += 1) await thief.signIn(member.account, 'Wrong1234');
    expect((await thief.signIn(member.account, PASSWORD)).outcome).toBe('SIGN_IN_DELAYED');
    const owner = await server.visitor({ address: '203.0.113.67' });
    expect((await owner.signIn(member.account, PASSWORD)).outcome).toBe('SUCCESS');
  });

  it('compares at most five of many concurrent guesses', async () => {
    const member = await server.member();
    const thief = await server.visitor({ address: '203.0.113.68' });
    const guesses = Array.from({ length: 20 }, (_, n) => `Wrong${1000 + n}`);
    const outcomes = (await Promise.all(guesses.map((it) => thief.signIn(member.account, it)))).map(
      (reply) => reply.outcome,
    );
    expect(outcomes.filter((outcome) => outcome === 'SIGN_IN_FAILED')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'SIGN_IN_DELAYED')).toHaveLength(15);
  });

  it('keeps what other attempts from the same network have poured in, after a success', async () => {
    const at = (account: string) => attemptOf(account, '203.0.113.69');
    for (let n = 1; n < 26; n += 1) await record(at(`nobody${n}`));
    await server.database.setClock('61 seconds'); // sign-ins per minute are another limit
    for (let n = 26; n < 55; n += 1) await record(at(`nobody${n}`));
    const own = await record(at('attacker1'));
    await server.database.setClock('122 seconds');
    await revertFailedAttempt(server.database.db, at('attacker1'), own, 'no-session');
    for (let n = 55; n < 61; n += 1) await record(at(`nobody${n}`));
    await expect(record(at('nobody61'))).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED' });
    await server.database.setClock('0');
  });

  it('delays nobody because of concurrent sign-ins from the same network', async () => {
    const signIn = async (it: SignInAttempt) =>
      revertFailedAttempt(server.database.db, it, await record(it), 'no-session');
    const neighbours = Array.from({ length: 12 }, (_, n) => attemptOf(`neighbour${n}`, '203.0.113.72'));
    expect(await Promise.all(neighbours.map(signIn))).toHaveLength(12);
  });

  it('reverts what it has poured in itself', async () => {
    const it = attemptOf('nobody1', '203.0.113.70');
    for (let n = 0; n < 4; n += 1) await record(it);
    const fifth = await record(it);
    await expect(record(it)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED', data: { seconds: shortest } });
    await revertFailedAttempt(server.database.db, it, fifth, 'not-compared');
    await record(it);
    await expect(record(it)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED', data: { seconds: shortest } });
  });

  it.each([
    ['opens no session', 'sign-in', 'SIGN_IN_FAILED'],
    ['lifts no freeze', 'unfreeze', 'SIGN_IN_FAILED'],
  ] as const)('%s with a password that was changed after it was compared', async (_, what, outcome) => {
    const member = await server.member();
    if (what === 'unfreeze') await member.call('/member/security/freeze', {});
    const thief = await server.visitor({ address: '203.0.113.71' });
    const ticket = await inTransaction(server.database.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('unfreeze'),
        subject: member.account,
        deviceHash: deviceHashOf(thief),
        minutes: 10,
      }),
    );
    const input = { account: member.account, password: PASSWORD };
    const command = (): Promise<Reply<unknown>> =>
      what === 'sign-in'
        ? thief.signIn(member.account, PASSWORD)
        : thief.send('/member/security/unfreeze', { ...input, ticket });
    const change = () =>
      sql`update member.credential set password_hash = 'another' where member_id = ${member.id}`.execute(
        server.database.owner,
      );
    expect((await whileCommandWaits(server, command, change)).outcome).toBe(outcome);
  });

  it('counts all addresses of an IPv6 /64 as one', async () => {
    const member = await server.member();
    for (let n = 1; n <= 5; n += 1) {
      const thief = await server.visitor({ address: `2001:db8:66:1::${n}` });
      await thief.signIn(member.account, 'Wrong1234');
    }
    const sixth = await server.visitor({ address: '2001:db8:66:1:9:9:9:9' });
    expect((await sixth.signIn(member.account, PASSWORD)).outcome).toBe('SIGN_IN_DELAYED');
  });

  it('expires after an idle hour on the server, unless a person acts', async () => {
    const [idle, busy] = [await server.member(), await server.member()];
    await server.database.setClock('59 minutes');
    await busy.call('/member/info/{account}', {}, { active: true });
    await idle.call('/member/info/{account}', {});
    await server.database.setClock('61 minutes');
    expect(await idle.refuse('/member/info/{account}', {})).toBe('SESSION_TIMEOUT');
    await busy.call('/member/info/{account}', {});
    await server.database.setClock('0');
  });

  it('is ended by a sign-out, together with its channel', async () => {
    const member = await server.member();
    await member.call('/member/sign-out/{account}', {});
    expect(await member.send('/member/info/{account}', {})).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'signed-out' },
    });
  });
});

describe('the proof of a session', () => {
  it('is the hash of account, device and token, joined in this order without separators', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const device = await server.visitor({ address: '203.0.113.95' });
    const { data } = await device.signIn(member.account, PASSWORD);
    const { account, access_token: token } = data as { account: string; access_token: string };
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const ask = async (checksum: string) =>
      (
        await device.send(
          '/member/info/{account}',
          {},
          { account },
          { proof: { device: device.device, checksum } },
        )
      ).outcome;
    expect(await ask(digest(`${account}${device.device}${token}`))).toBe('SUCCESS');
    for (const wrong of [
      `${account}|${device.device}|${token}`,
      `${device.device}${account}${token}`,
      `${other.account}${device.device}${token}`,
      `${account}${other.client.device}${token}`,
      token,
    ])
      expect(await ask(digest(wrong))).toBe('LOGIN_RECORD_NOT_FOUND');
    expect(await ask('')).toBe('NOT_SIGNED_IN');
    expect(await ask(`${account}${device.device}${token}`)).toBe('NOT_SIGNED_IN');
  });
});

describe('a session that ends while one of its commands waits', () => {
  const takeOver = (memberId: string) => async () => {
    const { owner } = server.database;
    await sql`update member.session set ended_at = platform.app_now(), end_reason = 'takeover'
              where member_id = ${memberId} and ended_at is null`.execute(owner);
    await sql`insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, place)
              values (${memberId}, ${randomBytes(32)}, ${randomBytes(32)}, ${Buffer.alloc(32)}, '', '')`.execute(
      owner,
    );
  };

  it('makes the command fail without any effect', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const close = () => seller.send('/listing/close', { listingId: listing.id, version: '1' });
    expect(await whileCommandWaits(server, close, takeOver(seller.id))).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'takeover' },
    });
    const { rows } = await sql`select state from orders.listing where id = ${listing.id}`.execute(
      server.database.db,
    );
    expect(rows).toEqual([{ state: 'OPEN' }]);
  });

  it('is the only one that a late sign-out ends: a newer one stays', async () => {
    const member = await server.member();
    await whileCommandWaits(server, () => member.send('/member/sign-out/{account}', {}), takeOver(member.id));
    const { rows } =
      await sql`select end_reason from member.session where member_id = ${member.id} order by id`.execute(
        server.database.db,
      );
    expect(rows).toEqual([{ end_reason: 'takeover' }, { end_reason: null }]);
  });

  /** Does `meanwhile` while a command of the member waits for the member's row. */
  async function whileMemberIsHeld(member: TestMember, meanwhile: (tx: Tx) => Promise<unknown>) {
    const { owner } = server.database;
    const { sent } = await owner.transaction().execute(async (tx) => {
      await sql`select from member.member where id = ${member.id} for no key update`.execute(tx);
      const answer = member.send('/member/security/freeze', {});
      await untilSomebodyWaitsFor(tx, owner);
      await meanwhile(tx);
      return { sent: answer };
    });
    return sent;
  }

  it('cannot deadlock with a sign-in: both lock the member row first', async () => {
    const member = await server.member();
    const isFree = sql`select from member.session where member_id = ${member.id} for no key update nowait`;
    expect((await whileMemberIsHeld(member, (tx) => isFree.execute(tx))).outcome).toBe('SUCCESS');
  });

  it.each([
    ['the member as it was', sql``],
    [
      'a member that was changed',
      sql`, touched as (update member.member set nick = nick || 'x' returning 1)`,
    ],
  ])('is noticed by a command that waited for %s', async (_, touch) => {
    const member = await server.member();
    const end = sql`with ended as (
      update member.session set ended_at = platform.app_now(), end_reason = 'operator'
      where member_id = ${member.id} returning 1) ${touch} select 1`;
    expect(await whileMemberIsHeld(member, (tx) => end.execute(tx))).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'operator' },
    });
  });

  it('ends once, however many sign-outs run at once', async () => {
    const member = await server.member();
    const out = () => member.send('/member/sign-out/{account}', {});
    const outcomes = (await Promise.all([out(), out(), out()])).map((reply) => reply.outcome);
    expect(outcomes.toSorted()).toEqual(['NOT_SIGNED_IN', 'NOT_SIGNED_IN', 'SUCCESS']);
  });
});
