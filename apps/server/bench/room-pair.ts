import { randomBytes } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import type { Books } from '@holdfast/testkit/setup';
import { BenchMember } from './trade-member.ts';

/** Two members with an order that is paid, and so has a proof in its thread. */
export interface Pair {
  readonly seller: BenchMember;
  readonly buyer: BenchMember;
  readonly orderId: string;
  /** The number of the line that shows the proof. */
  readonly fileLine: string;
}

export async function makePair(url: string, books: Books): Promise<Pair> {
  const seller = await BenchMember.register(url, books);
  const buyer = await BenchMember.register(url, books);
  await books.issueTo(seller.account, 'TWD', '1000.00');
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: `99${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0').slice(-12)}`,
    holderName: '林示範',
  });
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: '1000.00',
    price: '1',
    minQuantity: '100.00',
    maxQuantity: '1000.00',
    payWindowMinutes: '15',
    cardIds: [card.id],
  });
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: '1',
    quantity: '1000.00',
  });
  const { orderId } = order;
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await buyer.call('/order/paid', { orderId, version: String(order.version), ...declaration });
  const { items } = await buyer.call('/order/thread', { orderId });
  const proof = defined(
    items.find(({ kind }) => kind === 'proof'),
    'a payment shows its proof',
  );
  return { seller, buyer, orderId, fileLine: String(proof.number) };
}
