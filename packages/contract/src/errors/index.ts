export {
  ERRORS,
  errorText,
  findErrorByCode,
  isErrorName,
  isWireErrorName,
  wireError,
  type ErrorData,
  type ErrorLocale,
  type ErrorName,
  type ErrorReply,
  type WireErrorName,
} from './catalogue.ts';
export type { ErrorEntry, ErrorSource, Retry, WireCode } from './entry.ts';
export { appError, fail, isFailure } from './fail.ts';
