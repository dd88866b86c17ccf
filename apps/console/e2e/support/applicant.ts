import { randomInt } from 'node:crypto';
import type { CallInput } from '@holdfast/contract/calls';
import { isTaiwanId, type UploadPurpose } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { hashFile, sealAssetRequest } from '@holdfast/secure-channel/node';
import type { Books } from '@holdfast/testkit/setup';
import type { Page } from '@playwright/test';
import { ApiMember } from '@holdfast/testkit/e2e';
import { running } from './test.ts';

/** Members who hand in what reviewers look at, without a browser. */

type Details = NonNullable<CallInput<'/member/real-name/upload-auth/{account}'>['details']>;

/** A Taiwan ID that nobody else has handed in. */
export function freshIdentity(): string {
  const serial = String(randomInt(10 ** 7)).padStart(7, '0');
  const digits = Array.from({ length: 10 }, (_, digit) => `A1${serial}${digit}`);
  return defined(digits.find(isTaiwanId), 'a check digit');
}

/** A picture as a camera makes it, drawn in a browser: no file of it lies in the repository. */
export async function drawPicture(page: Page, text: string): Promise<Buffer<ArrayBuffer>> {
  const url = await page.evaluate((written) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 570];
    const context = canvas.getContext('2d');
    if (!context) return '';
    const paint = context.createLinearGradient(0, 0, 900, 570);
    paint.addColorStop(0, '#cfe0d9');
    paint.addColorStop(1, '#8fb3a4');
    context.fillStyle = paint;
    context.fillRect(0, 0, 900, 570);
    context.fillStyle = '#10201c';
    context.font = '64px sans-serif';
    context.fillText(written, 60, 140);
    context.fillRect(620, 180, 200, 260);
    return canvas.toDataURL('image/jpeg');
  }, text);
  return Buffer.from(defined(url.split(',')[1], 'a picture'), 'base64');
}

export async function upload(
  member: ApiMember,
  purpose: Exclude<UploadPurpose, 'avatar'>,
  bytes: Buffer<ArrayBuffer>,
): Promise<string> {
  const token = await member.call('/member/upload-file-token', { purpose });
  const authorization = sealAssetRequest(token, {
    method: 'POST',
    path: token.path,
    serviceId: token.serviceId,
    now: Date.now(),
    file: hashFile(bytes),
    at: 0,
  });
  const body = new FormData();
  body.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const answer = await fetch(token.host + token.path, {
    method: 'POST',
    headers: { authorization, 'x-forwarded-for': member.address },
    body,
  });
  const { data } = (await answer.json()) as { data: { isStored?: boolean } };
  if (data.isStored !== true) throw new Error(`the picture was not stored: ${answer.status}`);
  return token.fileId;
}

/** Registers a member and hands in a whole application. `page` draws the pictures. */
export async function applicant(
  page: Page,
  books: Pick<Books, 'ticketToRegister' | 'verify'>,
  details: Partial<Details> = {},
): Promise<ApiMember> {
  const member = await ApiMember.register(running.url, books, { isVerified: false });
  await handIn(page, member, details);
  return member;
}

/** Hands in a whole application. `page` draws the pictures. */
export async function handIn(page: Page, member: ApiMember, details: Partial<Details> = {}): Promise<void> {
  await member.call('/member/real-name/upload-auth/{account}', {
    details: {
      document: 'national-id',
      realName: '林予安',
      number: freshIdentity(),
      bornOn: '1990-02-28',
      ...details,
    },
    front: await upload(member, 'identity-front', await drawPicture(page, 'FRONT')),
    back: await upload(member, 'identity-back', await drawPicture(page, 'BACK')),
    selfie: await upload(member, 'identity-selfie', await drawPicture(page, 'SELFIE')),
  });
}
