/** One-time codes by SMS and mail. A slice that needs one takes `codes` from the role, as registration does. */
export { deleteOldCodes, findAddress } from './code.store.ts';
export { oneTimeCodeCalls } from './one-time-code.calls.ts';
export {
  acceptCode,
  createOneTimeCodes,
  expectCodeTicket,
  redeemCodeTicket,
  type CodeVerdict,
  type OneTimeCodes,
} from './one-time-code.ts';
