import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { maskContact } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { inTransaction } from '#platform/db/db.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { networkBuckets } from '#platform/limits/networks.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal, personalOf, REAL_NAME, type Personal } from '#testing/personal.ts';
import { codeSentTo, deviceHashOf, postedTo } from '#testing/posted.ts';
import { codeOf as codeOfApp } from '#testing/test-operator.ts';
import { PASSWORD, TestMember } from '#testing/test-client.ts';
import { freshNumber } from '#testing/identities.ts';
import { loseContacts, proveIdentity, resetContact } from '#testing/lost-contacts.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';

const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
afterEach(() => database.setClock('0'));

let serial = 0;
const freshMail = () => `someone${(serial += 1)}@mail.example`;

const give = (member: TestMember, contact: Personal) => givePersonal(database.owner, member.id, contact);
const contactOf = (member: TestMember) => personalOf(database.owner, member.id);
async function ticket(member: TestMember, id: string, address: string): Promise<string> {
  const code = await codeSentTo(parts, address);
  return (await member.call('/utils/otp/mobile/verify', { id, code })).ticket;
}
const lastNotice = async (member: TestMember) =>
  (await member.call('/member/notification/list', {})).items.at(-1);

type Begun = CallOutput<'/member/mobile-change/create-verification'>;

describe('changing the mobile number', () => {
  async function begun() {
    const member = await server.member();
    const [old, next] = [freshMobile(), freshMobile()];
    await give(member, { mobile: old });
    const sent: Begun = await member.call('/member/mobile-change/create-verification', { mobile: next });
    return { member, old, next, sent };
  }

  it('needs the codes of both numbers, starts a cool-down, and notifies the old number', async () => {
    const { member, old, next, sent } = await begun();
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    const { coolDownUntil } = await member.call('/member/mobile-change/verify', { newTicket, oldTicket });
    expect(Date.parse(coolDownUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(await contactOf(member)).toMatchObject({ mobile: next });
    expect((await postedTo(parts, old))[0]?.text).toContain('手機號碼已變更');
    expect(await lastNotice(member)).toMatchObject({ type: 'mobileChanged', title: '手機號碼已變更' });
    expect(await member.call('/member/account/permissions', {})).toMatchObject({
      acts: [
        { act: 'withdraw', state: 'refused', until: coolDownUntil },
        { act: 'pay-to-new-card', state: 'refused' },
        { act: 'release', state: 'asks-code' },
      ],
      coolDowns: [{ cause: 'mobile', until: coolDownUntil }],
      mobile: 'verified',
    });
  });

  it('is refused with the code of the new number alone', async () => {
    const { member, next, sent } = await begun();
    const newTicket = await ticket(member, sent.new.id, next);
    expect(await member.refuse('/member/mobile-change/verify', { newTicket })).toBe('TICKET_INVALID');
    expect(await member.refuse('/member/mobile-change/verify', { newTicket, oldTicket: newTicket })).toBe(
      'TICKET_INVALID',
    );
  });

  it('is refused with the tickets of another member, and without the transaction secret', async () => {
    const [mine, theirs] = [await begun(), await begun()];
    const newTicket = await ticket(mine.member, mine.sent.new.id, mine.next);
    const oldTicket = await ticket(theirs.member, theirs.sent.old?.id ?? '', theirs.old);
    expect(await mine.member.refuse('/member/mobile-change/verify', { newTicket, oldTicket })).toBe(
      'TICKET_INVALID',
    );
    const change = { newTicket, oldTicket };
    expect(await mine.member.refuse('/member/mobile-change/verify', change, { secret: '135790' })).toBe(
      'TRANSACTION_SECRET_WRONG',
    );
  });

  it('is refused with the code of a number that was the old one before', async () => {
    const { member, old, next, sent } = await begun();
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    await give(member, { mobile: freshMobile() });
    expect(await member.refuse('/member/mobile-change/verify', { newTicket, oldTicket })).toBe(
      'TICKET_INVALID',
    );
  });

  it('redeems its tickets', async () => {
    const { member, old, next, sent } = await begun();
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    await member.call('/member/mobile-change/verify', { newTicket, oldTicket });
    expect(await member.refuse('/member/mobile-change/verify', { newTicket, oldTicket })).toBe(
      'TICKET_INVALID',
    );
  });

  it('reveals that a number is taken only to who has proven it', async () => {
    const { member, old } = await begun();
    const other = await server.member();
    const taken = freshMobile();
    await give(other, { mobile: taken });
    await database.setClock('2 minutes');
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: taken });
    const newTicket = await ticket(member, sent.new.id, taken);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    expect(await member.refuse('/member/mobile-change/verify', { newTicket, oldTicket })).toBe(
      'MOBILE_TAKEN',
    );
  });

  it('notices that a number is taken also when two members prove it at once', async () => {
    const [{ member, old, next, sent }, other] = [await begun(), await server.member()];
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    const { owner } = database;
    const { reply } = await owner.transaction().execute(async (tx) => {
      await givePersonal(tx, other.id, { mobile: next });
      const answer = member.refuse('/member/mobile-change/verify', { newTicket, oldTicket });
      await untilSomebodyWaitsFor(tx, owner);
      return { reply: answer };
    });
    expect(await reply).toBe('MOBILE_TAKEN');
  });

  it('refuses the same number, and a text that is no number', async () => {
    const { member, old } = await begun();
    expect(await member.refuse('/member/mobile-change/create-verification', { mobile: old })).toBe(
      'CONTACT_SAME',
    );
    expect(await member.refuse('/member/mobile-change/create-verification', { mobile: '12' })).toBe(
      'PARAMETERS_INVALID',
    );
  });
});

