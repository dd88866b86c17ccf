import { randomBytes, randomUUID } from 'node:crypto';
import type { CallPath } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pour } from '#platform/limits/buckets.store.ts';
import { networkBuckets } from '#platform/limits/networks.ts';
import { endMaintenance, setMaintenance } from '#platform/maintenance/downtime.store.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';
import { PASSWORD, TestClient, TRANSACTION_SECRET, type TestMember } from '#testing/test-client.ts';
import { codeSentTo } from '#testing/posted.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';
import { createTurns } from './turns.ts';

/** A command of unknown outcome, sent again in every way in which a device may send it. */

const server = await testServer();
const { owner } = server.database;
const node = await server.startNode();

/** The same device of the same member at another node. */
async function atOtherNode({ client }: TestMember): Promise<TestClient> {
  const elsewhere = await TestClient.connect(node, server.secrets, client.address, client.device);
  elsewhere.proof = client.proof;
  return elsewhere;
}

async function triesOf(member: TestMember): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select secret_tries as tries from member.credential where member_id = ${member.id}`.execute(owner);
  return defined(rows[0], 'a credential').tries;
}

async function ordersFinished(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.entry where kind = 'order.finish'`.execute(owner);
  return defined(rows[0], 'a count').count;
}

const wrongSecrets = ['111111', '222222', '333333'] as const;

/** An order and its release, under one RID. */
async function release() {
  const { seller, order } = await lockedOrder(server);
  const rid = makeRid();
  const input = { orderId: order.orderId, version: String(order.version) };
  const send = (secret: string, more: { otpTicket?: string } = {}) =>
    seller.send('/order/release', { ...input, ...more }, { rid, secret });
  const stepUp = async () =>
    (await seller.call('/member/transpass/verify', { secret: TRANSACTION_SECRET })).ticket;
  return { seller, order, rid, input, send, stepUp };
}

describe('a proof is no part of the body', () => {
  it('so a command that ran is answered from store, whatever secret comes with the retry', async () => {
    const { seller, send, stepUp } = await release();
    const before = await ordersFinished();
    const first = await send(TRANSACTION_SECRET);
    expect(first.outcome).toBe('SUCCESS');
    expect(await send('111111')).toEqual(first);
    expect(await send(await stepUp())).toEqual(first);
    expect(await send(TRANSACTION_SECRET, { otpTicket: randomBytes(32).toString('base64url') })).toEqual(
      first,
    );
    expect(await triesOf(seller)).toBe(0);
    expect(await ordersFinished()).toBe(before + 1);
  });

  it('and neither is whether a person acted', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const rid = makeRid();
    const close = (active: boolean) =>
      seller.send('/listing/close', { listingId: listing.id, version: '1' }, { rid, active });
    const first = await close(true);
    expect(first.outcome).toBe('SUCCESS');
    expect(await close(false)).toEqual(first);
  });

  it('so a refused one leaves the command open, and the right one continues it', async () => {
    const { seller, send } = await release();
    const wrong = await send('111111');
    expect(wrong).toMatchObject({ outcome: 'TRANSACTION_SECRET_WRONG', data: { triesLeft: 4, open: true } });
    expect(await send('111111'), 'repeated it counts no further try').toEqual(wrong);
    expect(await send('222222'), 'another one counts its own').toMatchObject({ data: { triesLeft: 3 } });
    expect(await triesOf(seller)).toBe(2);
    expect((await send(TRANSACTION_SECRET)).outcome).toBe('SUCCESS');
    expect(await triesOf(seller)).toBe(0);
  });

  it('and one that was refused may be right after the secret was changed', async () => {
    const { seller, send } = await release();
    expect((await send('735190')).outcome).toBe('TRANSACTION_SECRET_WRONG');
    await seller.call('/member/settranspass/{account}', {
      oldTranspass: TRANSACTION_SECRET,
      newTranspass: '735190',
    });
    expect((await send('735190')).outcome).toBe('SUCCESS');
  });

  it('also the code that a cool-down asks for: it is asked, then given, under one RID', async () => {
    const { seller, send } = await release();
    await sql`insert into member.cool_down (member_id, cause, ends_at)
              values (${seller.id}, 'password', platform.app_now() + interval '1 day')`.execute(owner);
    const open = { data: { open: true } };
    expect(await send(TRANSACTION_SECRET)).toMatchObject({ outcome: 'RELEASE_CODE_REQUIRED', ...open });
    const otpTicket = randomBytes(32).toString('base64url');
    expect(await send(TRANSACTION_SECRET, { otpTicket })).toMatchObject({
      outcome: 'TICKET_INVALID',
      ...open,
    });
    await sql`delete from member.cool_down where member_id = ${seller.id}`.execute(owner);
    expect((await send(TRANSACTION_SECRET)).outcome).toBe('SUCCESS');
  });

  it('but a ticket that says what is done is: another one under the same RID is refused', async () => {
    const member = await server.member();
    const rid = makeRid();
    const end = (newTicket: string) => member.send('/member/mail-change/verify', { newTicket }, { rid });
    const first = await end('a'.repeat(43));
    expect(first).toMatchObject({ outcome: 'TICKET_INVALID', data: {} });
    expect(await end('a'.repeat(43))).toEqual(first);
    expect(await end('b'.repeat(43))).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['RID'] },
    });
  });

  it('and where the answer is a credential nothing is a proof: a RID alone opens no ticket', async () => {
    const member = await server.member();
    const rid = makeRid();
    const verify = (secret: string) => member.send('/member/transpass/verify', { secret }, { rid });
    const first = await verify(TRANSACTION_SECRET);
    expect(first.data).toHaveProperty('ticket');
    expect(await verify('111111')).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['RID'] },
    });
    expect(await verify(TRANSACTION_SECRET)).toEqual(first);
  });
});

