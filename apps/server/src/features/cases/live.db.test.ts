import type { AddressInfo } from 'node:net';
import { ERRORS } from '@holdfast/contract/errors';
import { bUrlOf } from '@holdfast/contract/wire';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextChanged, nextOf, openLive, type LiveStream } from '#testing/live-stream.ts';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

/** What operators are told at once: of the order that they look at, of the board, and of the end of their session. */
const server = await testServer({ worker: true });
await server.consoleApp.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.consoleApp.server.address() as AddressInfo;

type Pairs = Readonly<Record<string, string>>;

function follow(client: TestClient, pairs: Pairs = {}): LiveStream {
  const stream = openLive(port, { client, bUrl: bUrlOf('/operator/stream', {}), pairs });
  onTestFinished(() => void stream.close());
  return stream;
}

async function opened(client: TestClient, pairs: Pairs = {}) {
  const stream = follow(client, pairs);
  expect(await stream.next()).toEqual({ type: 'opened' });
  return stream;
}

/** An order that is paid, and so can be asked about. */
async function paid() {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  await buyer.call('/order/paid', paidInput(order));
  const { orderId } = order;
  const { order: seen } = await buyer.call('/order/detail', { orderId });
  return { seller, buyer, orderId, version: String(seen.version) };
}

const say = (text: string, orderId: string) => ['/order/say', { orderId, text }] as const;

/** Waits until everything that has happened so far was told. */
async function untilAllIsTold(): Promise<void> {
  const untold = sql`select from platform.outbox union all select from platform.operator_hint`;
  await expect.poll(async () => (await untold.execute(server.database.owner)).rows.length).toBe(0);
}

describe('the stream of an operator', () => {
  it('tells who looks at an order of its lines and transitions, and says nothing of what they are', async () => {
    const sam = await server.operator('support');
    const { seller, buyer, orderId, version } = await paid();
    await untilAllIsTold();
    const stream = await opened(sam, { order: orderId });
    await buyer.call(...say('I have paid, please look', orderId));
    expect(await nextChanged(stream, 'thread')).toEqual(['thread']);
    await seller.call('/order/release', { orderId, version });
    expect(await nextChanged(stream, 'orders')).toEqual(['orders']);
  });

  it('tells of no order but the one that is looked at', async () => {
    const sam = await server.operator('support');
    const [mine, other] = [await paid(), await paid()];
    await untilAllIsTold();
    const stream = await opened(sam, { order: mine.orderId });
    await other.buyer.call(...say('elsewhere', other.orderId));
    await untilAllIsTold();
    // Had the other one been told, it would have come before what comes now. Of the board every operator is told, whenever it changes.
    await mine.seller.call('/order/release', { orderId: mine.orderId, version: mine.version });
    const told: string[] = [];
    while (!told.includes('orders')) told.push(...((await nextOf(stream, 'changed'))['what'] as string[]));
    expect(told).not.toContain('thread');
  });

  it('tells every reader of the board what comes onto it and who takes it', async () => {
    onTestFinished(() => server.database.setClock('0'));
    const [rui, sam, tom] = [
      await server.operator('resolver'),
      await server.operator('support'),
      await server.operator('treasury'),
    ];
    const { buyer, orderId } = await paid();
    await untilAllIsTold();
    const [board, blind] = [await opened(sam), await opened(tom)];
    await server.database.setClock('6 minutes');
    const { order } = await buyer.call('/order/detail', { orderId });
    await buyer.call('/order/appeal', {
      orderId,
      version: String(order.version),
      reason: 'not-released',
      text: 'nobody answers',
    });
    expect(await nextChanged(board, 'board')).toEqual(['board']);
    await untilAllIsTold();
    const room = await opened(sam, { order: orderId });
    await rui.send('/operator/case/claim/{id}', {}, { id: orderId });
    expect(await nextChanged(board, 'board')).toEqual(['board']);
    expect(await nextChanged(room, 'orders')).toContain('orders');
    await rui.send('/operator/case/say/{id}', { text: 'We are looking into it' }, { id: orderId });
    expect(await nextChanged(room, 'thread')).toContain('thread');
    // Whoever may not read the board hears of nothing of it: the first thing is the end of the session.
    await untilAllIsTold();
    await tom.send('/operator/sign-out', {});
    expect(await blind.next()).toMatchObject({ type: 'ended', errorCode: ERRORS.NOT_SIGNED_IN.code });
  });

  it('ends with the session, at once and with the reason', async () => {
    const rui = await server.operator('resolver');
    const stream = await opened(rui);
    await rui.send('/operator/sign-out', {});
    expect(await nextOf(stream, 'ended')).toMatchObject({
      errorCode: ERRORS.NOT_SIGNED_IN.code,
      data: { reason: 'signed-out' },
    });
    expect(await stream.next()).toBeUndefined();
    expect(await follow(rui).next()).toMatchObject({
      type: 'refused',
      errorCode: ERRORS.NOT_SIGNED_IN.code,
    });
  });

  it('is refused to who may not look at orders, for what is no order, and to a member', async () => {
    const [tom, sam] = [await server.operator('treasury'), await server.operator('support')];
    const refusals = [
      [tom, { order: '1' }, ERRORS.ROLE_NOT_ALLOWED.code],
      [sam, { order: '1 or 1=1' }, ERRORS.PARAMETERS_INVALID.code],
    ] as const;
    for (const [client, pairs, errorCode] of refusals)
      expect(await follow(client, pairs).next()).toMatchObject({ type: 'refused', errorCode });
    const member = await server.member();
    const atConsole = openLive(port, { client: member.client, bUrl: bUrlOf('/operator/stream', {}) });
    expect(await atConsole.next()).toMatchObject({ type: 'refused' });
  });
});
