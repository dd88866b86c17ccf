import type { CallInput } from '@holdfast/contract/calls';
import { isTaiwanId } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import type { TestMember } from './test-client.ts';
import type { TestServer } from './test-server.ts';
import { photo } from './pictures.ts';
import { upload } from './uploads.ts';

/** Members who prove who they are. For tests only. */

let serial = 1_000_000;
/** A Taiwan ID that nobody else of this file has. */
export function freshNumber(): string {
  serial += 1;
  const digits = Array.from({ length: 10 }, (_, digit) => `A1${serial}${digit}`);
  return defined(digits.find(isTaiwanId), 'a check digit');
}

let picture: Promise<Buffer<ArrayBuffer>> | undefined;
/** The id of an uploaded picture of one item. */
export async function pictureOf(
  server: TestServer,
  member: TestMember,
  item: 'front' | 'back' | 'selfie',
): Promise<string> {
  picture ??= photo();
  return upload(server.app, member, `identity-${item}`, await picture);
}

type Submission = CallInput<'/member/real-name/upload-auth/{account}'>;

/** A whole application. */
export async function identityOf(
  server: TestServer,
  member: TestMember,
  details: Partial<NonNullable<Submission['details']>> = {},
): Promise<Required<Submission>> {
  return {
    details: {
      document: 'national-id',
      realName: '林予安',
      number: freshNumber(),
      bornOn: '1990-01-01',
      ...details,
    },
    front: await pictureOf(server, member, 'front'),
    back: await pictureOf(server, member, 'back'),
    selfie: await pictureOf(server, member, 'selfie'),
  };
}
