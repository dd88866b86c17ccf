import { AppError } from '@holdfast/kernel';
import type { DataArguments, ErrorName } from './catalogue.ts';

// Apart from the catalogue, so that an app can refuse by a name without its texts.

/** The error of that name as a value. To refuse, write `throw fail(...)`. */
export function appError<N extends ErrorName>(name: N, ...rest: DataArguments<N>): AppError<N> {
  const [data, options] = rest;
  return new AppError(name, data, options);
}

/**
 * Refuses: throws the error of that name. `throw fail('BANK_CARD_LIMIT', { max: 5 })` reads best and tells every reader that the line ends
 * here; a bare `fail(...)` does the same, so forgetting `throw` cannot let a refused command go on.
 */
export function fail<N extends ErrorName>(name: N, ...rest: DataArguments<N>): never {
  throw appError(name, ...rest);
}

/** Whether `error` is one of ours with exactly this name. */
export function isFailure<N extends ErrorName>(error: unknown, name: N): error is AppError<N> {
  return error instanceof AppError && error.code === name;
}
