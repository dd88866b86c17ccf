import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboxRow } from '@holdfast/contract/calls';
import {
  isOrderNotificationType,
  notificationExtra,
  NOTIFICATION_TYPES,
  ORDER_NOTIFICATION_TYPES,
} from '@holdfast/contract/notifications';
import { ORDER_NOTICES, orderNotice } from '@holdfast/contract/orders';
import { toMemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMemberId } from '#features/member-profile/index.ts';
import { inboxSource } from '#features/notifications/index.ts';
import { createDiskStore } from '#platform/blobs/disk.ts';
import { inTransaction } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { freshSecrets } from '#testing/personal.ts';
import { APP_FACTS } from '#testing/test-server.ts';
import { DEMO_NOTICE_TYPES, sendDemoNotices } from './demo-notices.ts';
import { seedDemoWorld } from './demo-world.ts';

const database = await testDatabase();
const { db } = database;
const secrets = await freshSecrets(db);
const folder = await mkdtemp(join(tmpdir(), 'holdfast-notices-'));
afterAll(() => rm(folder, { recursive: true }));

const printed: string[] = [];
const send = (mode: 'demo' | 'test' | 'production', ...args: string[]) =>
  sendDemoNotices({
    argv: ['node', 'main.ts', '--demo-notices', ...args],
    mode,
    db,
    print: (line) => void printed.push(line),
  });

async function inboxOf(account: string) {
  const memberId = await inTransaction(db, (tx) => findMemberId(tx, account));
  const { rows } = await inboxSource(db).inboxAfter(toMemberId(String(memberId)), 0n);
  return rows as readonly InboxRow[];
}

/** How many hints wait for the relay. */
async function hints(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from platform.outbox where 'inbox' = any(topics)`.execute(db);
  return rows[0]?.count ?? -1;
}

describe('before there is a demo', () => {
  it('nobody is sent anything', async () => {
    expect([await send('demo', 'demobuyer1'), await send('test', 'demobuyer1')]).toEqual([1, 1]);
    expect(printed.at(-1)).toContain('There is no member "demobuyer1"');
  });
});

describe('in a demo', () => {
  beforeAll(async () => {
    await seedDemoWorld({
      db,
      ownerUrl: database.url,
      secrets,
      appFacts: { ...APP_FACTS, realNameCheck: true },
      blobs: await createDiskStore(folder),
      log: createLog('silent'),
    });
    await sql`delete from platform.outbox`.execute(database.owner);
  });

  it('a member gets one notification of every type, of another type too, and the forced logout last', async () => {
    const before = (await inboxOf('demobuyer1')).length;
    expect(await send('demo', 'demobuyer1', 'all', '0')).toBe(0);
    const rows = (await inboxOf('demobuyer1')).slice(before);
    expect(rows.map(({ type }) => type)).toEqual([...DEMO_NOTICE_TYPES]);
    expect(new Set(DEMO_NOTICE_TYPES)).toEqual(new Set([...NOTIFICATION_TYPES, 'demoNotice']));
    expect(DEMO_NOTICE_TYPES.at(-1)).toBe('userForcedLogout');
    // The relay finds them like any other: streams and push are told.
    expect(await hints()).toBe(rows.length);
  });

  it('each of an order carries what its type must, and names an order of the member', async () => {
    const rows = (await inboxOf('demobuyer1')).filter(({ type }) => isOrderNotificationType(type));
    const sent = rows.slice(-ORDER_NOTIFICATION_TYPES.length);
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(ORDER_NOTIFICATION_TYPES));
    for (const { type, extra } of sent) {
      const { carries } = ORDER_NOTICES[type as (typeof ORDER_NOTIFICATION_TYPES)[number]];
      expect(carries.filter((field) => extra[field] === undefined)).toEqual([]);
      expect(notificationExtra.safeParse(extra).success).toBe(true);
      expect(orderNotice(type as 'orderPaid', extra).text, type).toBeTruthy();
    }
    const { rows: own } = await sql<{ id: string }>`
      select o.id::text from orders.orders o join member.member m on m.id in (o.payer_id, o.payee_id)
      where m.account = 'demobuyer1'`.execute(db);
    const ids = new Set(own.map(({ id }) => id));
    expect(sent.filter(({ extra }) => !ids.has(String(extra['orderId'])))).toEqual([]);
  });

  it('one type is one message; a word that is no type is shown as any other', async () => {
    const before = (await inboxOf('demoseller1')).length;
    expect([
      await send('demo', 'DemoSeller1', 'orderPaid'),
      await send('demo', 'demoseller1', 'orderpaid'),
    ]).toEqual([0, 0]);
    expect((await inboxOf('demoseller1')).slice(before).map(({ type }) => type)).toEqual([
      'orderPaid',
      'orderpaid',
    ]);
    expect(printed.at(-1)).toContain('any other');
  });

  it('production sends nothing, whoever asks', async () => {
    const before = (await inboxOf('demobuyer1')).length;
    expect(await send('production', 'demobuyer1')).toBe(1);
    expect(await inboxOf('demobuyer1')).toHaveLength(before);
  });
});
