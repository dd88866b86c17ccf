export { OPERATOR_ROLES, type Call, type CallSchemas, type OperatorRole, type Who } from './call.ts';
export { bankCard, type BankCard } from './calls/bank-cards.ts';
export { isAmountOf } from './calls/fields.ts';
export {
  LISTING_STATES,
  OFFER_OBSTACLES,
  PAY_METHODS,
  PAY_WINDOWS_MIN,
  type Listing,
  type Offer,
} from './calls/listings.ts';
export { memberInfo, REAL_NAME_STATUSES, type MemberInfo } from './calls/member-profile.ts';
export { inboxRow, type InboxRow } from './calls/notifications.ts';
export {
  ACTION_REASONS,
  CANCEL_REASONS,
  ORDER_ACTIONS,
  ORDER_STATES,
  PAY_TYPES,
  type OrderDetail,
  type OrderSummary,
} from './calls/orders.ts';
export { JOURNAL_KINDS, type Balance, type JournalEntry } from './calls/wallet.ts';
export {
  bUrlOf,
  callOf,
  ENVELOPE_PAIRS,
  registry,
  toPairs,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type CallPath,
  type ParamsOf,
  type Registry,
} from './registry.ts';
