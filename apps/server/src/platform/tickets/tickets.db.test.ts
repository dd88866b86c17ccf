import { testDatabase } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { freshSecrets } from '#testing/personal.ts';
import { issueTicket, readTicket, redeemTicket } from './tickets.store.ts';

const database = await testDatabase();
const { db } = database;
await freshSecrets(db);
const deviceHash = Buffer.alloc(32, 1);
const use = { purpose: 'forgotten', deviceHash };
const issue = () =>
  inTransaction(db, (tx) =>
    issueTicket(tx, { ...use, subject: 'someone01', minutes: 10, data: { step: 1 } }),
  );

describe('a ticket', () => {
  it('is redeemed once, for its purpose', async () => {
    const token = await issue();
    expect(await inTransaction(db, (tx) => readTicket(tx, token, use))).toEqual({
      subject: 'someone01',
      data: { step: 1 },
    });
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, use))).toMatchObject({
      subject: 'someone01',
    });
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, use))).toBeUndefined();
    expect(await inTransaction(db, (tx) => readTicket(tx, token, use))).toBeUndefined();
  });

  it.each([
    ['another purpose', { ...use, purpose: 'register' }],
    ['another device', { ...use, deviceHash: Buffer.alloc(32, 2) }],
  ])('is not redeemed for %s, and stays valid', async (_, wrong) => {
    const token = await issue();
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, wrong))).toBeUndefined();
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, use))).toBeDefined();
  });

  it('expires', async () => {
    const token = await issue();
    await database.setClock('10 minutes 1 second');
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, use))).toBeUndefined();
    await database.setClock('0');
  });

  it('is redeemed by one of many at once', async () => {
    const token = await issue();
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => inTransaction(db, (tx) => redeemTicket(tx, token, use))),
    );
    expect(uses.filter(Boolean)).toHaveLength(1);
  });

  it('stays valid when the command that redeemed it fails', async () => {
    const token = await issue();
    const failing = inTransaction(db, async (tx) => {
      await redeemTicket(tx, token, use);
      throw new Error('the command fails');
    });
    await expect(failing).rejects.toThrow('the command fails');
    expect(await inTransaction(db, (tx) => redeemTicket(tx, token, use))).toBeDefined();
  });
});
