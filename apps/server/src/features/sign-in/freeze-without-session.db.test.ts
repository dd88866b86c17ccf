import type { CallInput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { sweepReplacedPasswords } from '#features/passwords/index.ts';
import { createMessages, messageOpener } from '#platform/messaging/messages.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { deleteExpired } from '#platform/db/expired.store.ts';
import { ANY_DEVICE, issueTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal } from '#testing/personal.ts';
import { deviceHashOf } from '#testing/posted.ts';
import { PASSWORD, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { prepareFreezing } from './freeze-without-session.ts';

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));

type Input = CallInput<'/member/security/freeze-without-session'>;

let networks = 0;
/** Freezes from a device and a network of its own; the name of the outcome. */
async function freeze(input: Input): Promise<string> {
  const client = await server.visitor({ address: `198.51.${(networks += 1)}.7` });
  return (await client.send('/member/security/freeze-without-session', input)).outcome;
}

const isFrozen = async ({ id }: TestMember): Promise<boolean> => {
  const { rows } = await sql<{ frozen: boolean }>`
    select frozen_at is not null as frozen from member.member where id = ${id}`.execute(database.owner);
  return rows[0]?.frozen === true;
};

const changePassword = (member: TestMember, password: string, newPassword: string) =>
  member.call('/member/changepass/{account}', { password, newPassword });

/** Gives the member a proven mail address; the security mails go there. */
const giveMail = (member: TestMember) =>
  givePersonal(database.owner, member.id, { mail: `${member.account}@mail.example` });

