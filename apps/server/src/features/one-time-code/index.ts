/** One-time codes by SMS and mail. A slice that sends codes gets `codes` from the gateway role. */
export {
  areAddressesLost,
  findCodeAddress,
  listCodeAddresses,
  listToldAddresses,
  maskCodeAddress,
  requireCodeAddresses,
  type CodeAddress,
} from './address.store.ts';
export { findAsker } from './asker.store.ts';
export { isStranger, type Asker } from './budgets.rules.ts';
export { deleteOldCodes } from './code.store.ts';
export { oneTimeCodeCalls } from './one-time-code.calls.ts';
export { redeemCodeTicket, redeemOwnCode, requireCodeTicket } from './code-ticket.ts';
export { acceptCode, createOneTimeCodes, type CodeVerdict, type OneTimeCodes } from './codes.ts';