describe('copies of one command at once, at two nodes', () => {
  it('with the same wrong secret count one try, with different ones one each', async () => {
    const { seller, rid, input } = await release();
    const clients = [seller.client, await atOtherNode(seller)];
    const copies = (secret: string) =>
      clients.flatMap((client) =>
        [1, 2, 3].map(() => client.send('/order/release', input, {}, { rid, secret })),
      );
    const same = await Promise.all(copies('111111'));
    expect(new Set(same.map(({ outcome }) => outcome))).toEqual(new Set(['TRANSACTION_SECRET_WRONG']));
    expect(await triesOf(seller)).toBe(1);
    await Promise.all(wrongSecrets.flatMap(copies));
    expect(await triesOf(seller)).toBe(3);
  });

  it('count one try at a secret that is part of the body', async () => {
    const member = await server.member();
    const rid = makeRid();
    const clients = [member.client, await atOtherNode(member)];
    const input = { secret: '111111' };
    await Promise.all(
      clients.flatMap((client) =>
        [1, 2, 3].map(() => client.send('/member/transpass/verify', input, {}, { rid })),
      ),
    );
    expect(await triesOf(member)).toBe(1);
  });

  it('are one use of a limit: none is refused while another one succeeds', async () => {
    const member = await server.member();
    const clients = [member.client, await atOtherNode(member)];
    const revoke = (client: TestClient, rid: string) =>
      client.send('/member/security/device-revoke', { id: '999999999' }, {}, { rid });
    const limit = 20;
    const rids = Array.from({ length: limit }, makeRid);
    const replies = await Promise.all(
      rids.flatMap((rid) => clients.flatMap((client) => [1, 2].map(() => revoke(client, rid)))),
    );
    expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['DEVICE_NOT_FOUND']));
    const oneMore = await Promise.all(clients.map((client) => revoke(client, rids[0] ?? '')));
    expect(oneMore.map(({ outcome }) => outcome)).toEqual(['DEVICE_NOT_FOUND', 'DEVICE_NOT_FOUND']);
    expect(await revoke(member.client, makeRid())).toMatchObject({
      outcome: 'RATE_LIMITED',
      data: { seconds: expect.any(Number), open: true },
    });
  });

  it('go through together even if another command has used up the limit meanwhile', async () => {
    const { seller, rid, input, send } = await release();
    expect((await send('111111')).outcome).toBe('TRANSACTION_SECRET_WRONG');
    const others = Array.from({ length: 20 }, () =>
      seller.send('/order/release', { ...input, version: '99' }, { secret: TRANSACTION_SECRET }),
    );
    const outcomes = (await Promise.all(others)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(1);
    const elsewhere = await atOtherNode(seller);
    const again = () => elsewhere.send('/order/release', input, {}, { rid, secret: TRANSACTION_SECRET });
    const copies = await Promise.all([again(), send(TRANSACTION_SECRET), again()]);
    expect(copies.map(({ outcome }) => outcome)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });
});

