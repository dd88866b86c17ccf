import { randomBytes, randomUUID } from 'node:crypto';
import { otpTicketPurpose, type OtpPurpose } from '@holdfast/contract/member';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { codeSentTo, deviceHashOf } from '#testing/posted.ts';
import { TestMember, type TestClient } from '#testing/test-client.ts';
import { freshAccount, freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;

it('counts a call in the /48 around each /64, so that many small networks of one customer are one', async () => {
  // Before the first call: with their key exchanges between the calls, a slow machine needs longer than the minute that is counted.
  const clients = await Promise.all(
    Array.from({ length: 45 }, (_, n) =>
      server.visitor({ address: `2001:db8:77:${(n * 256).toString(16)}::1`, at: 'console' }),
    ),
  );
  const outcomes: string[] = [];
  for (const client of clients) {
    const { outcome } = await client.send('/operator/enrolment/begin', { invitation: 'a'.repeat(22) });
    outcomes.push(outcome);
  }
  expect(outcomes.slice(0, 40)).not.toContain('RATE_LIMITED');
  expect(outcomes.at(-1)).toBe('RATE_LIMITED');
});

const BEGIN = '/member/flow/force-reset-password/create-cerification';
const INSTALL = '1'.repeat(32);
const NEW_PASSWORD = 'Amber9reef';
/** More devices than any bound of a network lets through, with fewer tries each than the limit of a device. */
const DEVICES = 30;
const TRIES_EACH = 8;

const madeUp = () => randomBytes(32).toString('base64url');
const answered = async (reply: Promise<{ outcome: string }>) => (await reply).outcome;

describe('strangers on many devices behind one address', () => {
  let net = 0;
  /** An address that many people share. */
  const shared = () => `100.64.${(net += 1)}.7`;

  /** They try until the bound of their network stops them, and are told so. */
  async function flood(address: string, attempt: (client: TestClient) => Promise<string>): Promise<void> {
    for (let device = 0; device < DEVICES; device += 1) {
      const client = await server.visitor({ address });
      for (let n = 0; n < TRIES_EACH; n += 1) if ((await attempt(client)) === 'RATE_LIMITED') return;
    }
    throw new Error('nothing stops them');
  }
  const ticketFor = (client: TestClient, purpose: OtpPurpose, subject: string) =>
    inTransaction(db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose(purpose),
        subject,
        deviceHash: deviceHashOf(client),
        minutes: 10,
      }),
    );

  it('who try codes that they made up do not stop who types the code that was sent', async () => {
    const address = shared();
    const client = await server.visitor({ address });
    const mobile = freshMobile();
    const { data } = await client.send<{ id: string }>('/utils/otp/mobile/send', {
      purpose: 'register',
      target: mobile,
    });
    const attempt = (stranger: TestClient) =>
      answered(stranger.send('/utils/otp/mobile/verify', { id: randomUUID(), code: '314159' }));
    await flood(address, attempt);
    const right = { id: data.id, code: await codeSentTo({ db, secrets }, mobile) };
    expect(await answered(client.send('/utils/otp/mobile/verify', right))).toBe('SUCCESS');
    // A code that was used is one of this device's all the same.
    expect(await answered(client.send('/utils/otp/mobile/verify', right))).toBe('CODE_DEAD');
  });

  it('who make up tickets do not stop who registers with one that was earned', async () => {
    const address = shared();
    const client = await server.visitor({ address });
    const input = await server.registration(client);
    const fast = { password: 'Kelp7tide', installId: INSTALL };
    const register = (by: TestClient, otpTicket: string) =>
      answered(by.send('/member/register', { ...input, otpTicket }));
    const registerFast = (by: TestClient, otpTicket: string) =>
      answered(by.send('/api/fast-registeration', { ...fast, otpTicket }));
    for (const attempt of [register, registerFast])
      await flood(address, (stranger) => attempt(stranger, madeUp()));
    expect(await register(client, input.otpTicket)).toBe('SUCCESS');
    const phone = await server.visitor({ address });
    const earned = await ticketFor(phone, 'register', freshMobile());
    expect(await registerFast(phone, earned)).toBe('SUCCESS');
    // A ticket that was used is one of this device's all the same.
    expect(await registerFast(phone, earned)).toBe('TICKET_INVALID');
  });

  it('who make up tickets do not stop who recovers with one that was earned', async () => {
    const address = shared();
    const { account } = await server.member();
    const set = (by: TestClient, ticket: string) =>
      answered(
        by.send(
          '/member/forget-password/set-password/{account}',
          { ticket, newPassword: NEW_PASSWORD },
          { account },
        ),
      );
    await flood(address, (stranger) => set(stranger, madeUp()));
    const client = await server.visitor({ address });
    expect(await set(client, await ticketFor(client, 'forgotten', account))).toBe('SUCCESS');
  });

  it('who begin recoveries stop no known install, no member in a session and no holder of a ticket', async () => {
    const address = shared();
    const inSession = await server.visitor({ address });
    const { account } = await TestMember.register(inSession, database, await server.registration(inSession));
    const begin = (client: TestClient, installId?: string) =>
      answered(client.send(BEGIN, { account, channel: 'mobile', ...(installId && { installId }) }));
    const ofNobody = (client: TestClient) =>
      answered(client.send(BEGIN, { account: freshAccount(), channel: 'mobile' }));
    await flood(address, ofNobody);
    const client = await server.visitor({ address });
    expect(await begin(client, INSTALL)).toBe('SUCCESS');
    expect(await begin(inSession)).toBe('SUCCESS');
    const ticket = await ticketFor(client, 'forgotten', account);
    const path = '/member/security-questions-get';
    expect(await answered(client.send(path, { account, ticket }))).toBe('SUCCESS');
    expect(await answered(client.send(path, { account: freshAccount(), ticket }))).toBe('TICKET_INVALID');
  });
});