describe('members who name the address of another', () => {
  const BEGIN = '/member/mobile-change/create-verification';
  const name = async (member: TestMember, mobile: string) => (await member.send(BEGIN, { mobile })).outcome;
  /** `member` uses up what one may send to an address in an hour. */
  async function bother(member: TestMember, mobile: string): Promise<void> {
    for (let n = 0; n < 5; n += 1) {
      await database.setClock(`${n * 2} minutes`);
      expect(await name(member, mobile)).toBe('SUCCESS');
    }
  }

  it('withhold no code of a change from who moves to it', async () => {
    const [mover, one, two] = [await server.member(), await server.member(), await server.member()];
    const [old, next] = [freshMobile(), freshMobile()];
    await give(mover, { mobile: old });
    await bother(one, old);
    await bother(two, next);
    await database.setClock('12 minutes');
    expect(await name(mover, next)).toBe('SUCCESS');
    expect(await postedTo(parts, next)).toHaveLength(6);
    expect(await postedTo(parts, old)).toHaveLength(6);
  });

  it('withhold no code for a release from its owner', async () => {
    const mobile = freshMobile();
    const [owner, stranger] = [await server.member({ mobile }), await server.member()];
    await bother(stranger, mobile);
    await database.setClock('12 minutes');
    const asked = { purpose: 'release', account: owner.account, channel: 'mobile' } as const;
    expect((await owner.send('/utils/otp/mobile/send', asked)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(6);
  });

  it('have ten codes an hour for it, all of them together', async () => {
    const mobile = freshMobile();
    const outcomes: string[] = [];
    for (let n = 0; n < 12; n += 1) outcomes.push(await name(await server.member(), mobile));
    expect(outcomes).toEqual([...Array<string>(10).fill('SUCCESS'), 'CODE_LIMIT', 'CODE_LIMIT']);
    expect(await postedTo(parts, mobile)).toHaveLength(10);
  });

  it('share no limit by network, for one of them could keep the others behind one address from it', async () => {
    const address = '100.64.9.9';
    const asked = networkBuckets('codes member', address, { capacity: 60, drainSeconds: 3600 });
    await pour(database.db, asked, { weight: 60 });
    const client = await server.visitor({ address });
    const member = await TestMember.register(client, database, await server.registration(client));
    expect(await name(member, freshMobile())).toBe('SUCCESS');
  });
});

describe('the mail address', () => {
  it('is added with the code of the new one and one to the mobile, which is told of it', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const mail = freshMail();
    const sent = await member.call('/member/mail-change/create-verification', { mail: mail.toUpperCase() });
    expect(sent.old).toMatchObject({ channel: 'mobile', address: maskContact('mobile', mobile) });
    const newTicket = await ticket(member, sent.new.id, mail);
    expect(await member.refuse('/member/mail-change/verify', { newTicket })).toBe('TICKET_INVALID');
    const oldTicket = await ticket(member, sent.old?.id ?? '', mobile);
    await member.call('/member/mail-change/verify', { newTicket, oldTicket });
    expect(await contactOf(member)).toMatchObject({ mail });
    expect((await member.call('/member/account/permissions', {})).mail).toBe('verified');
    expect(await lastNotice(member)).toMatchObject({ type: 'mailAdded', title: '電子信箱已新增' });
    const [told] = await postedTo(parts, mobile);
    expect(told?.text).toContain('電子信箱已新增');
    expect(told?.text).toMatch(/#freeze=[\w-]{43}/);
  });

  it('may be confirmed on the other channel by who has lost the address of this one', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const [lost, next] = [freshMail(), freshMail()];
    await give(member, { mail: lost });
    const begin = (via?: 'mobile' | 'mail') =>
      member.call('/member/mail-change/create-verification', { mail: next, ...(via && { via }) });
    expect((await begin()).old?.channel).toBe('mail');
    await database.setClock('2 minutes');
    const sent = await begin('mobile');
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', mobile);
    await member.call('/member/mail-change/verify', { newTicket, oldTicket });
    expect(await contactOf(member)).toMatchObject({ mail: next });
    for (const address of [mobile, lost])
      expect((await postedTo(parts, address))[0]?.text).toContain('電子信箱已變更');
  });
});

describe('while a cool-down runs', () => {
  const askRelease = (member: TestMember, channel: 'mobile' | 'mail') =>
    member.send('/utils/otp/mobile/send', { purpose: 'release', account: member.account, channel });
  const codesTo = async (member: TestMember) =>
    (await member.call('/member/account/permissions', {})).codesTo;

  /** A member who has changed the mobile number, and the two numbers. */
  async function changed() {
    const old = freshMobile();
    const [member, next] = [await server.member({ mobile: old }), freshMobile()];
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: next });
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    const { coolDownUntil } = await member.call('/member/mobile-change/verify', { newTicket, oldTicket });
    return { member, old, next, coolDownUntil };
  }

  it('codes go to the number that was proven before it, though it is replaced, and after it to the new one', async () => {
    const { member, old, next } = await changed();
    expect(await codesTo(member)).toEqual([{ channel: 'mobile', address: maskContact('mobile', old) }]);
    const before = (await postedTo(parts, old)).length;
    await database.setClock('2 minutes');
    await askRelease(member, 'mobile');
    expect((await postedTo(parts, old)).length).toBe(before + 1);
    expect((await postedTo(parts, next)).filter(({ text }) => text.includes('放行'))).toEqual([]);
    await database.setClock('25 hours');
    await member.client.signIn(member.account, PASSWORD, '1'.repeat(32));
    expect(await codesTo(member)).toEqual([{ channel: 'mobile', address: maskContact('mobile', next) }]);
    await askRelease(member, 'mobile');
    expect((await postedTo(parts, next))[0]?.text).toContain('放行');
  });

  it('a mail address that was added in it gets no code but its own, also when the cool-down begins anew', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const mail = freshMail();
    const sent = await member.call('/member/mail-change/create-verification', { mail });
    const newTicket = await ticket(member, sent.new.id, mail);
    const oldTicket = await ticket(member, sent.old?.id ?? '', mobile);
    await member.call('/member/mail-change/verify', { newTicket, oldTicket });
    const count = (await postedTo(parts, mail)).length;
    const mobileOnly = [{ channel: 'mobile', address: maskContact('mobile', mobile) }];
    for (const [i, purpose] of (['release', 'transpass', 'forgotten', 'freeze'] as const).entries()) {
      await database.setClock(`${i * 2} minutes`);
      const asked = { purpose, account: member.account, channel: 'mail' };
      expect((await (await server.visitor()).send('/utils/otp/mobile/send', asked)).outcome).toBe('SUCCESS');
    }
    expect((await postedTo(parts, mail)).length).toBe(count);
    expect(await codesTo(member)).toEqual(mobileOnly);
    await member.client.signIn(member.account, PASSWORD, '2'.repeat(32)); // a new device: another cool-down
    expect(await codesTo(member)).toEqual(mobileOnly);
  });

  it('who has no earlier address is refused a release and a change by name, with the end', async () => {
    const member = await server.member({ isVerified: false });
    const mobile = freshMobile();
    await loseContacts(server, member, mobile);
    const sent = await member.call('/member/mobile-change/create-verification', { mobile });
    const newTicket = await ticket(member, sent.new.id, mobile);
    const { coolDownUntil } = await member.call('/member/mobile-change/verify', { newTicket });
    expect(await codesTo(member)).toEqual([]);
    const refused = { outcome: 'CODE_ADDRESSES_TOO_NEW', data: { until: coolDownUntil } };
    const change = await member.send('/member/mail-change/create-verification', { mail: freshMail() });
    expect(change).toMatchObject(refused);
    expect(await member.send('/order/release', { orderId: '1', version: '1' })).toMatchObject(refused);
  });
});

