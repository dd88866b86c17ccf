import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startCoolDown, sweepSecurity } from '#features/security/index.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { deviceHashOf, postedTo } from '#testing/posted.ts';
import { PASSWORD, TestClient, type TestMember } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const OTHER_INSTALL = 'a'.repeat(32);

/** The member on another install, by default at another network. */
async function elsewhere(member: TestMember, address = '203.0.113.20', installId = OTHER_INSTALL) {
  const client = await server.visitor({ address });
  const reply = await client.signIn(member.account, PASSWORD, installId);
  return { client, reply };
}
const asMember = (client: TestClient, member: TestMember) => {
  const params = { account: member.account };
  return {
    devices: async () =>
      (await client.send<{ devices: Device[] }>('/member/security/devices', {}, params)).data.devices,
    history: async () =>
      (await client.send<{ items: HistoryRow[] }>('/member/security/history', {}, params)).data.items,
    inbox: async () =>
      (
        await client.send<{ items: { type: string; extra: object }[] }>(
          '/member/notification/list',
          {},
          params,
        )
      ).data.items,
  };
};
interface Device {
  id: string;
  name: string;
  isCurrent: boolean;
}
interface HistoryRow {
  outcome: string;
  place: string;
}
async function coolDowns(member: TestMember) {
  const { rows } = await sql<{ cause: string; hours: number }>`
    select cause, extract(epoch from ends_at - platform.app_now())::int / 3600 as hours
    from member.cool_down where member_id = ${member.id} and ends_at > platform.app_now() order by cause`.execute(
    server.database.owner,
  );
  return rows.map((row) => row.cause);
}

describe('a new device', () => {
  it('is never the device that a member registers on', async () => {
    const member = await server.member();
    expect(await coolDowns(member)).toEqual([]);
    expect((await member.call('/member/security/devices', {})).devices).toMatchObject([{ isCurrent: true }]);
    expect((await member.call('/member/notification/list', {})).items).toEqual([]);
  });

  it('starts a cool-down of a day and is announced, with device, place and time', async () => {
    const member = await server.member();
    const { client } = await elsewhere(member);
    expect(await coolDowns(member)).toEqual(['device']);
    const inbox = await asMember(client, member).inbox();
    expect(inbox.map((row) => row.type)).toEqual(['userForcedLogout', 'userNormalLogin']);
    expect(inbox[1]?.extra).toEqual({
      device: expect.any(String),
      place: '',
      network: '203.0.113.0/24',
      when: expect.stringMatching(/^\d{4}-.*Z$/),
      newDevice: true,
    });
    await server.database.setClock('24 hours 1 minute');
    expect(await coolDowns(member)).toEqual([]);
    await server.database.setClock('0');
  });

  it('is known the second time, and new again after it was removed', async () => {
    const member = await server.member();
    await elsewhere(member);
    await sql`delete from member.cool_down where member_id = ${member.id}`.execute(server.database.owner);
    const { client } = await elsewhere(member);
    expect(await coolDowns(member)).toEqual([]);
    const devices = await asMember(client, member).devices();
    expect(devices.map((device) => device.isCurrent)).toEqual([true, false]);
    const first = await server.visitor();
    await first.signIn(member.account, PASSWORD, '1'.repeat(32));
    const other = (await asMember(first, member).devices()).find((device) => !device.isCurrent);
    await first.send('/member/security/device-revoke', { id: other?.id }, {});
    expect(await asMember(first, member).devices()).toHaveLength(1);
    await elsewhere(member);
    expect(await coolDowns(member)).toEqual(['device']);
  });

  it('cannot be removed by somebody else, nor from itself', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const [own] = (await member.call('/member/security/devices', {})).devices;
    const id = own?.id ?? '';
    const { client: stranger } = await elsewhere(other); // on another install: one's own is refused for that alone
    expect((await stranger.send('/member/security/device-revoke', { id })).outcome).toBe('DEVICE_NOT_FOUND');
    expect(await member.refuse('/member/security/device-revoke', { id })).toBe('DEVICE_NOT_FOUND');
    expect((await member.call('/member/security/devices', {})).devices).toHaveLength(1);
  });
});

