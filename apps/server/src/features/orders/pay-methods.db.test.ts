import type { CallOutput } from '@holdfast/contract/calls';
import { readPayCode } from '@holdfast/contract/rules';
import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startCoolDown } from '#features/security/index.ts';
import { payAccounts, type PayAccount } from '#features/third-party-payment/account.store.ts';
import { inTransaction } from '#platform/db/db.ts';
import { addPayAccount, freshCode, payAccountInput } from '#testing/pay-codes.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { paidInput } from '#testing/traders.ts';

/** Listings and orders that are paid on accounts at pay apps, from the naming of an account to the end of an order. */

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));

const BIND = '/member/third-party-payment/upload-resource-id-binding';
const REMOVE = '/member/third-party-payment/delete';
const terms = {
  coin: 'TWD',
  quantity: '300.00',
  price: '1.0000',
  minQuantity: '100.00',
  maxQuantity: '300.00',
  payWindowMinutes: '15',
} as const;
type Named = Partial<Record<'cardIds' | 'payAccountIds', string[]>>;

let number = 80_000_000_000;
const addCard = async (member: TestMember) => {
  const input = { bankCode: '822', accountNumber: String((number += 1)), holderName: '林示範' };
  return (await member.call('/member/bankadd/{account}', input)).card.id;
};
async function seller(): Promise<TestMember> {
  const member = await server.member();
  await server.issueTo(member, 'TWD', '900.00');
  return member;
}
const create = ({ cardIds = [], payAccountIds = [] }: Named) => ({ ...terms, cardIds, payAccountIds });
const publish = (member: TestMember, named: Named) => member.send('/listing/create', create(named));

/** A listing that is paid on a fresh pay account, and on a card where one is asked for. */
async function offered({ withCard = false } = {}) {
  const member = await seller();
  const account = await addPayAccount(server, member);
  const cardIds = withCard ? [await addCard(member)] : [];
  const { listing } = await member.call('/listing/create', create({ cardIds, payAccountIds: [account.id] }));
  return { seller: member, account, listing };
}
type Offered = Awaited<ReturnType<typeof offered>>;

const lockInput = ({ id }: { id: string }, quantity = '300.00') => ({
  listingId: id,
  version: '1',
  quantity,
});
const paidBy = (order: { orderId: string; version: number }, paidQRType: 'jkopay' | 'linepay') => {
  const { paidBank: _, ...declared } = paidInput(order);
  return { ...declared, payType: 'qr', paidQRType } as const;
};
const cancelInput = ({ orderId, version }: { orderId: string; version: number }) =>
  ({ orderId, version: String(version), notPaid: '1', reason: 'other' }) as const;

/** What a review does to an account, without its ceremony. */
const change = (member: TestMember, how: Partial<PayAccount>) =>
  inTransaction(database.db, async (tx) => {
    const [found] = await payAccounts.list(tx, toMemberId(member.id));
    const account = defined(found, 'an account');
    return payAccounts.change(tx, account, { ...account, refusal: null, ...how });
  });
const refuse = (member: TestMember) => change(member, { status: 'NotApproved', refusal: 'account-wrong' });

describe('a listing', () => {
  it('is paid on pay accounts, on cards, or on both, and says by which methods', async () => {
    const member = await seller();
    const [card, { id }] = [await addCard(member), await addPayAccount(server, member)];
    for (const [named, payMethods] of [
      [{ cardIds: [card], payAccountIds: [] }, ['bank']],
      [{ cardIds: [], payAccountIds: [id] }, ['jkopay']],
      [{ cardIds: [card], payAccountIds: [id] }, ['bank', 'jkopay']],
    ] as const) {
      const { listing } = await member.call('/listing/create', {
        ...terms,
        cardIds: [...named.cardIds],
        payAccountIds: [...named.payAccountIds, ...named.payAccountIds], // named twice is named once
      });
      expect(listing).toMatchObject({ ...named, payMethods });
    }
  });

  it('is refused where it names no place at all, or the account of somebody else', async () => {
    const [member, other] = [await seller(), await offered()];
    expect(await publish(member, {})).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['cardIds'] },
    });
    const named = { payAccountIds: [other.account.id] };
    expect((await publish(member, named)).outcome).toBe('PAY_ACCOUNT_NOT_FOUND');
  });

  it('cannot name an account that waits for its review, was refused, or was removed', async () => {
    const { account } = await offered();
    const member = await seller();
    // The account of another member waits for a reviewer.
    const { id, status } = await addPayAccount(server, member, { codeContent: account.codeContent });
    expect(status).toBe('Review');
    const named = { payAccountIds: [id] };
    expect((await publish(member, named)).outcome).toBe('PAY_ACCOUNT_NOT_APPROVED');
    await refuse(member);
    expect((await publish(member, named)).outcome).toBe('PAY_ACCOUNT_NOT_APPROVED');
    await member.call(REMOVE, { payAccountId: id });
    expect((await publish(member, named)).outcome).toBe('PAY_ACCOUNT_NOT_FOUND');
  });

  it.each([false, true])(
    'cannot name an account that was added during a cool-down before that ends, beside a card or not: %s',
    async (withCard) => {
      const member = await seller();
      const cardIds = withCard ? [await addCard(member)] : [];
      const older = await addPayAccount(server, member);
      await inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause: 'device' }));
      const added = await addPayAccount(server, member);
      const { newCoolsUntil: until } = await member.call('/member/third-party-payment/list', {});
      expect(await publish(member, { cardIds, payAccountIds: [older.id, added.id] })).toMatchObject({
        outcome: 'PAY_ACCOUNT_COOLING',
        data: { until },
      });
      expect((await publish(member, { cardIds, payAccountIds: [older.id] })).outcome).toBe('SUCCESS');
      await database.setClock('24 hours 1 minute');
      await member.client.signIn(member.account, 'Kelp7tide', '1'.repeat(32));
      expect((await publish(member, { cardIds, payAccountIds: [added.id] })).outcome).toBe('SUCCESS');
    },
  );
});