/** What an address is told of a change. */
const NEWS = {
  mailAdded: '電子信箱已新增',
  mailChanged: '電子信箱已變更',
  mobileChanged: '手機號碼已變更',
  authenticatorAdded: '驗證器已設定',
  passwordChanged: '登入密碼已變更',
  phraseChanged: '防偽短語已變更',
} as const;

describe('addresses that a change is told on', () => {
  /** The links to freeze in the messages with this news to an address. */
  async function linksIn(news: keyof typeof NEWS, to: string): Promise<(string | undefined)[]> {
    const messages = (await postedTo(parts, to)).filter(({ text }) => text.includes(NEWS[news]));
    return messages.map(({ text }) => /#freeze=([\w-]{43})/.exec(text)?.[1]);
  }
  const LINK = expect.stringMatching(/./) as string;

  async function change(member: TestMember, channel: 'mobile' | 'mail', address: string, codeAt: string) {
    const begin = `/member/${channel}-change/create-verification` as const;
    const target = channel === 'mobile' ? { mobile: address } : { mail: address };
    const sent = await member.call(begin, target);
    const newTicket = await ticket(member, sent.new.id, address);
    const oldTicket = await ticket(member, sent.old?.id ?? '', codeAt);
    await member.call(`/member/${channel}-change/verify`, { newTicket, oldTicket });
  }

  /** Somebody who reads the owner's codes once makes the mobile theirs. */
  async function taken() {
    const [owners, thiefs] = [freshMobile(), freshMobile()];
    const member = await server.member({ mobile: owners });
    await change(member, 'mobile', thiefs, owners);
    return { member, owners, thiefs };
  }

  const addAuthenticator = async (member: TestMember, codeAt: string) => {
    const { account } = member;
    const asked = {
      purpose: 'authenticator',
      account,
      channel: 'mobile',
      installId: '1'.repeat(32),
    } as const;
    const { id } = await member.call('/utils/otp/mobile/send', asked);
    const { setup, secret } = await member.call('/member/security/authenticator-begin', {
      ticket: await ticket(member, id, codeAt),
    });
    const code = await codeOfApp(server, secret);
    await member.call('/member/security/authenticator-finish', { setup, code });
  };

  it('are those before a second change too, with a link that freezes the account', async () => {
    const { member, owners, thiefs } = await taken();
    await database.setClock('2 minutes');
    await change(member, 'mail', freshMail(), owners);
    expect(await linksIn('mailAdded', thiefs)).toEqual([LINK]);
    const [link] = await linksIn('mailAdded', owners);
    const visitor = await server.visitor();
    const frozen = await visitor.send('/member/security/freeze-without-session', { link });
    expect(frozen.outcome).toBe('SUCCESS');
    expect((await visitor.signIn(member.account, PASSWORD)).outcome).toBe('LOGIN_FORBIDDEN');
  });

  it('are every one that is proven now, in the cool-down too', async () => {
    const { member, owners, thiefs } = await taken();
    await database.setClock('2 minutes');
    const mail = freshMail();
    await change(member, 'mail', mail, owners);
    await database.setClock('4 minutes');
    await change(member, 'mobile', freshMobile(), owners);
    for (const [to, count] of [
      [owners, 2],
      [thiefs, 1],
      [mail, 1],
    ] as const)
      expect(await linksIn('mobileChanged', to)).toEqual(Array.from({ length: count }, () => LINK));
  });

  it('are those before it for an authenticator and a password as well', async () => {
    const { member, owners, thiefs } = await taken();
    await database.setClock('2 minutes');
    await addAuthenticator(member, owners);
    const passwords = { password: PASSWORD, newPassword: 'Amber9reef' };
    await member.call('/member/changepass/{account}', passwords);
    for (const to of [owners, thiefs])
      for (const news of ['authenticatorAdded', 'passwordChanged'] as const)
        expect(await linksIn(news, to)).toEqual([LINK]);
  });

  it('are a mailbox that was replaced too, which learns neither account nor phrase nor what came after it', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const [owners, thiefs] = [freshMail(), freshMail()];
    await give(member, { mail: owners });
    const phrase = 'a green canary';
    await member.call('/member/security/phrase-set', { phrase });
    await change(member, 'mail', thiefs, owners);
    await member.call('/member/security/phrase-set', { phrase: 'a red canary' });
    expect(await linksIn('phraseChanged', owners)).toEqual([LINK, LINK]);
    expect(await linksIn('phraseChanged', mobile), 'no SMS').toEqual([]);
    const [last] = await postedTo(parts, owners);
    for (const word of [member.account, thiefs, 'canary', member.id]) expect(last?.text).not.toContain(word);
  });

  it('are the present ones alone after the cool-down', async () => {
    const { member, owners, thiefs } = await taken();
    await database.setClock('25 hours');
    await member.client.signIn(member.account, PASSWORD);
    const mail = freshMail();
    await change(member, 'mail', mail, thiefs);
    expect(await linksIn('mailAdded', owners)).toEqual([]);
    expect(await linksIn('mailAdded', thiefs)).toEqual([LINK]);
  });

  it('are no replaced one after 72 hours, though each unfreezing lengthens the cool-down: it freezes nobody for ever', async () => {
    const [old, mail] = [freshMobile(), freshMail()];
    const member = await server.member({ mobile: old });
    const { account } = member;
    await give(member, { mail });
    await database.setClock('96 hours');
    await member.client.signIn(account, PASSWORD, '1'.repeat(32));
    await change(member, 'mobile', freshMobile(), old);
    /** Whoever reads the old number freezes the account by the newest link there; its owner unfreezes it by mail. */
    const freezesAgain = async (hours: number) => {
      await database.setClock(`${96 + hours} hours`);
      const visitor = await server.visitor();
      const [{ text } = { text: '' }] = await postedTo(parts, old);
      const link = /#freeze=([\w-]{43})/.exec(text)?.[1];
      const { outcome } = await visitor.send('/member/security/freeze-without-session', { link });
      const asked = { purpose: 'unfreeze', account, channel: 'mail' } as const;
      const { id } = (await visitor.send<{ id: string }>('/utils/otp/mobile/send', asked)).data;
      const code = await codeSentTo(parts, mail);
      const proven = await visitor.send<{ ticket: string }>('/utils/otp/mobile/verify', { id, code });
      const proof = { account, password: PASSWORD, installId: '1'.repeat(32), ticket: proven.data.ticket };
      expect((await visitor.send('/member/security/unfreeze', proof)).outcome).toBe('SUCCESS');
      return outcome === 'SUCCESS';
    };
    const frozen: boolean[] = [];
    for (const hours of [20, 40, 60, 80, 100]) frozen.push(await freezesAgain(hours));
    // The last link was sent within the 72 hours, and is good for as long again.
    expect(frozen).toEqual([true, true, true, true, false]);
    const count = (await postedTo(parts, old)).length;
    const asked = { purpose: 'freeze', account, channel: 'mobile' } as const;
    await (await server.visitor()).send('/utils/otp/mobile/send', asked);
    expect(await postedTo(parts, old)).toHaveLength(count);
  });

  it('get five SMS of one kind in a day, and every mail', async () => {
    const [mobile, mail] = [freshMobile(), freshMail()];
    const member = await server.member({ mobile });
    await give(member, { mail });
    for (let n = 0; n < 6; n += 1) {
      const [password, newPassword] = [n === 0 ? PASSWORD : `Amber${n}reef`, `Amber${n + 1}reef`];
      await member.call('/member/changepass/{account}', { password, newPassword });
    }
    expect((await linksIn('passwordChanged', mobile)).length).toBe(5);
    expect((await linksIn('passwordChanged', mail)).length).toBe(6);
  });
});