/** Devices without a session, each at both nodes. */
async function visitorsAtBoth(address?: string): Promise<TestClient[]> {
  const client = await server.visitor({ address: address ?? `198.51.${(networks += 1)}.7` });
  return [client, await TestClient.connect(node, server.secrets, client.address, client.device)];
}
let networks = 0;
const VERIFY = '/utils/otp/mobile/verify';

describe('copies of one command without a session at once, at two nodes', () => {
  const ROUNDS = 4;
  /** Three copies of the same command at each node. */
  const copiesAt = (clients: readonly TestClient[], path: CallPath, input: object, rid = makeRid()) =>
    Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => client.send(path, input, {}, { rid }))));

  it('count one try at a code, and different codes one each', async () => {
    const clients = await visitorsAtBoth();
    const target = freshMobile();
    const sent = await clients[0]?.send<{ id: string }>('/utils/otp/mobile/send', {
      purpose: 'register',
      target,
    });
    const id = defined(sent, 'an answer').data.id;
    const right = await codeSentTo({ db: server.database.db, secrets: server.secrets }, target);
    const wrong = ['111111', '222222', '333333', '444444', '555555'].filter((code) => code !== right);
    for (const [tried, code] of wrong.slice(0, ROUNDS).entries()) {
      const replies = await copiesAt(clients, VERIFY, { id, code });
      for (const reply of replies)
        expect(reply).toMatchObject({ outcome: 'CODE_WRONG', data: { triesLeft: 4 - tried } });
    }
    // Who has mistyped it four times has the fifth try.
    const replies = await copiesAt(clients, VERIFY, { id, code: right });
    expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['SUCCESS']));
  });

  it('count one try at a password, and different passwords one each', async () => {
    const member = await server.member();
    const clients = await visitorsAtBoth();
    const logIn = (password: string) =>
      copiesAt(clients, '/member/login', { account: member.account, password, installId: '7'.repeat(32) });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const replies = await logIn(`wrong password ${round}`);
      expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['SIGN_IN_FAILED']));
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from member.sign_in where member_id = ${member.id} and outcome = 'wrong-password'`.execute(
        owner,
      );
      expect(rows).toEqual([{ count: round }]);
    }
    const replies = await logIn(PASSWORD);
    expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['SUCCESS']));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });

  it('are one use of the limits of networks: none is refused while another one succeeds', async () => {
    const limit = { capacity: 60, drainSeconds: 60 };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const address = `2001:db8:${round}::1`;
      const [client, ...rest] = await visitorsAtBoth(address);
      for (const bucket of networkBuckets('unknown codes', address, limit))
        await pour(server.database.db, [bucket], { weight: bucket.capacity - 1 });
      const madeUp = { id: randomUUID(), code: '111111' };
      // The first copy is held where it counts, so that the others meet it under way.
      const sent = await owner.transaction().execute(async (tx) => {
        await sql`lock table platform.bucket in exclusive mode`.execute(tx);
        const copies = copiesAt([defined(client, 'one'), ...rest], VERIFY, madeUp);
        await untilSomebodyWaitsFor(tx, owner);
        return { copies };
      });
      const replies = await sent.copies;
      expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['CODE_DEAD']));
      const others = await Promise.all(
        Array.from({ length: 20 }, () => defined(client, 'one').send(VERIFY, madeUp)),
      );
      expect(others.map(({ outcome }) => outcome)).toContain('RATE_LIMITED');
    }
  });
});

describe('the turns of copies', () => {
  it('are free again when the process that held them is gone', async () => {
    const [here, there] = [createTurns(server.database.pool), createTurns(server.database.pool)];
    onTestFinished(() => there.stop());
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = here.run('a key', () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    let hasRun = false;
    const second = there.run('a key', async () => void (hasRun = true));
    await there.run('another key', async () => {});
    expect(hasRun).toBe(false);
    here.stop(); // what its connection held goes with it
    await second;
    expect(hasRun).toBe(true);
    held.resolve();
    await first;
  });
});

/** Ends the member's session in the moment in which the command holds it no more than by its guard. */
async function endSessionUnder<T>(member: TestMember, command: () => Promise<T>): Promise<T> {
  const sent = await owner.transaction().execute(async (tx) => {
    await sql`select from member.session where member_id = ${member.id} and ended_at is null for update`.execute(
      tx,
    );
    const answer = command();
    await untilSomebodyWaitsFor(tx, owner);
    await sql`update member.session set ended_at = platform.app_now(), end_reason = 'takeover'
              where member_id = ${member.id} and ended_at is null`.execute(tx);
    return { answer };
  });
  return sent.answer;
}

describe('what says nothing of the command', () => {
  it('is never stored: after a new sign-in the same RID does what the end of a session kept from being done', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const rid = makeRid();
    const close = () => seller.send('/listing/close', { listingId: listing.id, version: '1' }, { rid });
    expect(await endSessionUnder(seller, close)).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'takeover', open: true },
    });
    expect(await close()).toMatchObject({ outcome: 'NOT_SIGNED_IN', data: { open: true } });
    await seller.client.signIn(seller.account, PASSWORD);
    expect((await close()).outcome).toBe('SUCCESS');
  });

  it('says so: it carries `open`; a stored refusal, a RID that is over and a read carry none', async () => {
    const { client } = await server.member();
    const rid = makeRid();
    const revoke = (proof: TestClient['proof'] | null, of = rid, id = '999999999') =>
      client.send('/member/security/device-revoke', { id }, {}, { rid: of, proof: proof ?? null });
    expect((await revoke(null)).data).toEqual({ reason: 'none', open: true });
    const unknown = { device: client.device, checksum: 'ab'.repeat(32) };
    expect((await revoke(unknown)).data).toEqual({ open: true });
    expect(await revoke(client.proof)).toMatchObject({ outcome: 'DEVICE_NOT_FOUND', data: {} });
    expect((await revoke(client.proof)).data).toEqual({});
    expect((await revoke(client.proof, rid, '999999998')).data).toEqual({ fields: ['RID'] });
    const read = await client.send('/member/balanceinfo', {}, {}, { proof: null });
    expect(read.data).toEqual({ reason: 'none' });
  });

  it('a refused input does say something: it is stored like any refusal', async () => {
    const { client } = await server.member();
    const rid = makeRid();
    const revoke = (id: string) => client.send('/member/security/device-revoke', { id }, {}, { rid });
    const first = await revoke('zero');
    expect(first).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['id'] } });
    expect(await revoke('zero')).toEqual(first);
    expect((await revoke('999999999')).data).toEqual({ fields: ['RID'] });
  });
});

describe('a stored answer', () => {
  it(
    'is served in maintenance too; what did not run is refused and stays open',
    { timeout: 60_000 },
    async () => {
      const { seller, listing } = await sellerWithListing(server);
      const rid = makeRid();
      const close = (of = makeRid()) =>
        seller.send('/listing/close', { listingId: listing.id, version: '1' }, { rid: of });
      const first = await close(rid);
      expect(first.outcome).toBe('SUCCESS');
      onTestFinished(() => endMaintenance(owner));
      await setMaintenance(owner, { from: new Date(), until: new Date('2031-01-01T00:00:00Z') });
      await expect
        .poll(() => close(), { interval: 500 })
        .toMatchObject({ outcome: 'MAINTENANCE', data: { until: '2031-01-01T00:00:00.000Z', open: true } });
      expect(await close(rid)).toEqual(first);
      const nobody = await seller.client.send('/listing/close', {}, {}, { rid, proof: null });
      expect(nobody, 'maintenance ends no session').toMatchObject({ outcome: 'MAINTENANCE' });
      await endMaintenance(owner);
      await expect.poll(async () => (await close()).outcome, { interval: 500 }).not.toBe('MAINTENANCE');
    },
  );

  it('that has expired is not given, and its RID never runs again', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const rid = makeRid();
    const close = () => seller.send('/listing/close', { listingId: listing.id, version: '1' }, { rid });
    const first = await close();
    const expire = (ago: string) =>
      sql`update platform.command set expires_at = platform.app_now() + interval '1 day' - ${ago}::interval
          where rid = ${rid}`.execute(owner);
    await expire('-1 minute');
    expect(await close()).toEqual(first);
    await expire('1 minute');
    expect((await close()).data).toEqual({ fields: ['RID'] });
  });
});
