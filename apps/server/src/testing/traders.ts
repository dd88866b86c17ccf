import type { CallOutput } from '@holdfast/contract/calls';
import type { Coin } from '@holdfast/kernel';
import type { GivenInput } from '@holdfast/testkit/proof';
import type { TestMember } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Members who are ready to trade, for tests of what happens next. */

type Listing = CallOutput<'/listing/create'>['listing'];

export interface Terms {
  readonly coin?: Coin;
  readonly quantity?: string;
  readonly price?: string;
  readonly min?: string;
  readonly max?: string;
}

let cards = 0;

/** An approved bank card of a member, and its number. */
async function addCard(member: TestMember) {
  const accountNumber = String(90_000_000_000 + (cards += 1));
  const { card } = await member.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber,
    holderName: '林示範',
  });
  return { cardId: card.id, accountNumber };
}

/** A member who buys by bank transfer, and the listing that says so. */
export async function buyerWithListing(
  server: TestServer,
  { coin = 'TWD', quantity = '3000.00', price = '1.0000', min = '100.00', max = quantity }: Terms = {},
): Promise<{ buyer: TestMember; listing: Listing }> {
  const buyer = await server.member();
  const { listing } = await buyer.call('/listing/create', {
    side: 'buy',
    coin,
    quantity,
    price,
    minQuantity: min,
    maxQuantity: max,
    payWindowMinutes: '15',
    cardIds: [],
    payMethods: ['bank'],
  });
  return { buyer, listing };
}

/** A member with coin and a card, who can take a buy listing. */
export async function readySeller(server: TestServer, quantity = '3000.00', coin: Coin = 'TWD') {
  const seller = await server.member();
  await server.issueTo(seller, coin, quantity);
  return { seller, ...(await addCard(seller)) };
}

/** A seller with money, a card and a sell listing of all of it. */
export async function sellerWithListing(
  server: TestServer,
  { coin = 'TWD', quantity = '3000.00', price = '1.0000', min = '100.00', max = quantity }: Terms = {},
): Promise<{ seller: TestMember; listing: Listing; accountNumber: string }> {
  const seller = await server.member();
  await server.issueTo(seller, coin, quantity);
  const { cardId, accountNumber } = await addCard(seller);
  const { listing } = await seller.call('/listing/create', {
    coin,
    quantity,
    price,
    minQuantity: min,
    maxQuantity: max,
    payWindowMinutes: '15',
    cardIds: [cardId],
  });
  return { seller, listing, accountNumber };
}

/** An order on the whole of a fresh listing, waiting for its payment. */
export async function lockedOrder(server: TestServer, quantity = '3000.00') {
  const { seller, listing, accountNumber } = await sellerWithListing(server, { quantity });
  const buyer = await server.member();
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: String(listing.version),
    quantity,
  });
  return { seller, buyer, listing, order, accountNumber };
}

/** An order whose listing said something when it was locked. */
export async function orderWithRemark(server: TestServer, remark: string) {
  const { seller, listing: silent } = await sellerWithListing(server, { quantity: '500.00' });
  const { listing } = await seller.call('/listing/edit', {
    listingId: silent.id,
    version: String(silent.version),
    feeSeen: '10',
    remark,
  });
  const buyer = await server.member();
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: String(listing.version),
    quantity: '500.00',
  });
  return { seller, buyer, listing, order };
}

/** What a payer declares. The proof is added by whoever sends it. */
export const paidInput = (order: { orderId: string; version: number }): GivenInput<'/order/paid'> => ({
  orderId: order.orderId,
  version: String(order.version),
  payType: 'bank',
  paidBank: '013',
  lastFive: '20002',
  payer: '陳試用',
});

export async function balanceOf(member: TestMember, coin: Coin = 'TWD') {
  const { balances } = await member.call('/member/balanceinfo', {});
  return balances.find((balance) => balance.coin === coin);
}

/** Another listing of a seller who has one, as cheap. */
export async function anotherListing(server: TestServer, seller: TestMember, quantity: string) {
  await server.issueTo(seller, 'TWD', quantity);
  const { cards } = await seller.call('/bank/list/{account}', {});
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity,
    price: '1',
    minQuantity: '100.00',
    maxQuantity: quantity,
    payWindowMinutes: '15',
    cardIds: cards.map((card) => card.id),
  });
  return listing;
}
