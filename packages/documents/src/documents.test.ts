import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import * as pkijs from 'pkijs';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { attachmentOf, documentFault } from './check.ts';
import { drawDocument } from './draw.ts';
import { createDocumentSigner } from './sign.ts';

/** Documents that prove themselves: drawn, signed, and checked without the product. */

const newIssuer = () => generateKeyPairSync('ed25519').privateKey;
const pemOf = (issuer: KeyObject) => createPublicKey(issuer).export({ type: 'spki', format: 'pem' });
const keys = { seed: randomBytes(32), issuer: newIssuer() };
const key = pemOf(keys.issuer);
const rows = Array.from({ length: 120 }, (_, index) => [`${index + 1}`, `買家已付款，第 ${index + 1} 行`]);
const document = {
  title: '訂單證據 HF-202611-0001',
  subtitle: '製作時間 2026-11-24 12:00',
  sections: [
    { heading: '雙方', facts: [['買家', '陳試用'] as const, ['賣家', '林○範'] as const] },
    {
      heading: '經過',
      table: {
        columns: [
          { title: '序', share: 0.1 },
          { title: '內容', share: 0.9 },
        ],
        rows,
      },
    },
  ],
  footer: '穩付 Holdfast',
  madeAt: new Date('2026-11-24T04:00:00Z'),
  attachment: {
    fileName: 'evidence.json',
    mediaType: 'application/json',
    text: '{"說明":"原始資料"}\n',
    description: '原始資料',
  },
};
const sign = await createDocumentSigner(keys);
const pdf = await sign(await drawDocument(document));

async function textOf(bytes: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  });
  return { text, pages: totalPages };
}

it('can be read, searched and copied in Chinese, over as many pages as it takes', async () => {
  const { text, pages } = await textOf(pdf);
  expect(pages).toBeGreaterThan(2);
  for (const said of ['訂單證據', '林○範', '買家已付款，第 120 行', `${pages} / ${pages}`])
    expect(text.replaceAll('\n', ' ')).toContain(said);
  // The head of a table is on each of its pages.
  expect(text.split('內容').length - 1).toBe(pages);
});

it('is as it was signed, with its attachment, by the key of the seed alone', async () => {
  expect(await documentFault(pdf, key)).toBeUndefined();
  expect(attachmentOf(pdf)).toBe(document.attachment.text);
  expect(await documentFault(pdf, pemOf(newIssuer()))).toBe('key');
});

/** The certificate in a signature, as DER. */
function certificateOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const begin = text.indexOf('/Contents <') + '/Contents <'.length;
  const cms = Buffer.from(text.slice(begin, text.indexOf('>', begin)), 'hex');
  const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(cms).buffer);
  const [certificate] = new pkijs.SignedData({ schema: content }).certificates ?? [];
  return Buffer.from(defined(certificate, 'it has one').toSchema().toBER(false)).toString('hex');
}

it('is signed by the same certificate in every process', async () => {
  const again = await (await createDocumentSigner(keys))(await drawDocument(document));
  expect(await documentFault(again, key)).toBeUndefined();
  expect(certificateOf(again)).toBe(certificateOf(pdf));
});

it.each([
  ['one byte of a page', (bytes: Buffer) => flip(bytes, 900), 'changed'],
  ['one byte near the end', (bytes: Buffer) => flip(bytes, bytes.length - 300), 'changed'],
  ['one digit of the signature', (bytes: Buffer) => flipHex(bytes), 'changed'],
  ['what was added behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n1 0 obj')]), 'added'],
  ['what was cut off', (bytes: Buffer) => bytes.subarray(0, -20), 'changed'],
  ['one that nobody has signed', () => Buffer.from('%PDF-1.7\n%%EOF'), 'unsigned'],
] as const)('shows %s', async (_, spoil, fault) => {
  expect(await documentFault(spoil(pdf), key)).toBe(fault);
});

const flip = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

/** Of the signature's value, which is the last of its bytes. */
const flipHex = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1');
  const [begin, end] = [text.indexOf('/Contents <') + 11, text.indexOf('>', text.indexOf('/Contents <'))];
  const last = text.slice(begin, end).replace(/(00)+$/, '').length + begin - 1;
  const digit = text[last] === '0' ? '1' : '0';
  return Buffer.from(text.slice(0, last) + digit + text.slice(last + 1), 'latin1');
};
