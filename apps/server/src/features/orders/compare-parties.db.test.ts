import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CallOutput } from '@holdfast/contract/calls';
import { givePersonal } from '#testing/personal.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { compareParties } from './compare-parties.ts';

/** Who trades with oneself (threat D16). */
const server = await testServer();
const { db, owner } = server.database;
const sam = await server.operator('support');

type List = CallOutput<'/operator/flag/parties'>;
const list = async () => (await sam.send<List>('/operator/flag/parties', {})).data.items;
const kindsOf = async (orderId: string) => (await list()).find((each) => each.orderId === orderId)?.kinds;

/** Makes the two have something in common before the look at their order. */
async function lookedAt(share: (buyer: TestMember, seller: TestMember) => Promise<unknown>) {
  const parties = await lockedOrder(server, '300.00');
  await share(parties.buyer, parties.seller);
  await compareParties(db);
  return parties;
}

const useInstallOf = (one: TestMember, other: TestMember) =>
  sql`
    insert into member.device (member_id, install_key, name)
    select ${one.id}, install_key, 'a browser' from member.device where member_id = ${other.id} on conflict do nothing`.execute(
    owner,
  );

describe('an order whose parties', () => {
  it('have nothing in common is in no queue, also where everything comes from one network', async () => {
    const { order } = await lookedAt(async (buyer, seller) => {
      await sql`delete from member.device where member_id = ${buyer.id}`.execute(owner);
      await sql`
        insert into member.device (member_id, install_key, name, place, network)
        select ${buyer.id}, decode(repeat('ab', 32), 'hex'), name, place, network from member.device where member_id = ${seller.id} limit 1`.execute(
        owner,
      );
    });
    expect(await kindsOf(order.orderId)).toBeUndefined();
  });

  it('have one device is flagged, once, and says who they are and how often they have traded', async () => {
    const { order, buyer, seller } = await lookedAt(useInstallOf);
    expect(await compareParties(db)).toBe(0);
    expect((await list())[0]).toMatchObject({
      orderId: order.orderId,
      orderState: 'LOCKED',
      coin: 'TWD',
      quantity: '300.00',
      kinds: ['device'],
      payer: { account: buyer.account },
      payee: { account: seller.account },
      tradedTogether: 0,
      state: 'open',
    });
  });

  it('want to be paid on one bank account is flagged, whichever of them has it approved', async () => {
    const { order } = await lookedAt(async (buyer, seller) => {
      await separate(buyer);
      const { card } = await buyer.call('/member/bankadd/{account}', {
        bankCode: '013',
        accountNumber: '70000000001',
        holderName: '林示範',
      });
      await sql`
        insert into bank.waiting_lookup (hash, card_id)
        select l.hash, ${card.id}::bigint from bank.account_lookup l join bank.card c on c.id = l.card_id where c.member_id = ${seller.id}`.execute(
        owner,
      );
    });
    expect(await kindsOf(order.orderId)).toEqual(['account']);
  });

  it('have one proven mail address is flagged, and one that proves nothing flags nobody', async () => {
    const share = (isProven: boolean) =>
      lookedAt(async (buyer, seller) => {
        await separate(buyer);
        for (const { id } of [buyer, seller]) {
          await givePersonal(owner, id, { mail: 'both@mail.example' });
          await sql`
            update member.member set email_proven_at = ${isProven ? sql`registered_at` : sql`null`} where id = ${id}`.execute(
            owner,
          );
        }
      });
    expect(await kindsOf((await share(true)).order.orderId)).toEqual(['contact']);
    expect(await kindsOf((await share(false)).order.orderId)).toBeUndefined();
  });

  it('cannot be looked at is put off, and holds up no other', async () => {
    const broken = await lockedOrder(server, '300.00');
    await sql`
      update member.member set email_sealed = '\\x00', email_proven_at = registered_at where id = ${broken.buyer.id}`.execute(
      owner,
    );
    const after = await lockedOrder(server, '300.00');
    await useInstallOf(after.buyer, after.seller);
    const failed: string[] = [];
    await compareParties(db, { onFailure: ({ orderId }) => void failed.push(orderId) });
    expect(failed).toEqual([broken.order.orderId]);
    expect(await kindsOf(after.order.orderId)).toEqual(['device']);
    const { rows } = await sql<{ left: bigint }>`
      select count(*) as left from orders.parties_waiting where at > platform.app_now()`.execute(owner);
    expect(rows).toEqual([{ left: 1n }]);
  });

  it('are looked at together with others keep their own answer', async () => {
    const strangers = await lockedOrder(server, '300.00');
    await separate(strangers.buyer);
    const friends = await lockedOrder(server, '300.00');
    await useInstallOf(friends.buyer, friends.seller);
    expect(await compareParties(db)).toBe(2);
    expect(await kindsOf(strangers.order.orderId)).toBeUndefined();
    expect(await kindsOf(friends.order.orderId)).toEqual(['device']);
  });

  it('see nothing of it', async () => {
    const { order, buyer, seller } = await lookedAt(useInstallOf);
    for (const member of [buyer, seller]) {
      const detail = await member.call('/order/detail', { orderId: order.orderId });
      expect(JSON.stringify(detail)).not.toMatch(/common|flag|device/i);
    }
  });

  it('is taken out of the queue by one verdict, and the room of the order goes on saying it', async () => {
    const { order } = await lookedAt(useInstallOf);
    const [flagged] = await list();
    const decide = async (verdict: string) =>
      (await sam.send('/operator/flag/parties-decide/{id}', { verdict }, { id: flagged?.id ?? '' })).outcome;
    expect(await decide('false-alarm')).toBe('SUCCESS');
    expect(await decide('seen')).toBe('FLAG_DECIDED');
    expect(await kindsOf(order.orderId)).toBeUndefined();
    const room = await sam.send<CallOutput<'/operator/case/detail/{id}'>>(
      '/operator/case/detail/{id}',
      {},
      { id: order.orderId },
    );
    expect(room.data.inCommon).toEqual(['device']);
  });
});

/** Takes away the device that all members of a test share. */
async function separate({ id }: TestMember) {
  await sql`delete from member.device where member_id = ${id}`.execute(owner);
}
