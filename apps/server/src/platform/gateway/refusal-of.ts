import type { AppError } from '@holdfast/kernel';
import { isRefusal } from './reply.ts';

/**
 * What `work` was refused with, as a value. A `prepare` that counts a try hands its refusal to the handler, which throws it: thrown there
 * it is stored under the RID, so that a resend is not counted as another try.
 */
export async function refusalOf(work: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
