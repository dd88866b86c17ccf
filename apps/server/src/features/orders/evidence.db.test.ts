import { createHash } from 'node:crypto';
import { attachmentOf, documentFault } from '@holdfast/documents';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import { evidenceFault, type Evidence } from '#platform/evidence/evidence.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, orderWithRemark, paidInput } from '#testing/traders.ts';

/** The signed file of an order: what is in it, for whom, and that the published key proves it (feature H14). */
const server = await testServer();
const { owner } = server.database;
const publicKey = async (): Promise<string> =>
  (await server.app.inject({ url: '/.well-known/holdfast-evidence.pem' })).body;

async function paidOrder() {
  const { buyer, seller, order } = await lockedOrder(server, '500.00');
  const { orderId } = order;
  await buyer.call('/order/paid', paidInput(order));
  await buyer.call('/order/say', { orderId, text: '已轉帳，加我 LINE ID: abc123' });
  await seller.call('/order/say', { orderId, text: '收到會放行' });
  return { buyer, seller, orderId };
}

const textOf = (content: string) => Buffer.from(content, 'base64').toString('utf8');
const read = (content: string) => JSON.parse(textOf(content)) as Evidence;
const kindsOf = ({ entries }: Evidence) => entries.map(({ kind, data }) => [kind, data.event ?? data.kind]);