describe('a lock', () => {
  it('takes the method that is chosen, and the order is paid on that place alone', async () => {
    const { seller: owner, account, listing } = await offered({ withCard: true });
    const [first, second] = [await server.member(), await server.member()];
    const lock = lockInput(listing);
    const { order } = await first.call('/order/lock', { ...lock, payMethod: 'jkopay' });
    const target = defined(readPayCode(account.codeContent), 'the code of a person');
    expect(order).toMatchObject({
      payMethod: 'jkopay',
      payTo: {
        holderName: '林示範',
        bank: null,
        payAccount: { app: 'jkopay', code: target.code, place: target.place, account: target.account },
      },
    });
    const { order: toPayee } = await owner.call('/order/detail', { orderId: order.orderId });
    expect([toPayee.payMethod, toPayee.payTo]).toEqual(['jkopay', null]);
    await first.call('/order/cancel', cancelInput(order));
    const byBank = await second.call('/order/lock', { ...lock, payMethod: 'bank' });
    expect(byBank.order).toMatchObject({ payMethod: 'bank', payTo: { payAccount: null } });
  });

  it('without a method takes the first that can be paid by', async () => {
    const [both, accountOnly] = [await offered({ withCard: true }), await offered()];
    const lock = async ({ listing }: Offered) =>
      (await (await server.member()).call('/order/lock', lockInput(listing))).order.payMethod;
    expect([await lock(both), await lock(accountOnly)]).toEqual(['bank', 'jkopay']);
  });

  it('by a method that nobody can be paid by is refused, and says which ones are left', async () => {
    const { seller: owner, listing } = await offered({ withCard: true });
    const buyer = await server.member();
    const lock = { ...lockInput(listing), payMethod: 'linepay' } as const;
    expect(await buyer.send('/order/lock', lock)).toMatchObject({
      outcome: 'PAY_METHOD_NOT_OFFERED',
      data: { payMethods: ['bank', 'jkopay'] },
    });
    await refuse(owner);
    expect(await buyer.send('/order/lock', { ...lock, payMethod: 'jkopay' })).toMatchObject({
      outcome: 'PAY_METHOD_NOT_OFFERED',
      data: { payMethods: ['bank'] },
    });
    const only = await offered();
    await refuse(only.seller);
    expect(await buyer.refuse('/order/lock', lockInput(only.listing))).toBe('LISTING_NOT_PAYABLE');
  });

  it('keeps the version of the account: a later one is shown in a later order only', async () => {
    const { seller: owner, listing } = await offered();
    const [first, second] = [await server.member(), await server.member()];
    const { order } = await first.call('/order/lock', lockInput(listing));
    await change(owner, { holderName: '林新名' });
    const seen = await first.call('/order/detail', { orderId: order.orderId });
    expect(seen.order.payTo).toEqual(order.payTo);
    await first.call('/order/cancel', cancelInput(order));
    const later = await second.call('/order/lock', lockInput(listing));
    expect(later.order.payTo).toEqual({ ...order.payTo, holderName: '林新名' });
  });

  it('of many at once gives each the method that they have chosen', async () => {
    const { listing } = await offered({ withCard: true });
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(database.owner);
    const methods = ['bank', 'jkopay', 'bank'] as const;
    const orders = await Promise.all(
      methods.map(async (payMethod) => {
        const buyer = await server.member();
        return (await buyer.call('/order/lock', { ...lockInput(listing, '100.00'), payMethod })).order;
      }),
    );
    expect(orders.map(({ payMethod, payTo }) => [payMethod, payTo?.payAccount?.app ?? 'bank'])).toEqual(
      methods.map((method) => [method, method]),
    );
  });
});

