/** One-time codes by SMS and mail. A slice that sends codes gets `codes` from the gateway role. */
export {
  findCodeAddress,
  listCodeAddresses,
  maskCodeAddress,
  requireCodeAddresses,
} from './address.store.ts';
export { findAsker } from './asker.store.ts';
export { deleteOldCodes } from './code.store.ts';
export { oneTimeCodeCalls } from './one-time-code.calls.ts';
export { assertCodeTicket, redeemCodeTicket, redeemOwnCode } from './code-ticket.ts';
export { acceptCode, createOneTimeCodes, type CodeVerdict, type OneTimeCodes } from './codes.ts';