/** The token of the link in the newest message to the member. */
async function linkTo(member: TestMember): Promise<string> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from platform.message`.execute(database.owner);
  const open = messageOpener(server.secrets);
  const texts = rows.map((row) => open(row)).filter(({ to }) => to.startsWith(member.account));
  return /#freeze=([\w-]{43})$/m.exec(texts.at(-1)?.text ?? '')?.[1] ?? 'no link';
}

describe('freezing without a session', () => {
  it('with the password ends the session, forbids signing in, is audited and announced', async () => {
    const member = await server.member();
    expect(await freeze({ account: member.account, password: PASSWORD })).toBe('SUCCESS');
    expect(await member.send('/member/info/{account}', {})).toMatchObject({
      outcome: 'NOT_SIGNED_IN',
      data: { reason: 'freeze' },
    });
    const client = await server.visitor();
    expect((await client.signIn(member.account, PASSWORD)).outcome).toBe('LOGIN_FORBIDDEN');
    const { rows } = await sql`
      select action, type from platform.audit, inbox.message
      where subject = ${`member:${member.id}`} and member_id = ${member.id} and safety and cause_install is null`.execute(
      database.owner,
    );
    expect(rows).toEqual([{ action: 'account-frozen', type: 'accountFrozen' }]);
  });

  it('is idempotent: a frozen account stays as it is', async () => {
    const member = await server.member();
    const input = { account: member.account, password: PASSWORD };
    expect([await freeze(input), await freeze(input)]).toEqual(['SUCCESS', 'SUCCESS']);
    const { rows } = await sql`select from inbox.message where member_id = ${member.id}`.execute(
      database.owner,
    );
    expect(rows).toHaveLength(1);
  });

  it('takes a password that was replaced within 72 hours, however often it was replaced', async () => {
    const member = await server.member();
    const names = ['Amber9reef', 'Basil8rock', 'Cedar7sand', 'Delta6tide'];
    let current = PASSWORD;
    for (const next of names) {
      await changePassword(member, current, next);
      current = next;
    }
    await database.setClock('71 hours 59 minutes');
    expect(await freeze({ account: member.account, password: PASSWORD })).toBe('SUCCESS');
    expect(await isFrozen(member)).toBe(true);
  });

  it('takes no password that was replaced longer ago, which is deleted', async () => {
    const member = await server.member();
    await changePassword(member, PASSWORD, 'Amber9reef');
    await database.setClock('72 hours 1 minute');
    expect(await freeze({ account: member.account, password: PASSWORD })).toBe('SIGN_IN_FAILED');
    await sweepReplacedPasswords(database.db);
    const { rows } = await sql`select from member.replaced_password where member_id = ${member.id}`.execute(
      database.owner,
    );
    expect(rows).toEqual([]);
    expect(await freeze({ account: member.account, password: 'Amber9reef' })).toBe('SUCCESS');
  });

  it('takes the ticket of a code sent for it, of this account only', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const client = await server.visitor({ address: '198.51.100.99' });
    const ticketFor = (purpose: string) =>
      database.db.transaction().execute((tx) =>
        issueTicket(tx, {
          purpose,
          subject: member.account,
          deviceHash: deviceHashOf(client),
          minutes: 10,
        }),
      );
    const send = async (account: string, ticket: string) =>
      (await client.send('/member/security/freeze-without-session', { account, ticket })).outcome;
    const ticket = await ticketFor(otpTicketPurpose('freeze'));
    expect(await send(other.account, ticket)).toBe('TICKET_INVALID');
    expect(await send(member.account, await ticketFor(otpTicketPurpose('unfreeze')))).toBe('TICKET_INVALID');
    expect(await send(member.account, ticket)).toBe('SUCCESS');
    expect([await isFrozen(member), await isFrozen(other)]).toEqual([true, false]);
  });

  it('takes the link of a security mail, once, for 72 hours and on any device', async () => {
    const member = await server.member();
    await giveMail(member);
    await changePassword(member, PASSWORD, 'Amber9reef');
    const link = await linkTo(member);
    await database.setClock('71 hours 59 minutes');
    expect(await freeze({ link })).toBe('SUCCESS');
    expect(await isFrozen(member)).toBe(true);
    expect(await freeze({ link })).toBe('FREEZE_LINK_USED');
  });

  it('takes no unknown link, nor the token of another ticket', async () => {
    const member = await server.member();
    const token = await database.db.transaction().execute((tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('freeze'),
        subject: member.account,
        deviceHash: ANY_DEVICE,
        minutes: 10,
      }),
    );
    expect([await freeze({ link: token }), await freeze({ link: 'a'.repeat(43) })]).toEqual([
      'FREEZE_LINK_UNKNOWN',
      'FREEZE_LINK_UNKNOWN',
    ]);
  });

  it('takes no older link, and says for a month that it has expired or was used', async () => {
    const member = await server.member();
    await giveMail(member);
    await changePassword(member, PASSWORD, 'Amber9reef');
    const link = await linkTo(member);
    await database.setClock('72 hours 1 minute');
    expect(await freeze({ link })).toBe('FREEZE_LINK_EXPIRED');
    expect(await isFrozen(member)).toBe(false);
    await database.setClock('32 days');
    await deleteExpired(database.db);
    expect(await freeze({ link })).toBe('FREEZE_LINK_EXPIRED');
    await database.setClock('34 days');
    await deleteExpired(database.db);
    expect(await freeze({ link })).toBe('FREEZE_LINK_UNKNOWN');
  });

  it.each<[string, Input]>([
    ['no proof', { account: 'somebody1' }],
    ['two proofs', { account: 'somebody1', password: PASSWORD, link: 'a'.repeat(43) }],
    ['a password without an account', { password: PASSWORD }],
    ['a link with an account', { account: 'somebody1', link: 'a'.repeat(43) }],
  ])('refuses %s', async (_, input) => expect(await freeze(input)).toBe('PARAMETERS_INVALID'));
});

describe('guessing at an account by freezing it', () => {
  it('is delayed like a sign-in', async () => {
    const member = await server.member();
    const thief = await server.visitor({ address: '198.51.100.66' });
    const guess = async (password: string) =>
      (await thief.send('/member/security/freeze-without-session', { account: member.account, password }))
        .outcome;
    for (let n = 0; n < 3; n += 1) expect(await guess('Wrong1234')).toBe('SIGN_IN_FAILED');
    for (let n = 0; n < 2; n += 1)
      expect((await thief.signIn(member.account, 'Wrong1234')).outcome).toBe('SIGN_IN_FAILED');
    expect(await guess(PASSWORD)).toBe('SIGN_IN_DELAYED');
    expect(await isFrozen(member)).toBe(false);
  });

  it('does not reveal that it exists: the same answer after the same number of comparisons', async () => {
    const [plain, changed] = [await server.member(), await server.member()];
    await changePassword(changed, PASSWORD, 'Amber9reef');
    const compared: boolean[] = [];
    const messages = createMessages({ ...server, phraseOf: async () => undefined });
    const passwords: Passwords = {
      hash: async () => '',
      prove: async () => '',
      verify: async (stored) => {
        compared.push(stored !== undefined);
        return false;
      },
    };
    const origin = { address: '', network: '198.51.100.67', place: { name: '', network: '' }, userAgent: '' };
    const preparation = { db: database.db, origin, deviceHash: Buffer.alloc(32), session: undefined };
    for (const account of [plain.account, changed.account, 'nobody777']) {
      const found = await prepareFreezing({ ...server, messages, passwords })(preparation, {
        account,
        password: 'Wrong1234',
      });
      expect(found).toBeUndefined();
    }
    expect(compared).toHaveLength(12);
    expect(compared.filter(Boolean)).toHaveLength(3);
    expect(await freeze({ account: plain.account, password: 'Wrong1234' })).toBe('SIGN_IN_FAILED');
    expect(await freeze({ account: 'nobody777', password: 'Wrong1234' })).toBe('SIGN_IN_FAILED');
    expect(await freeze({ account: 'nobody777', ticket: 'a'.repeat(43) })).toBe('TICKET_INVALID');
  });
});
