import type { UploadRule, UploadType } from '@holdfast/contract/rules';
import type { FileFault } from './inspect.ts';

/** What the decoder's process is asked, and what it answers. */

export interface ImageJob {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rule: UploadRule;
}

/** `DIFFERENT`: the file is not the one that was announced. */
export type ImageFault = FileFault | CodeFault | 'DIFFERENT';

/** Of a picture that must show one QR code. */
export type CodeFault = 'UPLOAD_CODE_NONE' | 'UPLOAD_CODE_SEVERAL';

export type ImageResult =
  | {
      readonly bytes: Uint8Array;
      readonly type: UploadType;
      readonly width: number;
      readonly height: number;
      /** What its QR code says, where the rule asks for one. */
      readonly code?: string;
      /** How it is known again, where the rule asks for that. */
      readonly print?: Uint8Array;
    }
  | { readonly fault: ImageFault };

export type JobMessage = { readonly id: number } & ImageJob;
export type ResultMessage = { readonly id: number } & ImageResult;
