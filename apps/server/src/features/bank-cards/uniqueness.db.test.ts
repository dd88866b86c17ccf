import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
let number = 30_000_000_000;
const fresh = () => ({ bankCode: '822', accountNumber: String((number += 1)), holderName: '林示範' });

describe('an account number', () => {
  it('that somebody else has added can be added: nobody is told, and its owner is not blocked', async () => {
    const [squatter, owner] = [await server.member(), await server.member()];
    const input = fresh();
    await squatter.call('/member/bankadd/{account}', input);
    const { card } = await owner.call('/member/bankadd/{account}', input);
    // Another member's approved card has it, so a reviewer decides; it looks like any card in review.
    expect(card.status).toBe('Review');
    expect((await owner.call('/bank/list/{account}', {})).cards).toHaveLength(1);
  });

  it('stands once among the cards of one member', async () => {
    const member = await server.member();
    const input = fresh();
    await member.call('/member/bankadd/{account}', input);
    const same = { ...input, accountNumber: `000${input.accountNumber}` };
    expect(await member.refuse('/member/bankadd/{account}', same)).toBe('BANK_CARD_DUPLICATE');
  });

  it('is claimed once, also by two who add it at the same moment', async () => {
    const members = await Promise.all([server.member(), server.member(), server.member()]);
    const input = fresh();
    const added = await Promise.all(members.map((member) => member.call('/member/bankadd/{account}', input)));
    expect(added.map(({ card }) => card.status).toSorted()).toEqual(['Approved', 'Review', 'Review']);
  });
});
