import { LEVELS, type LevelRecord } from '@holdfast/contract/member';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;

async function record(member: Member, { finished, ended, partners, days }: LevelRecord): Promise<void> {
  await sql`
    insert into orders.trader (member_id, finished, ended, partners) values (${member.id}, ${finished}, ${ended}, ${partners})
    on conflict (member_id) do update set finished = ${finished}, ended = ${ended}, partners = ${partners}`.execute(
    owner,
  );
  await sql`
    update member.member set registered_at = platform.app_now() - make_interval(days => ${days}) where id = ${member.id}`.execute(
    owner,
  );
}

const standing = (member: Member) => member.call('/member/account/use-level-get', {});
const set = async (member: Member, level: number) =>
  (
    await (
      await server.operator('risk')
    ).send('/member/account/use-level-set', {
      account: member.account,
      level: String(level),
      reason: 'looked at the record',
    })
  ).outcome;

const ENOUGH_FOR_1 = { finished: 5, ended: 6, partners: 3, days: 7 };
const ENOUGH_FOR_2 = { finished: 20, ended: 25, partners: 10, days: 30 };

describe('the own level', () => {
  it('shows what each level opens and needs, and what the member has of it', async () => {
    const member = await server.member();
    expect(await standing(member)).toEqual({
      level: 0,
      isKept: false,
      locksMax: 1,
      hasOwnLocksMax: false,
      levels: LEVELS,
      record: { finished: 0, ended: 0, partners: 0, days: 0 },
    });
  });

  it('counts finished orders and the members they were with, as they end', async () => {
    const { seller, buyer, order } = await lockedOrder(server);
    await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect((await standing(buyer)).record).toMatchObject({ finished: 1, ended: 1, partners: 1 });
  });

  it('rises when the member takes what is earned, and the own listings and limits follow', async () => {
    const { seller, listing } = await sellerWithListing(server);
    expect(await seller.refuse('/member/level/raise', {})).toBe('LEVEL_NOT_EARNED');
    await record(seller, ENOUGH_FOR_1);
    expect(await seller.call('/member/level/raise', {})).toMatchObject({ level: 1, locksMax: 1 });
    expect(await seller.refuse('/member/level/raise', {})).toBe('LEVEL_NOT_EARNED');
    await record(seller, ENOUGH_FOR_2);
    expect(await seller.call('/member/level/raise', {})).toMatchObject({ level: 2, locksMax: 3 });
    expect(await standing(seller)).toMatchObject({ level: 2, locksMax: 3 });
    const viewer = await server.member();
    const { items } = await viewer.call('/listing/market', { coin: 'TWD', levelMin: '2' });
    expect(items.map(({ listingId }) => listingId)).toContain(listing.id);
    const { rows } = await sql<{ actor: string; detail: unknown }>`
      select actor, detail from platform.audit where action = 'member-level-raised' order by id`.execute(
      owner,
    );
    expect(rows).toEqual([
      { actor: `member:${seller.id}`, detail: { before: 0, after: 1 } },
      { actor: `member:${seller.id}`, detail: { before: 1, after: 2 } },
    ]);
  });

  it('rises once when the same command is repeated', async () => {
    const member = await server.member();
    await record(member, ENOUGH_FOR_2);
    const rid = makeRid();
    const first = await member.client.send('/member/level/raise', {}, {}, { rid });
    expect(await member.client.send('/member/level/raise', {}, {}, { rid })).toEqual(first);
  });

  it('asks what operators have set for it now, and nobody falls by it', async () => {
    const member = await server.member();
    await record(member, ENOUGH_FOR_1);
    await member.call('/member/level/raise', {});
    await sql`
      insert into platform.setting (name, value, starts_at, reason, set_by, set_at)
      values ('level.partners2', '11', platform.app_now(), 'more partners', 1, platform.app_now())`.execute(
      owner,
    );
    await record(member, ENOUGH_FOR_2);
    expect(await member.refuse('/member/level/raise', {})).toBe('LEVEL_NOT_EARNED');
    expect(await standing(member)).toMatchObject({ level: 1, levels: [{}, {}, { needs: { partners: 11 } }] });
  });

  it('that an operator has lowered stays until an operator raises it', async () => {
    const member = await server.member();
    await record(member, { ...ENOUGH_FOR_2, partners: 12 });
    await member.call('/member/level/raise', {});
    expect(await set(member, 0)).toBe('SUCCESS');
    expect(await standing(member)).toMatchObject({ level: 0, isKept: true });
    expect(await member.refuse('/member/level/raise', {})).toBe('LEVEL_KEPT');
    expect(await set(member, 1)).toBe('SUCCESS');
    expect(await standing(member)).toMatchObject({ level: 1, isKept: false });
    expect((await member.call('/member/level/raise', {})).level).toBe(2);
  });

  it('above the table is not lowered by taking what is earned', async () => {
    const member = await server.member();
    await record(member, { ...ENOUGH_FOR_2, partners: 12 });
    expect(await set(member, 4)).toBe('SUCCESS');
    expect(await member.refuse('/member/level/raise', {})).toBe('LEVEL_NOT_EARNED');
    expect(await standing(member)).toMatchObject({ level: 4, locksMax: 3 });
  });
});
