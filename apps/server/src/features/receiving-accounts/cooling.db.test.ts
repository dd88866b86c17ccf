import { registry, type Call, type CallPath } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { expireListings } from '#features/listings/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { addPayAccount, payAccountInput } from '#testing/pay-codes.ts';
import { PASSWORD, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

/** Whatever begins to name an account to be paid on refuses one of a cool-down: every command of the contract that can is here. */

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));

const PLACES = ['card', 'pay account'] as const;
type Place = (typeof PLACES)[number];

let number = 70_000_000_000;
const newCard = () => ({ bankCode: '822', accountNumber: String((number += 1)), holderName: '林示範' });

/** Adds one, or puts another account into the place of one. */
async function addPlace(member: TestMember, place: Place, replaced?: string): Promise<string> {
  if (place === 'pay account') {
    if (replaced === undefined) return (await addPayAccount(server, member)).id;
    const input = await payAccountInput(server, member, { payAccountId: replaced });
    await member.call('/member/third-party-payment/upload-resource-id-binding', input);
    return replaced;
  }
  if (replaced === undefined) return (await member.call('/member/bankadd/{account}', newCard())).card.id;
  await member.call('/member/bankmod/{account}', { ...newCard(), cardId: replaced });
  return replaced;
}

const terms = {
  coin: 'TWD',
  quantity: '300.00',
  price: '1.0000',
  minQuantity: '100.00',
  maxQuantity: '300.00',
  payWindowMinutes: '15',
  ttlHours: '72',
} as const;
const paidOn = (place: Place, id: string) =>
  place === 'card' ? { cardIds: [id] } : { cardIds: [], payAccountIds: [id] };

async function seller(): Promise<TestMember> {
  const member = await server.member();
  await server.issueTo(member, 'TWD', '300.00');
  return member;
}

const cool = (member: TestMember) =>
  inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause: 'device' }));

/** A member whose only place was added during a cool-down, and the command that begins to name it. */
type Begun = { readonly member: TestMember; readonly name: () => Promise<string> };

async function publishing(place: Place): Promise<Begun> {
  const member = await seller();
  await cool(member);
  const id = await addPlace(member, place);
  const input = { ...terms, ...paidOn(place, id) };
  return { member, name: async () => (await member.send('/listing/create', input)).outcome };
}

async function locking(place: Place): Promise<Begun> {
  const buyer = await server.member();
  const { listing } = await buyer.call('/listing/create', {
    ...terms,
    side: 'buy',
    cardIds: [],
    payMethods: ['bank', 'jkopay'],
  });
  const member = await seller();
  await cool(member);
  const id = await addPlace(member, place);
  const named = place === 'card' ? { cardId: id } : { payAccountId: id };
  const input = { listingId: listing.id, version: '1', quantity: '300.00', ...named };
  return { member, name: async () => (await member.send('/order/lock', input)).outcome };
}

/** The listing is older than the cool-down, and so was its place: it is another account since. */
async function renewing(place: Place): Promise<Begun> {
  const member = await seller();
  const id = await addPlace(member, place);
  const { listing } = await member.call('/listing/create', { ...terms, ...paidOn(place, id) });
  await sql`
    update orders.listing
    set listed_at = platform.app_now() - interval '2 hours', expires_at = platform.app_now() - interval '1 second'
    where id = ${listing.id}`.execute(database.owner);
  await expireListings(database.db);
  await cool(member);
  await addPlace(member, place, id);
  const { items } = await member.call('/listing/mine', { scope: 'ended' });
  const input = { listingId: listing.id, version: String(items[0]?.version) };
  return { member, name: async () => (await member.send('/listing/renew', input)).outcome };
}

/** Every command of a member that says an account to be paid on, or a listing that names some: what begins to name one, or why it does not. */
const COMMANDS: Readonly<Partial<Record<CallPath, ((place: Place) => Promise<Begun>) | string>>> = {
  '/listing/create': publishing,
  '/order/lock': locking,
  '/listing/renew': renewing,
  '/member/bankmod/{account}': 'changes it, which nothing may name meanwhile',
  '/member/third-party-payment/upload-resource-id-binding': 'changes it, which nothing may name meanwhile',
  '/member/bankdel/{account}': 'removes it',
  '/member/third-party-payment/delete': 'removes it',
  '/member/delelecp/{account}': 'removes it',
  '/listing/close': 'ends the listing',
  '/listing/pause': 'the listing goes on naming what it names, which cannot be changed',
  '/listing/resume': 'the listing goes on naming what it names, which cannot be changed',
  '/listing/edit': 'says whom the listing is for, and no account',
  '/listing/link/renew': 'says how the listing is found',
  '/listing/link/password': 'says how the listing is found',
};

describe('an account that was added during a cool-down', () => {
  it('is known to this test by every command that can name one', () => {
    const naming = (Object.entries(registry) as [CallPath, Call][]).filter(([, { kind, who, schemas }]) => {
      const isMembers = who.some((one) => one === 'member' || one === 'self' || one === 'own');
      const fields = schemas && 'shape' in schemas.input ? Object.keys(Object(schemas.input.shape)) : [];
      return kind === 'write' && isMembers && fields.some((name) => /card|payAccount|listingId/i.test(name));
    });
    expect(Object.keys(COMMANDS).toSorted()).toEqual(naming.map(([path]) => path).toSorted());
  });

  const begins = Object.entries(COMMANDS).flatMap(([path, begin]) =>
    typeof begin === 'string' ? [] : PLACES.map((place) => [path, place, begin] as const),
  );
  it.each(begins)('cannot be named by %s before the cool-down ends: a %s', async (_, place, begin) => {
    const { member, name } = await begin(place);
    expect(await name()).toBe(place === 'card' ? 'BANK_CARD_COOLING' : 'PAY_ACCOUNT_COOLING');
    await database.setClock('24 hours 1 minute');
    await member.client.signIn(member.account, PASSWORD, '1'.repeat(32));
    expect(await name()).toBe('SUCCESS');
  });
});