describe('an order that is paid on a pay account', () => {
  it('is declared as paid by that app, by no other one and by no bank, and is released', async () => {
    const { seller: owner, listing } = await offered({ withCard: true });
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', { ...lockInput(listing), payMethod: 'jkopay' });
    for (const declared of [paidInput(order), paidBy(order, 'linepay')])
      expect(await buyer.send('/order/paid', declared)).toMatchObject({
        outcome: 'PAY_METHOD_NOT_OFFERED',
        data: { payMethods: ['jkopay'] },
      });
    const paid = await buyer.call('/order/paid', paidBy(order, 'jkopay'));
    expect(paid.order).toMatchObject({ state: 'PAID', paid: { payType: 'qr', paidQRType: 'jkopay' } });
    expect(paid.order.payTo?.payAccount).not.toBeNull();
    const released = await owner.call('/order/release', { orderId: order.orderId, version: '2' });
    expect(released.order.state).toBe('FINISHED');
    const ended = await buyer.call('/order/detail', { orderId: order.orderId });
    expect([ended.order.payMethod, ended.order.payTo]).toEqual(['jkopay', paid.order.payTo]);
  });

  it('shows the account to its payer alone, also right after its end, and each look is audited', async () => {
    const { seller: owner, listing } = await offered();
    const [buyer, stranger] = [await server.member(), await server.member()];
    const { order } = await buyer.call('/order/lock', lockInput(listing));
    const looks = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from platform.audit
        where action = 'payment-details-viewed' and subject = ${`order:${order.orderId}`}`.execute(
        database.owner,
      );
      return rows[0]?.n;
    };
    const before = defined(await looks(), 'a count');
    await buyer.call('/order/detail', { orderId: order.orderId });
    await owner.call('/order/detail', { orderId: order.orderId });
    expect(await looks()).toBe(before + 1);
    expect(await stranger.refuse('/order/detail', { orderId: order.orderId })).toBe('ORDER_NOT_FOUND');
    const { order: cancelled } = await buyer.call('/order/cancel', cancelInput(order));
    expect(cancelled.payTo).toEqual(order.payTo);
    expect(await looks()).toBe(before + 2);
    expect((await owner.call('/order/detail', { orderId: order.orderId })).order.payTo).toBeNull();
  });

  it('comes out of its events again, as does one that is paid by bank', async () => {
    for (const payMethod of ['bank', 'jkopay'] as const) {
      const { listing } = await offered({ withCard: true });
      await (await server.member()).call('/order/lock', { ...lockInput(listing), payMethod });
    }
    expect(await replayFaults(database.owner)).toEqual([]);
    const { rows } = await sql<{ paidOn: unknown }>`
      select jsonb_build_array(detail #> '{terms,payMethod}', detail #> '{terms,cardVersionId}',
        detail #>> '{terms,payAccountVersionId}' = (select pay_account_id::text from orders.orders o where o.id = order_id)) as "paidOn"
      from orders.event where event = 'lock' order by order_id desc limit 1`.execute(database.owner);
    expect(rows[0]?.paidOn).toEqual(['jkopay', null, true]);
  });
});

describe('a pay account that is in use', () => {
  const usesIn = ({ data }: { data: unknown }) =>
    (data as CallOutput<'/member/third-party-payment/check-payment-in-progress'>).uses;

  it('is neither changed nor removed, and the refusal names the listing and the order', async () => {
    const { seller: owner, account, listing } = await offered();
    const named = { payAccountId: account.id };
    const ofListing = { kind: 'listing', id: listing.id, title: '300.00 TWD' };
    const removal = await owner.send(REMOVE, named);
    expect([removal.outcome, usesIn(removal)]).toEqual(['PAY_ACCOUNT_IN_USE', [ofListing]]);
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', lockInput(listing));
    const ofOrder = { kind: 'order', id: order.orderId, title: order.serialNo };
    const changed = await owner.send(BIND, await payAccountInput(server, owner, named));
    expect([changed.outcome, usesIn(changed)]).toEqual(['PAY_ACCOUNT_IN_USE', [ofOrder, ofListing]]);
    expect(await owner.call('/member/third-party-payment/check-payment-in-progress', named)).toEqual({
      uses: [ofOrder, ofListing],
    });
    // The order alone keeps it, also when a review has made another version since.
    await owner.call('/listing/close', { listingId: listing.id, version: '1' });
    await change(owner, { holderName: '林新名' });
    expect(usesIn(await owner.send(REMOVE, named))).toEqual([ofOrder]);
    await buyer.call('/order/cancel', cancelInput(order));
    await owner.call(REMOVE, named);
  });

  it('is not taken from its member by an operator either', async () => {
    const { seller: owner, account, listing } = await offered();
    const reviewer = await server.operator('reviewer');
    const path = '/api/v1/members/unbind-3rd-payments/{account}';
    const input = { payAccountIds: [account.id], reason: 'asked by the member' };
    expect(await reviewer.send(path, input, { account: owner.account })).toMatchObject({
      outcome: 'PAY_ACCOUNT_IN_USE',
      data: { uses: [{ kind: 'listing', id: listing.id, title: '300.00 TWD' }] },
    });
  });
});

describe('at once', () => {
  const codeOf = ({ codeContent }: { codeContent: string }) => readPayCode(codeContent)?.code;
  /** Where a buyer of a listing is told to pay. */
  const codeOn = async (listing: { id: string }) => {
    const { order } = await (await server.member()).call('/order/lock', lockInput(listing));
    return order.payTo?.payAccount?.code;
  };
  const isDone = ({ outcome }: { outcome: string }) => outcome === 'SUCCESS';

  it('an account is named by a listing or removed, never both', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const member = await seller();
      const { id } = await addPayAccount(server, member);
      const done = await Promise.all([
        publish(member, { payAccountIds: [id] }),
        member.send(REMOVE, { payAccountId: id }),
      ]);
      expect(done.filter(isDone)).toHaveLength(1);
    }
  });

  it('an account is named by a listing and changed: buyers are told what the change that went through has left', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const member = await seller();
      const account = await addPayAccount(server, member);
      const other = await payAccountInput(server, member, {
        payAccountId: account.id,
        codeContent: freshCode(),
      });
      const [published, changed] = await Promise.all([
        member.send('/listing/create', create({ payAccountIds: [account.id] })),
        member.send(BIND, other),
      ]);
      const told = isDone(published) ? await codeOn(published.data.listing) : 'nobody';
      const left = isDone(changed) ? codeOf(other) : codeOf(account);
      expect([told, isDone(published) || isDone(changed)]).toEqual([
        isDone(published) ? left : 'nobody',
        true,
      ]);
    }
  });

  it('an order is locked while its listing is closed and the account removed: the order keeps its account, or there is none', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { seller: owner, account, listing } = await offered();
      const buyer = await server.member();
      const close = { listingId: listing.id, version: '1' };
      const [locked, removed] = await Promise.all([
        buyer.send('/order/lock', lockInput(listing)),
        owner.send('/listing/close', close).then(() => owner.send(REMOVE, { payAccountId: account.id })),
      ]);
      const told = isDone(locked) ? locked.data.order.payTo?.payAccount?.code : 'nobody';
      expect([told, isDone(removed)]).toEqual(isDone(locked) ? [codeOf(account), false] : ['nobody', true]);
    }
  });
});

describe('the market', () => {
  it('is searched by methods: an offer that has one of them is shown, with all of its methods', async () => {
    const [both, accountOnly] = [await offered({ withCard: true }), await offered()];
    const byBank = await seller();
    const { listing } = await byBank.call('/listing/create', create({ cardIds: [await addCard(byBank)] }));
    const own = [both.listing.id, accountOnly.listing.id, listing.id];
    const viewer = await server.member();
    const found = async (payMethods?: ('bank' | 'jkopay' | 'linepay')[]) => {
      const seen = new Map<string, readonly string[]>();
      let cursor: string | null | undefined;
      do {
        const page = await viewer.call('/listing/market', {
          coin: 'TWD',
          ...(payMethods && { payMethods }),
          ...(cursor && { cursor }),
        });
        for (const offer of page.items) seen.set(offer.listingId, offer.payMethods);
        cursor = page.next;
      } while (cursor);
      return own.map((id) => seen.get(id));
    };
    const [ofBoth, ofAccount, ofCard] = [['bank', 'jkopay'], ['jkopay'], ['bank']];
    expect(await found()).toEqual([ofBoth, ofAccount, ofCard]);
    expect(await found(['jkopay'])).toEqual([ofBoth, ofAccount, undefined]);
    expect(await found(['bank', 'linepay'])).toEqual([ofBoth, undefined, ofCard]);
    expect(await found(['linepay'])).toEqual([undefined, undefined, undefined]);
  });

  it('refuses no methods at all, and ones that nobody knows', async () => {
    const viewer = await server.member();
    for (const payMethods of ['[]', '["cash"]'])
      expect((await viewer.send('/listing/market', { coin: 'TWD', payMethods } as never)).outcome).toBe(
        'PARAMETERS_INVALID',
      );
  });
});
