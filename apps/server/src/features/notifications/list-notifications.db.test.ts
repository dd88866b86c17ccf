import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { testServer } from '#testing/test-server.ts';
import { notify } from './notify.ts';

const server = await testServer();

it('lists what came after the last message that the device has, page by page and without a gap', async () => {
  const member = await server.member();
  const messages = Array.from({ length: 120 }, () => ({
    memberId: member.id,
    type: 'phraseChanged',
    extra: {},
  }));
  await inTransaction(server.database.db, (tx) => notify(tx, messages));
  const after = '7';
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await member.call('/member/notification/list', {
      after,
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(50);
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 113 }, (_, n) => String(n + 8)));
});
