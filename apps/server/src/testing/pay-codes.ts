import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { TestMember } from './test-client.ts';
import type { TestServer } from './test-server.ts';
import { upload } from './uploads.ts';

/** Pictures of QR codes, and members who are paid on them. For tests only. */

const wasm = new Uint8Array(
  await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))),
);
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });

/** A code as a pay app shows it. */
export async function qrPicture(text: string): Promise<Buffer<ArrayBuffer>> {
  const { image, error } = await writeBarcode(text, { format: 'QRCode', scale: 5 });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** Several pictures beside each other, as one. */
export async function sideBySide(...pictures: readonly Buffer[]): Promise<Buffer<ArrayBuffer>> {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  const width = sizes.reduce((sum, size) => sum + size.width, 0);
  const height = Math.max(...sizes.map((size) => size.height));
  let left = 0;
  const parts = pictures.map((input, index) => {
    const part = { input, left, top: 0 };
    left += sizes[index]?.width ?? 0;
    return part;
  });
  const page = sharp({ create: { width, height, channels: 3, background: '#fff' } });
  return Buffer.from(await page.composite(parts).png().toBuffer());
}

let number = 100_000_000;
/** A code of an account that no other test of this run has. */
export const freshCode = (): string => `https://service.jkopay.com/r/transfer?j=Transfer:${(number += 1)}`;

type Bind = CallInput<'/member/third-party-payment/upload-resource-id-binding'>;

/** What a member's form sends, with a picture that is uploaded. */
export async function payAccountInput(
  { app }: Pick<TestServer, 'app'>,
  member: TestMember,
  { codeContent = freshCode(), ...change }: Partial<Bind> = {},
): Promise<Bind> {
  const fileId = change.fileId ?? (await upload(app, member, 'pay-account-qr', await qrPicture(codeContent)));
  return { app: 'jkopay', holderName: '林示範', codeContent, ...change, fileId };
}

/** Adds a pay account. */
export async function addPayAccount(
  server: Pick<TestServer, 'app'>,
  member: TestMember,
  change: Partial<Bind> = {},
): Promise<
  CallOutput<'/member/third-party-payment/upload-resource-id-binding'>['payAccount'] & {
    readonly codeContent: string;
    readonly fileId: string;
  }
> {
  const input = await payAccountInput(server, member, change);
  const { payAccount } = await member.call('/member/third-party-payment/upload-resource-id-binding', input);
  return { ...payAccount, codeContent: input.codeContent, fileId: input.fileId };
}
