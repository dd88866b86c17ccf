import { toMemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { notify } from './notify.ts';

const server = await testServer();
const { database } = server;

/** As many messages, numbered from 1. */
async function fill(member: TestMember, count: number): Promise<void> {
  const memberId = toMemberId(member.id);
  const messages = Array.from({ length: count }, (_, n) => ({
    memberId,
    type: 'orderCancel',
    extra: { serialNo: `HF-${n + 1}` },
  }));
  await inTransaction(database.db, (tx) => notify(tx, messages));
}

describe('the inbox', () => {
  it('is read again from the newest message back, page by page, to the first', async () => {
    const [member, other] = [await server.member(), await server.member()];
    await fill(member, 120);
    await fill(other, 3);
    const seqs: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await member.call('/member/notification/list', {
        newestFirst: '1',
        ...(cursor !== undefined && { cursor }),
      });
      seqs.push(...page.items.map(({ seq }) => seq));
      sizes.push(page.items.length);
      cursor = page.next;
    }
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, n) => String(120 - n)));
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('neither repeats nor skips a message when another arrives between two pages', async () => {
    const member = await server.member();
    await fill(member, 60);
    const first = await member.call('/member/notification/list', { newestFirst: '1' });
    await fill(member, 1);
    const cursor = first.next ?? '';
    const { items } = await member.call('/member/notification/list', { newestFirst: '1', cursor });
    expect([first.items.at(-1)?.seq, items[0]?.seq, items.at(-1)?.seq]).toEqual(['11', '10', '1']);
  });

  it('catches up in the order of arrival', async () => {
    const member = await server.member();
    await fill(member, 3);
    const { items, next } = await member.call('/member/notification/list', { after: '1' });
    expect([items.map(({ seq }) => seq), next]).toEqual([['2', '3'], null]);
  });
});
