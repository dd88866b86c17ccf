import type { WireErrorName } from '@holdfast/contract/errors';
import { UPLOAD_PIXELS_MAX, UPLOAD_RULES } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import type { UploadedFile } from '@holdfast/secure-channel/node';
import type { UploadState } from './file.store.ts';
import type { UploadGrant } from './tokens.ts';

/** A request whose header fits: what it may do, and what it announces. */
export interface AdmittedUpload {
  readonly grant: UploadGrant;
  readonly file: UploadedFile;
  readonly at: number;
}

/** What the assets host answers. `unauthorized` says no more than that. */
export type UploadAnswer =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly error: AppError<WireErrorName> }
  | { readonly kind: 'received'; readonly received: number; readonly isStored: boolean };

export const unauthorized = { kind: 'unauthorized' } as const;
export const refused = (error: AppError<WireErrorName>): UploadAnswer => ({ kind: 'refused', error });

/** The refusal of a file, with what its text needs. */
export function faultOf(fault: WireErrorName, { purpose }: UploadGrant): AppError<WireErrorName> {
  const { maxMegabytes, types } = UPLOAD_RULES[purpose];
  const names = types.map((type) => type.replace(/^.*\//, '').toUpperCase());
  const data = { megabytes: maxMegabytes, types: names.join(', '), megapixels: UPLOAD_PIXELS_MAX / 1e6 };
  return new AppError(fault, data);
}

/** The answer about an upload that has ended, or whose row is gone. */
export function endOf(upload: UploadState | undefined, grant: UploadGrant, received: number): UploadAnswer {
  if (upload?.state === 'refused') return refused(faultOf(upload.refusal, grant));
  return upload?.state === 'stored' ? { kind: 'received', received, isStored: true } : unauthorized;
}
