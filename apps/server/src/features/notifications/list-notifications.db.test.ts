import type { CallInput } from '@holdfast/contract/calls';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { notify } from './notify.ts';

const server = await testServer();

async function fill(member: TestMember, count: number): Promise<void> {
  const messages = Array.from({ length: count }, () => ({
    memberId: member.id,
    type: 'phraseChanged',
    extra: {},
  }));
  await inTransaction(server.database.db, (tx) => notify(tx, messages));
}

/** The sequences of all pages, in the order in which they came. */
async function readAll(member: TestMember, input: CallInput<'/member/notification/list'>): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await member.call('/member/notification/list', {
      ...input,
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(50);
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.next;
  }
  return seen;
}

it('lists what came after the last message that the device has, page by page and without a gap', async () => {
  const member = await server.member();
  await fill(member, 120);
  const expected = Array.from({ length: 113 }, (_, n) => String(n + 8));
  expect(await readAll(member, { after: '7' })).toEqual(expected);
});

it.each([undefined, '7'])(
  'catches up with the newest 200 where more came after %s, in four pages',
  async (after) => {
    const member = await server.member();
    await fill(member, 320);
    const expected = Array.from({ length: 200 }, (_, n) => String(n + 121));
    expect(await readAll(member, after === undefined ? {} : { after })).toEqual(expected);
    expect(await readAll(member, { after: '310' })).toHaveLength(10);
  },
);

it('lists all messages again, newest first, and nobody else’s', async () => {
  const [member, other] = [await server.member(), await server.member()];
  await fill(member, 120);
  await fill(other, 3);
  const expected = Array.from({ length: 120 }, (_, n) => String(120 - n));
  expect(await readAll(member, { newestFirst: '1' })).toEqual(expected);
});

it('neither repeats nor skips a message that is read again when another arrives between two pages', async () => {
  const member = await server.member();
  await fill(member, 60);
  const first = await member.call('/member/notification/list', { newestFirst: '1' });
  await fill(member, 1);
  const { items } = await member.call('/member/notification/list', {
    newestFirst: '1',
    cursor: first.next ?? '',
  });
  expect([first.items.at(-1)?.seq, items[0]?.seq, items.at(-1)?.seq]).toEqual(['11', '10', '1']);
});
