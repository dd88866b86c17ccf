import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '#testing/personal.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
let number = 70_000_000_000;
const card = (change: object = {}) => ({
  bankCode: '822',
  accountNumber: String((number += 1)),
  holderName: '林示範',
  ...change,
});

it('binds a card, shows it masked, and keeps the number sealed', async () => {
  const member = await server.member();
  const input = card({ accountNumber: '7123 4567-8901' });
  const added = await member.call('/member/bankadd/{account}', input);
  expect(added.card).toMatchObject({ bankCode: '822', holderName: '林示範', status: 'Approved' });
  expect(added.card.accountMasked).toMatch(/8901$/);
  expect(added.card.accountMasked).not.toContain('712345');
  expect(await member.call('/bank/list/{account}', {})).toEqual({
    cards: [{ ...added.card, refusal: null, coolingUntil: null }],
    approval: 'at-once',
    newCoolsUntil: null,
  });
  const { rows } = await sql<{ text: string }>`select c::text as text from bank.card c`.execute(
    server.database.owner,
  );
  expect(JSON.stringify(rows)).not.toContain('712345678901');
});

it.each([
  ['a bank that does not exist', { bankCode: '999' }, ['bank']],
  ['letters in the number', { accountNumber: '12345ABCDE12' }, ['accountDigits']],
  ['a holder in look-alike letters', { holderName: 'Ｌｉｎ' }, ['holder']],
])('names what is wrong with %s', async (_, change, clauses) => {
  const member = await server.member();
  expect(await member.send('/member/bankadd/{account}', card(change))).toMatchObject({
    outcome: 'BANK_CARD_INVALID',
    data: { clauses },
  });
});

it('refuses the sixth card, also when several come at once', async () => {
  const member = await server.member();
  for (let count = 1; count <= 3; count += 1) await member.call('/member/bankadd/{account}', card());
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => member.send('/member/bankadd/{account}', card())),
  );
  const outcomes = replies.map((reply) => reply.outcome).toSorted();
  expect(outcomes).toEqual(['BANK_CARD_LIMIT', 'BANK_CARD_LIMIT', 'SUCCESS', 'SUCCESS']);
});

it('wants the holder to be the member whose real name is verified', async () => {
  const member = await server.member();
  await verify(server.database.owner, member.id, '王樣本');
  expect(await member.send('/member/bankadd/{account}', card())).toMatchObject({
    outcome: 'BANK_CARD_INVALID',
    data: { clauses: ['holder-not-you'] },
  });
  await member.call('/member/bankadd/{account}', card({ holderName: '王樣本' }));
  const info = await member.call('/member/info/{account}', {});
  expect(info).toMatchObject({ realName: '王○本', bankCardStatus: 'Approved' });
});

it('needs the transaction secret', async () => {
  const member = await server.member();
  expect(await member.refuse('/member/bankadd/{account}', card(), { secret: '999999' })).toBe(
    'TRANSACTION_SECRET_WRONG',
  );
  expect(await member.refuse('/member/bankadd/{account}', card(), { secret: '' })).toBe('PARAMETERS_INVALID');
});
