import { toBytes } from './file-size.ts';

/** What a member may upload, for what. Both sides read this table: the device checks before it sends, the server before it reads. */

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const UPLOAD_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

export interface UploadRule {
  readonly maxMegabytes: number;
  readonly types: readonly UploadType[];
  /** The longer side of the stored picture at most, in pixels. A square is cut from the middle. */
  readonly sidePixels: number;
  readonly isSquare: boolean;
  /** Readable by whoever knows its address. Everything else needs a link of a live session. */
  readonly isPublic: boolean;
  /** A picture of one QR code, which is read: what shows none, or several, is refused. */
  readonly isCode: boolean;
  /** A receipt, which is known again where it is shown a second time. */
  readonly isReceipt: boolean;
}

const evidence = {
  maxMegabytes: 5,
  types: IMAGE_TYPES,
  sidePixels: 2560,
  isSquare: false,
  isPublic: false,
  isCode: false,
  isReceipt: false,
} as const;

export const UPLOAD_RULES = {
  avatar: {
    maxMegabytes: 2,
    types: IMAGE_TYPES,
    sidePixels: 512,
    isSquare: true,
    isPublic: true,
    isCode: false,
    isReceipt: false,
  },
  'identity-front': evidence,
  'identity-back': evidence,
  'identity-selfie': evidence,
  'pay-account-qr': { ...evidence, isCode: true },
  'order-proof': { ...evidence, types: UPLOAD_TYPES, isReceipt: true },
  'order-message': { ...evidence, types: UPLOAD_TYPES },
} as const satisfies Record<string, UploadRule>;

export type UploadPurpose = keyof typeof UPLOAD_RULES;
export const UPLOAD_PURPOSES = Object.keys(UPLOAD_RULES) as UploadPurpose[];
/** Those of /member/upload-file-token; an avatar has a call of its own. */
export const FILE_PURPOSES = UPLOAD_PURPOSES.filter(
  (purpose): purpose is Exclude<UploadPurpose, 'avatar'> => purpose !== 'avatar',
);

export const uploadBytesMax = (purpose: UploadPurpose): number =>
  toBytes(UPLOAD_RULES[purpose].maxMegabytes, 'MB');

/** A picture that would unpack to more pixels is refused before anything unpacks it. */
export const UPLOAD_PIXELS_MAX = 50_000_000;

/** 128 random bits in their one base64url spelling. */
export const FILE_ID = /^[A-Za-z0-9_-]{21}[AQgw]$/;
export const isFileId = (text: string): boolean => FILE_ID.test(text);