describe('unfreezing', () => {
  it('uses no address that was added within 72 hours, and the one before it', async () => {
    const old = freshMobile();
    const member = await server.member({ mobile: old });
    await database.setClock('96 hours');
    await member.client.signIn(member.account, PASSWORD, '1'.repeat(32));
    const next = freshMobile();
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: next });
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await ticket(member, sent.old?.id ?? '', old);
    await member.call('/member/mobile-change/verify', { newTicket, oldTicket });
    const goesTo = async (later: string) => {
      await database.setClock(later);
      const counts = async () => [(await postedTo(parts, old)).length, (await postedTo(parts, next)).length];
      const [before] = [await counts()];
      const visitor = await server.visitor();
      const asked = { purpose: 'unfreeze', account: member.account, channel: 'mobile' };
      expect((await visitor.send('/utils/otp/mobile/send', asked)).outcome).toBe('SUCCESS');
      return (await counts()).map((count, i) => count - (before[i] ?? 0));
    };
    expect(await goesTo('144 hours')).toEqual([1, 0]);
    expect(await goesTo('169 hours')).toEqual([0, 1]);
  });
});

describe('an account that is frozen because somebody has made an address theirs', () => {
  it('trusts no address of the three days before, nor a card, however late it is unfrozen', async () => {
    const [owners, thiefs, mail] = [freshMobile(), freshMobile(), freshMail()];
    const member = await server.member({ mobile: owners });
    const { account, client } = member;
    await give(member, { mail });
    const HOME = '1'.repeat(32);
    await database.setClock('96 hours');
    await client.signIn(account, PASSWORD, HOME);
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: thiefs });
    const newTicket = await ticket(member, sent.new.id, thiefs);
    const oldTicket = await ticket(member, sent.old?.id ?? '', owners);
    await member.call('/member/mobile-change/verify', { newTicket, oldTicket });
    const card = { bankCode: '822', accountNumber: '900312345671', holderName: REAL_NAME };
    await member.call('/member/bankadd/{account}', card);
    await database.setClock('98 hours');
    await client.send('/member/security/freeze-without-session', { account, password: PASSWORD });

    await database.setClock('126 hours'); // the cool-down of the change is over
    const asked = { purpose: 'unfreeze', account, channel: 'mobile' } as const;
    const { id } = await member.call('/utils/otp/mobile/send', asked);
    const proof = { account, password: PASSWORD, ticket: await ticket(member, id, owners), installId: HOME };
    await member.call('/member/security/unfreeze', proof);
    await client.signIn(account, PASSWORD, HOME);
    const { codesTo } = await member.call('/member/account/permissions', {});
    expect(codesTo).toEqual([
      { channel: 'mobile', address: maskContact('mobile', owners) },
      { channel: 'mail', address: maskContact('mail', mail) },
    ]);
    const { cards } = await member.call('/bank/list/{account}', {});
    expect(cards.map(({ coolingUntil }) => coolingUntil)).toEqual([expect.any(String)]);
    // The owner has it back.
    await database.setClock('126 hours 2 minutes');
    const back = await member.call('/member/mobile-change/create-verification', { mobile: freshMobile() });
    expect(back.old?.address).toBe(maskContact('mobile', owners));
  });
});

