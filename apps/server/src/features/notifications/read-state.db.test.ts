import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { PASSWORD, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { carrierSource, notify } from './index.ts';

const server = await testServer();
const { db, owner } = server.database;

type Page = CallOutput<'/member/notification/list'>;
type Input = CallInput<'/member/notification/list'>;

async function tell(member: TestMember, ...types: string[]): Promise<void> {
  await inTransaction(db, (tx) =>
    notify(
      tx,
      types.map((type) => ({ memberId: member.id, type, extra: {} })),
    ),
  );
}
const list = (member: TestMember, input: Input = {}): Promise<Page> =>
  member.call('/member/notification/list', { newestFirst: '1', ...input });
const read = (member: TestMember, input: CallInput<'/member/notification/read'>) =>
  member.call('/member/notification/read', input);
const unreadSeqs = async (member: TestMember, input: Input = {}) =>
  (await list(member, { unread: '1', ...input })).items.map(({ seq }) => seq);

async function toSend({ id }: TestMember) {
  const bounds = { limit: 10, usefulMinutes: 60 };
  const { notices, lastSeq } = await carrierSource(db).messagesToSend(id, 0n, bounds);
  return { types: notices.map(({ type }) => type), lastSeq };
}

describe('what a member has read', () => {
  it('is nothing of what is new, until it is marked one by one or all at once', async () => {
    const member = await server.member();
    await tell(member, 'orderPaid', 'orderLock', 'listingExpired');
    expect(await list(member)).toMatchObject({ unread: 3, items: [{ isRead: false }, {}, {}] });
    await read(member, { seqs: ['2'] });
    expect(await unreadSeqs(member)).toEqual(['3', '1']);
    expect((await list(member)).items.map(({ isRead }) => isRead)).toEqual([false, true, false]);
    await read(member, { upTo: '3' });
    expect(await list(member)).toMatchObject({ unread: 0 });
    const { rows } = await sql`select from inbox.read where member_id = ${member.id}`.execute(owner);
    expect(rows).toEqual([]);
  });

  it('never is what has not come yet, nor another member’s', async () => {
    const [member, other] = [await server.member(), await server.member()];
    await tell(member, 'orderPaid');
    await tell(other, 'orderPaid');
    await read(member, { upTo: '999', seqs: ['50'] });
    await tell(member, 'orderLock');
    expect(await unreadSeqs(member)).toEqual(['2']);
    expect(await unreadSeqs(other)).toEqual(['1']);
  });

  it('does not come back by an older answer', async () => {
    const member = await server.member();
    await tell(member, 'orderPaid', 'orderLock');
    await read(member, { upTo: '2' });
    await read(member, { upTo: '1' });
    expect(await unreadSeqs(member)).toEqual([]);
  });

  it('is not counted of what the install has caused itself, and is of another one', async () => {
    const member = await server.member();
    const client = await server.visitor();
    await client.signIn(member.account, PASSWORD, 'a'.repeat(32));
    const input = { newestFirst: '1' };
    const { data } = await client.send<Page>('/member/notification/list', input, {});
    const own = data.items.filter(({ type }) => type === 'userNormalLogin');
    expect(own.map(({ isRead }) => isRead)).toEqual([true]);
  });

  it('is a safety notice that was shown', async () => {
    const member = await server.member();
    await tell(member, 'phraseChanged', 'orderPaid');
    await member.call('/member/notification/seen', { seq: '2' });
    expect(await unreadSeqs(member)).toEqual(['2']);
  });

  it('is counted of the newest 200 alone, over pages', async () => {
    const member = await server.member();
    await tell(member, ...Array.from({ length: 260 }, () => 'orderPaid'));
    expect((await list(member)).unread).toBe(200);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(member, { unread: '1', ...(cursor !== undefined && { cursor }) });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => String(260 - n)));
  });
});

describe('a group of messages', () => {
  const types = ['orderPaid', 'orderMessage', 'phraseChanged', 'listingExpired', 'userBankCardReview'];

  it('is listed alone', async () => {
    const member = await server.member();
    await tell(member, ...types, 'userWithdrawSuccess', 'somethingNew');
    for (const [group, seqs] of [
      ['orders', ['1']],
      ['messages', ['2']],
      ['account', ['3']],
      ['listings', ['4']],
      ['reviews', ['5']],
      ['wallet', ['6']],
      ['news', ['7']],
    ] as const)
      expect(
        (await list(member, { group })).items.map(({ seq }) => seq),
        group,
      ).toEqual(seqs);
  });

  it('is found behind any number of others, in pages that each look at a bounded number', async () => {
    const member = await server.member();
    await tell(member, 'orderMessage', ...Array.from({ length: 1200 }, () => 'orderPaid'));
    const pages: number[] = [];
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(member, { group: 'messages', ...(cursor !== undefined && { cursor }) });
      pages.push(page.items.length);
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.next;
    }
    expect([seen, pages]).toEqual([['1'], [0, 0, 1]]);
  });

  it('that is muted is neither sent by a carrier nor shown, and stands in the inbox all the same', async () => {
    const member = await server.member();
    await member.call('/member/notification/preferences/set', { muted: ['messages'] });
    expect(await member.call('/member/notification/preferences', {})).toEqual({ muted: ['messages'] });
    await tell(member, 'orderMessage', 'orderPaid');
    const { items, unread } = await member.call('/member/notification/list', { after: '0' });
    expect([items.map(({ isMuted }) => isMuted), unread]).toEqual([[true, false], 2]);
    expect(await toSend(member)).toEqual({ types: ['orderPaid'], lastSeq: 2n });
  });

  it('that is muted pushes nothing out of what a carrier sends, however much of it there is', async () => {
    const member = await server.member();
    await member.call('/member/notification/preferences/set', { muted: ['messages'] });
    await tell(member, 'orderPaid', ...Array.from({ length: 30 }, () => 'orderMessage'));
    expect(await toSend(member)).toEqual({ types: ['orderPaid'], lastSeq: 31n });
  });

  it('never pushes out what concerns the safety of the account, which may be all that an address is told', async () => {
    const member = await server.member();
    const orders = (length: number) => Array.from({ length }, () => 'orderPaid');
    await tell(member, 'userForcedLogout', ...orders(300), 'passwordChanged', ...orders(20));
    const { types, lastSeq } = await toSend(member);
    expect(types).toEqual(['userForcedLogout', 'passwordChanged', ...orders(10)]);
    expect(lastSeq).toBe(322n);
  });

  it.each(['orders', 'account'])('%s cannot be muted', async (group) => {
    const member = await server.member();
    const answer = await member.send('/member/notification/preferences/set', { muted: [group] as never }, {});
    expect(answer.outcome).toBe('PARAMETERS_INVALID');
    const muting = sql`insert into inbox.reader (member_id, muted) values (9, ${[group]}::text[])`.execute(
      owner,
    );
    await expect(muting).rejects.toThrow(/reader_muted_check/);
  });
});
