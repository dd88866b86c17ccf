export { ANSWER_KEPT_MINUTES_MAX } from '../constants.ts';
export {
  isAnsweredAt,
  needsNoSession,
  proofsOf,
  type Call,
  type CallSchemas,
  type Surface,
  type Who,
} from './call.ts';
export {
  bankCard,
  CARD_APPROVALS,
  type BankCard,
  type CardApproval,
  type CardUse,
  type OwnBankCard,
} from './bank-cards.ts';
export type { Listing, Offer, PriceReference } from './listings.ts';
export type { OwnListingLink } from './listing-links.ts';
export type { OrderRuling } from './order-ruling.ts';
export type { CaseClaim } from './cases.ts';
export type { OrderRatings, Rating } from './ratings.ts';
export type { RelatedMember, TradeRecord } from './relations.ts';
export { OUTAGE_HOURS_MAX } from './maintenance.ts';
export { REVEALED_FIELDS } from './member-administration.ts';
export type { ReplyTemplate } from './reply-templates.ts';
export { memberInfo, type DailyLimits, type LevelStanding, type MemberInfo } from './member-profile.ts';
export { inboxRow, type InboxRow } from './notifications.ts';
export type { RequestChange } from './operators.ts';
export type { PushTestOutcome } from './push.ts';
export type { RealNameState } from './real-name.ts';
export type { ReviewClaim } from './reviews.ts';
export type { ThreadLine } from './order-thread.ts';
export type { ListedOrder, OpenCase, OrderDetail, OrderSummary } from './orders.ts';
export type { SecurityQuestion } from './security-questions.ts';
export type { OwnPayAccount } from './third-party-payment.ts';
export { fileId, fileLink, type FileLink, type UploadToken } from './uploads.ts';
export { JOURNAL_KINDS, type Balance, type HeldLot, type JournalEntry } from './wallet.ts';
export {
  callOf,
  registry,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type CallPath,
  type ParamsOf,
  type Registry,
} from './registry.ts';
