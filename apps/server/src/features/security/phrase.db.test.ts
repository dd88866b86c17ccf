import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givePersonal } from '#testing/personal.ts';
import { postedTo } from '#testing/posted.ts';
import { type TestMember } from '#testing/test-client.ts';
import { loseContacts } from '#testing/lost-contacts.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
const PHRASE = 'Canary 阿嬤的綠豆湯';

const setPhrase = (member: TestMember, phrase: string | undefined) =>
  member.call('/member/security/phrase-set', { phrase });
const shown = async (member: TestMember) => (await member.call('/member/security/phrase', {})).phrase;

/** A member with a mail address, and what arrives there, the newest first. */
async function reader() {
  const member = await server.member({ isVerified: false });
  const mail = `${member.account}@mail.example`;
  await givePersonal(database.owner, member.id, { mail });
  const texts = async () => (await postedTo(parts, mail)).map(({ text }) => text);
  return { member, mail, texts };
}

/** Asks for a code as anybody may who knows the account. */
async function askCode({ account }: TestMember, purpose = 'forgotten') {
  const visitor = await server.visitor({ address: '203.0.113.90' });
  await visitor.send('/utils/otp/mobile/send', { purpose, account, channel: 'mail' });
}

describe('the phrase of a member', () => {
  it('is in every mail to the proven address from the moment it is set, including the mail that announces it', async () => {
    const { member, texts } = await reader();
    expect(await shown(member)).toBeNull();
    await askCode(member, 'transpass');
    await setPhrase(member, PHRASE);
    await database.setClock('2 minutes');
    await askCode(member);
    await database.setClock('0');
    const marked = (await texts()).map((text) =>
      text.split('\n').some((line) => line.endsWith(`: ${PHRASE}`)),
    );
    expect(marked.filter(Boolean)).toHaveLength(2);
    expect(marked).toHaveLength(3);
    expect(await shown(member)).toBe(PHRASE);
  });

  it('can be changed and removed', async () => {
    const { member, texts } = await reader();
    await setPhrase(member, PHRASE);
    await setPhrase(member, '小熊維尼');
    expect(await shown(member)).toBe('小熊維尼');
    await setPhrase(member, undefined);
    expect(await shown(member)).toBeNull();
    expect((await texts()).filter((text) => text.includes('phrase: ')).length).toBe(2);
    const { items } = await member.call('/member/notification/list', {});
    expect(items.filter(({ type }) => type === 'phraseChanged')).toHaveLength(3);
  });

  it('is set with the transaction secret and within its rule only', async () => {
    const member = await server.member({ isVerified: false });
    const path = '/member/security/phrase-set';
    expect(await member.refuse(path, { phrase: PHRASE }, { secret: '135790' })).toBe(
      'TRANSACTION_SECRET_WRONG',
    );
    for (const phrase of ['abc', 'evil.example', 'blue\u202Ewhale'])
      expect((await member.send(path, { phrase })).data).toEqual({ fields: ['phrase'] });
    expect(await shown(member)).toBeNull();
  });

  it('goes to no other address: not to a new one, not to one declared lost, not to a mobile', async () => {
    const { member, mail } = await reader();
    await setPhrase(member, PHRASE);
    const told = (await postedTo(parts, mail)).length;
    const next = `next${member.account}@mail.example`;
    await member.call('/member/mail-change/create-verification', { mail: next });
    expect((await postedTo(parts, next)).map(({ text }) => text.includes(PHRASE))).toEqual([false]);
    expect((await postedTo(parts, mail)).map(({ text }) => text.includes(PHRASE))).toEqual([true, true]);
    await loseContacts(server, member, freshMobile());
    await askCode(member);
    const begun = await server.visitor({ address: '203.0.113.91' });
    await begun.send('/member/flow/force-reset-password/create-cerification', {
      account: member.account,
      channel: 'mail',
    });
    await setPhrase(member, '小熊維尼');
    const texts = (await postedTo(parts, mail)).map(({ text }) => text);
    expect(texts).toHaveLength(told + 2); // the second one says that it is declared lost
    expect(texts.filter((text) => text.includes('請重新驗證'))).toEqual([
      expect.not.stringContaining(PHRASE),
    ]);
  });

  it('opens only for the member that it was sealed for', async () => {
    const [mine, theirs] = [await server.member({ isVerified: false }), await server.member()];
    await setPhrase(mine, PHRASE);
    await sql`update member.member t set phrase_sealed = m.phrase_sealed from member.member m
              where t.id = ${theirs.id} and m.id = ${mine.id}`.execute(database.owner);
    expect(await shown(mine)).toBe(PHRASE);
    expect((await theirs.send('/member/security/phrase', {})).outcome).toBe('FAULT');
  });

  it('is in no row and no log line in plain text', async () => {
    const { member } = await reader();
    await setPhrase(member, PHRASE);
    const { rows } = await sql<{ line: string }>`
      select m::text as line from member.member m union all select encode(sealed, 'escape') from platform.message
      union all select encode(answer, 'escape') from platform.command union all select i::text from inbox.message i
      union all select a::text from platform.audit a`.execute(database.owner);
    const everything = [...rows.map(({ line }) => line), ...server.logLines].join('\n');
    expect(everything).toContain('phrase-changed');
    expect(everything).not.toContain('Canary');
  });
});