describe('the history of sign-ins', () => {
  it('shows successes and failures to the member, newest first', async () => {
    const member = await server.member();
    const thief = await server.visitor({ address: '203.0.113.30' });
    await thief.signIn(member.account, 'Wrong1234');
    const { client } = await elsewhere(member, '203.0.113.31');
    const rows = await asMember(client, member).history();
    expect(rows.map((row) => row.outcome)).toEqual(['success', 'wrong-password', 'success']);
    expect(rows[1]).toMatchObject({ place: '', network: '203.0.113.0/24' });
  });

  it('keeps nothing for an unknown account, and everything else for 180 days', async () => {
    const member = await server.member();
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from member.sign_in`.execute(server.database.owner))
        .rows[0]?.n;
    const before = await count();
    const visitor = await server.visitor({ address: '203.0.113.32' });
    expect((await visitor.signIn('nobody0001', 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
    expect(await count()).toBe(before);
    await server.database.setClock('179 days');
    await sweepSecurity(server.database.db);
    expect(await count()).toBe(before);
    await server.database.setClock('181 days');
    await sweepSecurity(server.database.db);
    expect(await count()).toBe(0);
    await server.database.setClock('0');
    expect(await member.call('/member/security/history', {})).toEqual({ items: [], next: null });
  });

  it('continues after the last row of a page', async () => {
    const member = await server.member();
    await sql`insert into member.sign_in (member_id, outcome, device_name, place)
              select ${member.id}, 'success', 'x', 'y' from generate_series(1, 40)`.execute(
      server.database.owner,
    );
    const first = await member.call('/member/security/history', {});
    expect(first.items).toHaveLength(30);
    const second = await member.call('/member/security/history', { cursor: first.next ?? '' });
    expect(second.items).toHaveLength(11);
    expect(second.next).toBeNull();
  });
});

describe('the delay after failed sign-ins', () => {
  it('is never longer than half a minute, says when it ends, and is cleared by a success', async () => {
    const member = await server.member();
    const client = await server.visitor({ address: '203.0.113.40' });
    for (let n = 0; n < 5; n += 1) await client.signIn(member.account, 'Wrong1234');
    const waits: number[] = [];
    for (const after of ['31 seconds', '62 seconds', '93 seconds']) {
      const refused = await client.signIn(member.account, PASSWORD);
      waits.push((refused.data as unknown as { seconds: number }).seconds);
      expect(refused).toMatchObject({
        outcome: 'SIGN_IN_DELAYED',
        data: { until: expect.stringMatching(/Z$/) },
      });
      await server.database.setClock(after);
      expect((await client.signIn(member.account, 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
    }
    expect(waits.every((seconds) => seconds > 20 && seconds <= 30)).toBe(true);
    await server.database.setClock('10 minutes');
    expect((await client.signIn(member.account, PASSWORD)).outcome).toBe('SUCCESS');
    expect((await client.signIn(member.account, 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
    expect((await client.signIn(member.account, PASSWORD)).outcome).toBe('SUCCESS');
    await server.database.setClock('0');
  });

  it('applies to one network that tries many accounts, and leaks', async () => {
    const outcomes: string[] = [];
    for (const minute of [0, 1, 2]) {
      await server.database.setClock(`${minute} minutes`); // sign-ins per minute are another limit
      const client = await server.visitor({ address: '203.0.113.41' });
      for (let n = 0; n < 25; n += 1)
        outcomes.push((await client.signIn(`nobody${1000 + outcomes.length}`, 'Wrong1234')).outcome);
    }
    expect(new Set(outcomes.slice(0, 50))).toEqual(new Set(['SIGN_IN_FAILED']));
    expect(outcomes.at(-1)).toBe('SIGN_IN_DELAYED');
    await server.database.setClock('4 minutes');
    const client = await server.visitor({ address: '203.0.113.41' });
    expect((await client.signIn('nobody999', 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
    await server.database.setClock('0');
  });
});

describe('freezing an account', () => {
  it('ends the session, forbids every sign-in with the reason, and is audited', async () => {
    const member = await server.member();
    await member.call('/member/security/freeze', {});
    expect(await member.send('/member/info/{account}', {})).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'freeze' },
    });
    const { reply } = await elsewhere(member, '203.0.113.50');
    expect(reply).toMatchObject({ outcome: 'LOGIN_FORBIDDEN', data: { reason: 'freeze' } });
    const { rows } =
      await sql`select action from platform.audit where subject = ${`member:${member.id}`}`.execute(
        server.database.owner,
      );
    expect(rows).toEqual([{ action: 'account-frozen' }]);
  });

  it('is not revealed without the password', async () => {
    const member = await server.member();
    await member.call('/member/security/freeze', {});
    const stranger = await server.visitor({ address: '203.0.113.51' });
    expect((await stranger.signIn(member.account, 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
  });

  it('ends with the password and a code for it, once, begins a cool-down and is told outside the app', async () => {
    const mobile = freshMobile();
    const [member, other] = [await server.member({ mobile }), await server.member()];
    await member.call('/member/security/freeze', {});
    const client = await server.visitor({ address: '203.0.113.52' });
    const deviceHash = deviceHashOf(client);
    const ticketFor = (subject: string, purpose = 'otp:unfreeze') =>
      server.database.db
        .transaction()
        .execute((tx) => issueTicket(tx, { purpose, subject, deviceHash, minutes: 10 }));
    const { account } = member;
    const unfreeze = async (ticket: string, password = PASSWORD) =>
      (await client.send('/member/security/unfreeze', { account, password, ticket })).outcome;
    expect(await unfreeze(await ticketFor(other.account))).toBe('TICKET_INVALID');
    expect(await unfreeze(await ticketFor(account, 'otp:forgotten'))).toBe('TICKET_INVALID');
    const ticket = await ticketFor(account);
    expect(await unfreeze(ticket, 'Wrong1234')).toBe('SIGN_IN_FAILED');
    expect(await unfreeze(ticket)).toBe('SUCCESS');
    expect(await unfreeze(ticket)).toBe('TICKET_INVALID');
    expect((await client.signIn(account, PASSWORD)).outcome).toBe('SUCCESS');
    expect(await coolDowns(member)).toEqual(['device']);
    const told = await postedTo({ ...server, db: server.database.db }, mobile);
    expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/帳號已解除凍結[^]*#freeze=/)]);
  });

  it('takes effect on another node, also for a command that waits there', async () => {
    const member = await server.member();
    const node = await server.startNode();
    const away = await TestClient.connect(node, server.secrets, '203.0.113.53', member.client.device);
    away.proof = member.client.proof;
    const read = () => away.send('/member/info/{account}', {}, { account: member.account });
    expect((await read()).outcome).toBe('SUCCESS');
    await member.call('/member/security/freeze', {});
    expect(await read()).toMatchObject({ outcome: 'NOT_SIGNED_IN', data: { reason: 'freeze' } });
  });
});

describe('an expired session', () => {
  it.each([
    ['idle', '61 minutes'],
    ['idle', '3 days'],
    ['absolute', '25 hours'],
  ])(
    'is recorded as %s when the next one opens after %s, without a takeover notice',
    async (reason, later) => {
      const member = await server.member();
      await sql`update member.session set active_at = case when ${reason} = 'absolute' then platform.app_now() + interval '24 hours 30 minutes' else active_at end
              where member_id = ${member.id}`.execute(server.database.owner);
      await server.database.setClock(later);
      const { client } = await elsewhere(member, '203.0.113.60');
      expect(await member.refuse('/member/info/{account}', {})).toBe('SESSION_TIMEOUT');
      const { rows } =
        await sql`select end_reason from member.session where member_id = ${member.id} order by id`.execute(
          server.database.owner,
        );
      expect(rows).toEqual([{ end_reason: reason }, { end_reason: null }]);
      const inbox = await asMember(client, member).inbox();
      expect(inbox.map((row) => row.type)).toEqual(['userNormalLogin']);
      await server.database.setClock('0');
    },
  );
});

it('a cool-down that starts again is never shortened', async () => {
  const member = await server.member();
  const start = (hours: number) =>
    server.database.db
      .transaction()
      .execute((tx) => startCoolDown(tx, { memberId: member.id, cause: 'mail', hours }));
  await start(48);
  await start(24);
  await server.database.setClock('47 hours');
  expect(await coolDowns(member)).toEqual(['mail']);
  await server.database.setClock('0');
});