it('holds the order, its events, lines, files with their digests and postings, and the published key proves it', async () => {
  const { buyer, orderId } = await paidOrder();
  const { content, fileName } = await buyer.call('/order/evidence', { orderId });
  expect(fileName).toMatch(/^holdfast-HF-.*\.json$/);
  expect(evidenceFault(textOf(content), await publicKey())).toBeUndefined();
  expect(evidenceFault(textOf(content).replace('收到會放行', '收到不放行'), await publicKey())).toMatchObject(
    {
      cause: 'changed',
    },
  );
  const file = read(content);
  expect(file.madeFor).toBe('payer');
  expect(kindsOf(file)).toEqual(
    expect.arrayContaining([
      ['order', undefined],
      ['event', 'lock'],
      ['event', 'paid'],
      ['line', 'proof'],
      ['line', 'message'],
      ['posting', 'order.lock'],
    ]),
  );
  const proof = file.entries.find(({ data }) => data.kind === 'proof')?.data.file as {
    id: string;
    sha256: string;
  };
  const { rows } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from assets.file where id = ${proof.id}`.execute(owner);
  expect(proof.sha256).toBe(rows[0]?.digest);
  expect(proof.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(proof.sha256).not.toBe(createHash('sha256').digest('hex'));
});

it('shows a side its own data and masks those of the other, and tells nobody what of its own looked suspicious', async () => {
  const { buyer, seller, orderId } = await paidOrder();
  const [ofBuyer, ofSeller] = [
    read((await buyer.call('/order/evidence', { orderId })).content),
    read((await seller.call('/order/evidence', { orderId })).content),
  ];
  const [payer, payee] = [ofBuyer, ofSeller].map(({ entries }) => entries[0]?.data) as [
    Record<'payer' | 'payee' | 'payTo' | 'declared', Record<string, string>>,
    Record<'payer' | 'payee' | 'payTo' | 'declared', Record<string, string>>,
  ];
  expect([payer.payer.account, payer.payee.account]).toEqual([buyer.account, undefined]);
  expect([payee.payer.account, payee.payee.account]).toEqual([undefined, seller.account]);
  expect(payer.payTo.account).not.toBe(payee.payTo.account);
  expect(payer.declared.payer).toBe('陳試用');
  expect(payee.declared.payer).not.toBe('陳試用');
  const marks = ({ entries }: Evidence) => entries.filter(({ data }) => data.suspicions !== undefined).length;
  expect([marks(ofBuyer), marks(ofSeller)]).toEqual([0, 1]);
});

it('is a document too: signed as a whole, in words, with the file that proves each line attached', async () => {
  const { buyer, seller, orderId } = await paidOrder();
  const { fileName, format, content } = await buyer.call('/order/evidence', { orderId, format: 'pdf' });
  expect([fileName, format]).toEqual([expect.stringMatching(/^holdfast-HF-.*\.pdf$/), 'pdf']);
  const pdf = Buffer.from(content, 'base64');
  expect(await documentFault(pdf, await publicKey())).toBeUndefined();
  expect(evidenceFault(attachmentOf(pdf) ?? '', await publicKey())).toBeUndefined();
  const opened = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(opened, { mergePages: true });
  const said = text.replaceAll(/\s/g, '');
  for (const words of ['聲明已付款並附憑證', '收到會放行', '鎖入託管', '銀行轉帳', '陳試用', buyer.account])
    expect(said).toContain(words);
  expect(said).not.toContain(seller.account);
  // Whatever has no words of its own would stand there as the machine calls it.
  expect(said.match(/[a-z]+[-_.][a-z]+/g)?.filter((one) => !/^(holdfast|well-known)/.test(one))).toEqual([]);
});

it('holds the remark as the listing had it at the lock, for both sides, also after another one and after it was taken down', async () => {
  const { seller, buyer, listing, order } = await orderWithRemark(server, '歡迎私訊，晚上回覆');
  const { orderId } = order;
  const remarksOf = async (member: typeof buyer) =>
    read((await member.call('/order/evidence', { orderId })).content).entries.filter(
      ({ kind }) => kind === 'remark',
    );
  await seller.call('/listing/edit', {
    listingId: listing.id,
    version: String(listing.version),
    feeSeen: '10',
    remark: '另一段',
  });
  const said = { author: 'payee', text: '歡迎私訊，晚上回覆' };
  const [ofBuyer] = await remarksOf(buyer);
  expect(ofBuyer).toMatchObject({ number: 2, at: order.lockedAt });
  expect(ofBuyer?.data).toEqual({ ...said, suspicions: ['contact'] });
  const support = await server.operator('support');
  const removal = { verdict: 'remove', because: 'contact', reason: '要人私下聯絡' } as const;
  const { outcome } = await support.send('/operator/remark/decide/{id}', removal, {
    id: listing.remark?.id ?? '',
  });
  expect(outcome).toBe('SUCCESS');
  expect((await buyer.call('/order/detail', { orderId })).order.remark).toEqual({ text: null });
  const removed = { because: 'contact', at: expect.stringMatching(/Z$/) as string };
  expect((await remarksOf(buyer))[0]?.data).toEqual({ ...said, suspicions: ['contact'], removed });
  expect((await remarksOf(seller)).map(({ data }) => data)).toEqual([{ ...said, removed }]);
  const { content } = await seller.call('/order/evidence', { orderId, format: 'pdf' });
  const opened = await getDocumentProxy(new Uint8Array(Buffer.from(content, 'base64')));
  const { text } = await extractText(opened, { mergePages: true });
  expect(text.replaceAll(/\s/g, '')).toMatch(
    /掛單備註賣家：歡迎私訊，晚上回覆（.*經客服移除：要對方到平台外聯絡或付款）/,
  );
});

it('has no remark where the listing said none', async () => {
  const { buyer, orderId } = await paidOrder();
  const { entries } = read((await buyer.call('/order/evidence', { orderId })).content);
  expect(entries.map(({ kind }) => kind)).not.toContain('remark');
});

it('is for the two sides, and for an operator who works on it with a reason that stays on record', async () => {
  const { buyer, orderId } = await paidOrder();
  const stranger = await server.member();
  expect(await stranger.refuse('/order/evidence', { orderId })).toBe('ORDER_NOT_FOUND');
  const rui = await server.operator('resolver');
  const ask = (reason: string) =>
    rui.send<{ content: string }>('/operator/case/evidence/{id}', { reason }, { id: orderId });
  expect((await ask('the police asked')).outcome).toBe('CASE_CLAIM_NEEDED');
  await rui.send('/operator/case/claim/{id}', { reason: 'the police asked' }, { id: orderId });
  const file = read((await ask('the police asked')).data.content);
  expect(file.madeFor).toBe('operator');
  expect(file.entries[0]?.data).toMatchObject({ payer: { account: buyer.account } });
  const { rows } = await sql<{ detail: object }>`
    select detail from platform.audit where subject = ${`order:${orderId}`} and action = 'order-evidence-made'`.execute(
    owner,
  );
  expect(rows).toEqual([{ detail: { reason: 'the police asked', format: 'json' } }]);
});
