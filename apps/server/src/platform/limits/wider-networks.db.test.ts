import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();

it('counts a call in the /48 around each /64, so that many small networks of one customer are one', async () => {
  const outcomes: string[] = [];
  for (let n = 0; n < 45; n += 1) {
    const client = await server.visitor({ address: `2001:db8:77:${(n * 256).toString(16)}::1` });
    const path = '/member/forget-password/set-password/{account}';
    const input = { ticket: 'a'.repeat(43), newPassword: 'Amber9reef' };
    outcomes.push((await client.send(path, input, { account: 'nobody1' })).outcome);
  }
  expect(outcomes.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 'TICKET_INVALID'));
  expect(outcomes.at(-1)).toBe('RATE_LIMITED');
});