describe('a mail address that two members have', () => {
  it('cannot be changed by one with the code of the other', async () => {
    const [member, other] = [
      await server.member({ isVerified: false }),
      await server.member({ isVerified: false }),
    ];
    const [shared, next] = [freshMail(), freshMail()];
    for (const each of [member, other]) await give(each, { mail: shared });
    const sent = await member.call('/member/mail-change/create-verification', { mail: next });
    const newTicket = await ticket(member, sent.new.id, next);
    const oldTicket = await inTransaction(database.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('mail-change-old'),
        subject: other.account,
        deviceHash: deviceHashOf(member.client),
        minutes: 10,
        data: { channel: 'mail', target: shared },
      }),
    );
    expect(await member.refuse('/member/mail-change/verify', { newTicket, oldTicket })).toBe(
      'TICKET_INVALID',
    );
  });
});

describe('addresses that an operator has declared lost', () => {
  it('need no code, and get none for the account, until one is verified again', async () => {
    const member = await server.member({ isVerified: false });
    const [lost, found] = [freshMobile(), freshMobile()];
    await give(member, { mobile: lost });
    const told = (await postedTo(parts, lost)).length;
    await loseContacts(server, member, found);
    const [notice, ...before] = await postedTo(parts, lost);
    expect(notice?.text).toMatch(/請重新驗證手機與電子信箱[^]*#freeze=[\w-]{43}/);
    expect(before).toHaveLength(told);
    expect((await member.call('/member/account/permissions', {})).mobile).toBe('unproven');
    const visitor = await server.visitor({ address: '203.0.113.80' });
    const asked = { purpose: 'forgotten', account: member.account, channel: 'mobile' };
    expect((await visitor.send('/utils/otp/mobile/send', asked)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, lost)).toHaveLength(told + 1);
    const sent = await member.call('/member/mobile-change/create-verification', { mobile: found });
    expect(sent.old).toBeUndefined();
    await member.call('/member/mobile-change/verify', {
      newTicket: await ticket(member, sent.new.id, found),
    });
    expect((await member.call('/member/account/permissions', {})).mobile).toBe('verified');
  });

  it('can be verified again, which is announced as verified, not changed', async () => {
    const member = await server.member({ isVerified: false });
    const mobile = freshMobile();
    await give(member, { mobile });
    await loseContacts(server, member, mobile);
    const sent = await member.call('/member/mobile-change/create-verification', { mobile });
    const newest = (await postedTo(parts, mobile)).find(({ text }) => /\d{6}/.test(text));
    const code = defined(/\d{6}/.exec(newest?.text ?? '')?.[0], 'a message with a code');
    const { ticket: newTicket } = await member.call('/utils/otp/mobile/verify', { id: sent.new.id, code });
    await member.call('/member/mobile-change/verify', { newTicket });
    expect(await lastNotice(member)).toMatchObject({ type: 'mobileVerified', title: '手機號碼已驗證' });
  });

  it('can be declared so only by an operator of that role', async () => {
    const member = await server.member({ isVerified: false });
    const mobile = freshMobile();
    for (const role of ['support', 'reviewer', 'treasury'] as const)
      expect((await resetContact(await server.operator(role), member, mobile)).outcome).toBe(
        'ROLE_NOT_ALLOWED',
      );
    const input = { account: member.account, mobile, reason: 'I say so' };
    expect(await member.refuse('/member/force-reset-contect', input)).toBe('ROLE_NOT_ALLOWED');
  });

  it('follow a selfie that was taken anew, of the identity that the account was approved with before', async () => {
    const [member, mobile, risk] = [
      await server.member({ isVerified: false }),
      freshMobile(),
      await server.operator('risk'),
    ];
    const outcome = async () => (await resetContact(risk, member, mobile)).outcome;
    const reviewer = await server.operator('reviewer');
    const again = () =>
      reviewer.send(
        '/member/real-name/reset/{account}',
        { reason: 'lost phone and mail' },
        { account: member.account },
      );
    expect(await outcome()).toBe('SELFIE_NOT_FRESH'); // nobody has ever seen the member
    const number = freshNumber();
    await proveIdentity(server, { member, reviewer, number });
    expect(await outcome()).toBe('SELFIE_NOT_FRESH'); // whoever has the account may be the first to send one
    await again();
    expect(await outcome()).toBe('SELFIE_NOT_FRESH');
    await proveIdentity(server, { member, reviewer, number: freshNumber() });
    expect(await outcome()).toBe('SELFIE_NOT_FRESH'); // of somebody else
    await again();
    await proveIdentity(server, { member, reviewer, number });
    expect((await member.call('/member/account/permissions', {})).mobile).toBe('verified');
    expect((await resetContact(risk, { account: 'nobody0001' }, mobile)).outcome).toBe('MEMBER_NOT_FOUND');
    expect((await resetContact(risk, member, 'no number')).outcome).toBe('PARAMETERS_INVALID');
    expect(await outcome()).toBe('SUCCESS');
  });

  it('are too late 72 hours after the selfie, and are not declared by who has approved it', async () => {
    const [member, mobile] = [await server.member({ isVerified: false }), freshMobile()];
    const admin = await server.operator('admin');
    const who = { member, reviewer: admin, number: freshNumber() };
    await proveIdentity(server, who);
    const { account } = member;
    await admin.send('/member/real-name/reset/{account}', { reason: 'lost phone and mail' }, { account });
    await proveIdentity(server, who);
    expect((await resetContact(admin, member, mobile)).outcome).toBe('REQUEST_OWN');
    await database.setClock('73 hours');
    const risk = await server.operator('risk');
    expect((await resetContact(risk, member, mobile)).outcome).toBe('SELFIE_NOT_FRESH');
  });

  it('are followed by the number that was granted and by no other, once, within 72 hours', async () => {
    const member = await server.member({ isVerified: false });
    const [granted, other] = [freshMobile(), freshMobile()];
    await loseContacts(server, member, granted);
    const begin = '/member/mobile-change/create-verification';
    expect(await member.refuse(begin, { mobile: other })).toBe('CONTACT_NOT_GRANTED');
    const mail = freshMail();
    expect(await member.refuse('/member/mail-change/create-verification', { mail })).toBe(
      'CONTACT_NOT_GRANTED',
    );
    // The ticket of another number, which was proven before.
    const stray = await inTransaction(database.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('mobile-change-new'),
        subject: other,
        deviceHash: deviceHashOf(member.client),
        minutes: 10,
      }),
    );
    expect(await member.refuse('/member/mobile-change/verify', { newTicket: stray })).toBe(
      'CONTACT_NOT_GRANTED',
    );
    const sent = await member.call(begin, { mobile: granted });
    await member.call('/member/mobile-change/verify', {
      newTicket: await ticket(member, sent.new.id, granted),
    });
    const { rows } = await sql`select 1 from member.contact_grant where member_id = ${member.id}`.execute(
      database.owner,
    );
    expect(rows).toEqual([]);
    // A proven address again: the next change asks a code to it.
    await database.setClock('25 hours');
    await member.client.signIn(member.account, PASSWORD);
    expect((await member.call(begin, { mobile: other })).old).toBeDefined();
  });

  it('add and remove nothing that signs in, until the number that was granted is verified', async () => {
    const member = await server.member({ isVerified: false });
    await loseContacts(server, member, freshMobile());
    const refusals = [
      await member.refuse('/member/security/authenticator-begin', {}),
      await member.refuse('/member/security/passkey-begin', {}),
      await member.refuse('/member/security/passkey-remove', { id: '1' }),
    ];
    expect(refusals).toEqual(['CONTACT_NOT_GRANTED', 'CONTACT_NOT_GRANTED', 'CONTACT_NOT_GRANTED']);
  });

  it('leave nobody in where the 72 hours are over', async () => {
    const [member, granted] = [await server.member({ isVerified: false }), freshMobile()];
    await loseContacts(server, member, granted);
    await database.setClock('73 hours');
    await member.client.signIn(member.account, PASSWORD);
    expect(await member.refuse('/member/mobile-change/create-verification', { mobile: granted })).toBe(
      'CONTACT_NOT_GRANTED',
    );
  });
});
