import { describe, expect, it } from 'vitest';
import { PASSWORD, testServer } from '#testing/test-server.ts';

const server = await testServer();

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
      errorCode: 0,
      data: { account: member.account, banks: [], bankCardStatus: 'none' },
    });
  });

  it('says the same of a wrong password and an unknown account', async () => {
    const member = await server.member();
    const device = await server.visitor({ address: '203.0.113.5' });
    const wrong = await device.signIn(member.account, 'Wrong1234');
    const unknown = await device.signIn('nobody123', 'Wrong1234');
    expect(wrong).toEqual(unknown);
    expect(wrong.errorCode).toBe(11100);
  });

  it('ends the session on the other device and tells it why, when and what did it', async () => {
    const member = await server.member();
    const device = await server.visitor();
    await device.signIn(member.account, PASSWORD);
    const reply = await member.send('/member/info/{account}', {});
    expect(reply).toMatchObject({
      errorCode: 10301,
      data: { reason: 'takeover', place: '192.0.*.*', at: expect.any(String) },
    });
  });

  it('leaves exactly one live session when many devices sign in at once', async () => {
    const member = await server.member();
    const devices = await Promise.all(Array.from({ length: 4 }, () => server.visitor()));
    await Promise.all(devices.map((device) => device.signIn(member.account, PASSWORD)));
    const params = { account: member.account };
    const replies = await Promise.all(
      devices.map((device) => device.send('/member/info/{account}', {}, params)),
    );
    expect(replies.filter((reply) => reply.errorCode === 0)).toHaveLength(1);
  });

  it('slows down one address on one account after five failures, and nobody else', async () => {
    const member = await server.member();
    const thief = await server.visitor({ address: '203.0.113.66' });
    for (let attempt = 0; attempt < 5; attempt += 1) await thief.signIn(member.account, 'Wrong1234');
    expect((await thief.signIn(member.account, PASSWORD)).errorCode).toBe(11001);
    const owner = await server.visitor({ address: '203.0.113.67' });
    expect((await owner.signIn(member.account, PASSWORD)).errorCode).toBe(0);
  });

  it('runs out after an idle hour at the server, unless a person acts', async () => {
    const [idle, busy] = [await server.member(), await server.member()];
    await server.database.setClock('59 minutes');
    await busy.call('/member/info/{account}', {}, { active: true });
    await idle.call('/member/info/{account}', {});
    await server.database.setClock('61 minutes');
    expect(await idle.refuse('/member/info/{account}', {})).toBe(10202);
    await busy.call('/member/info/{account}', {});
    await server.database.setClock('0');
  });

  it('ends with a sign-out, for the session and its channel', async () => {
    const member = await server.member();
    await member.call('/member/sign-out/{account}', {});
    expect(await member.send('/member/info/{account}', {})).toMatchObject({
      errorCode: 10301,
      data: { reason: 'signed-out' },
    });
  });
});

describe('registration', () => {
  it('refuses an account or nickname that is taken, also one that only looks different', async () => {
    const member = await server.member({ nick: 'Alpha1' });
    const visitor = await server.visitor();
    const input = {
      account: member.account,
      nick: 'Beta2',
      password: PASSWORD,
      newTranspass: '135791',
      installId: '3'.repeat(32),
    };
    expect((await visitor.send('/member/register', input)).errorCode).toBe(11102);
    expect(
      (await visitor.send('/member/register', { ...input, account: 'another12', nick: 'ALPHA1' })).errorCode,
    ).toBe(11103);
    const check = await visitor.send('/member/check-duplicate/account-and-nickname', {
      account: member.account,
      nick: 'Gamma3',
    });
    expect(check.data).toEqual({ account: 'taken', nick: 'free' });
  });

  it('makes one member of two registrations at once', async () => {
    const visitors = await Promise.all([server.visitor(), server.visitor()]);
    const input = {
      account: 'racer0001',
      nick: 'Racer1',
      password: PASSWORD,
      newTranspass: '135791',
      installId: '3'.repeat(32),
    };
    const codes = (await Promise.all(visitors.map((it) => it.send('/member/register', input)))).map(
      (reply) => reply.errorCode,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 11102]);
  });

  it.each([
    ['account', 'UPPER1234'],
    ['nick', 'has space'],
    ['password', 'weak1234'],
    ['newTranspass', '012345'],
  ])('names a %s that breaks its rule', async (field, value) => {
    const visitor = await server.visitor({ address: '203.0.113.99' });
    const input = {
      account: 'fresh1234',
      nick: 'Fresh',
      password: PASSWORD,
      newTranspass: '135791',
      installId: '3'.repeat(32),
    };
    expect(await visitor.send('/member/register', { ...input, [field]: value })).toMatchObject({
      errorCode: 10201,
      data: { fields: [field] },
    });
  });
});
