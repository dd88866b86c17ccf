import { AppError } from '@holdfast/kernel';
import type { ErrorName } from '@holdfast/contract/errors';

/** A refusal of the fake server, as the real one would name it. */
export function refuse(name: ErrorName, data: Record<string, unknown> = {}): never {
  throw new AppError(name, data);
}
