import { defined } from '@holdfast/kernel';
import { attachKeys } from '@holdfast/database';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { fill } from './fill.ts';
import { fileIdOf } from './people.ts';
import { FIRST_ID, HEAVY_LIVE, MEASURED, SIGNED_IN, type World } from './world.ts';

const WORLD: World = { name: 'test', members: 300, postings: 25_500 };
/** Six thousand orders take their time on a busy machine. */
const PATIENCE_MS = 120_000;

it(
  'fills a database with sound books that the product reads, and fills nothing twice',
  async () => {
    const server = await testServer();
    const { owner } = server.database;
    attachKeys(owner, server.secrets.keys);
    const [ordinary, heavy] = [await server.member(), await server.member()];
    // Nobody reads as one of the others, so they need not register.
    const ids = Array.from({ length: SIGNED_IN }, (_, n) => FIRST_ID - n);
    await sql`insert into member.member (id, uid, account, nick, nick_key) overriding system value
              select id, 3000000000 + id, 'gr0000' || id, 'r' || id, 'r' || id from unnest(${ids}::bigint[]) id`.execute(
      owner,
    );
    [ids[0], ids[MEASURED]] = [Number(ordinary.id), Number(heavy.id)];
    const filling = { world: WORLD, ids, cards: new Map<number, number>() };
    const postings = async () => {
      const { rows } = await sql<{ count: bigint }>`select count(*) from ledger.posting`.execute(owner);
      return Number(rows[0]?.count);
    };
    await fill(owner, filling, () => {});
    const filled = await postings();
    expect(filled).toBeGreaterThanOrEqual(WORLD.postings);
    expect(await reconcile(owner)).toEqual([]);
    await fill(owner, filling, () => {});
    expect(await postings()).toBe(filled);

    const link = await ordinary.call('/member/file/link', { fileId: fileIdOf(ordinary.account) });
    expect(link.bytes).toBe(400_000);
    const { items: bought } = await ordinary.call('/api/wallet/get-journal', { kind: 'purchase' });
    expect(bought).toHaveLength(10);
    const { items: told } = await ordinary.call('/member/notification/list', {});
    expect(told).toHaveLength(12);
    const { items: past } = await ordinary.call('/order/list', { scope: 'past' });
    expect(past).toHaveLength(12);
    const detail = await ordinary.call('/order/detail', { orderId: defined(past[0], 'an order').orderId });
    expect(detail.order.paid).toMatchObject({ lastFive: '20002' });
    const { inOrder } = defined((await heavy.call('/member/balanceinfo', {})).balances[0], 'TWD');
    expect(inOrder).toBe(`${HEAVY_LIVE * 100}.00`);
    const { items: offers } = await heavy.call('/listing/market', { coin: 'TWD' });
    expect(offers.length).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
