export { DECLINE_REASONS, type DeclineReason } from './accepting.ts';
export {
  isAskedAsAbsent,
  NEVER_SEEN,
  PRESENCES,
  PRESENT_MS,
  presenceOf,
  type LastSeen,
  type Presence,
} from './presence.ts';
export {
  allowedActions,
  actionOf,
  clockOf,
  dutyOf,
  isTurnOf,
  findTransition,
  hatsOf,
  isBuilt,
  mayAct,
  ORDER_ACTION_RULES,
  placeAfter,
  questionableUntil,
  requestAfter,
  type ActionFacts,
  type AllowedAction,
  type Built,
  type Situation,
} from './actions.ts';
export { APPEAL_REASONS, appealFaults, appealReasons, CASE_TEXT_MAX, type AppealReason } from './appeal.ts';
export { NOTICE_TEXTS, type NoticeText, type NoticeVariant, type Title } from './notice-texts.ts';
export { isNoticeOver, isOfferOver } from './notice-states.ts';
export { noticeFactsOf } from './notice-facts.ts';
export { ORDER_NOTICES, orderNotice, type Notice } from './notices.ts';
export { LINE_KINDS, LINES_PER_SIDE_MAX, THREAD_EVENTS, type LineKind, type ThreadEvent } from './thread.ts';
export {
  CONDITION_CHOICES,
  CONDITIONS,
  NO_CONDITIONS,
  RELATIONS_MAX,
  unmetConditions,
  type ConditionName,
  type Conditions,
  type LockerRecord,
} from './conditions.ts';
export { CLOCK_TIMES, fromClock, hoursAt, toClock, type HoursNow, type TradingHours } from './hours.ts';
export {
  deviationOf,
  deviationOfText,
  parOf,
  REFERENCE_DAYS,
  REFERENCE_TRADE_MIN_TWD,
  type Deviation,
} from './price-reference.ts';
export {
  LISTING_ACTIONS,
  LISTING_OBSTACLES,
  SUSPENSION_REASON_TEXTS,
  SUSPENSION_REASONS,
  TTL_HOURS_CHOICES,
  TTL_HOURS_DEFAULT,
  TTL_HOURS_MAX,
  TTL_HOURS_MIN,
  type ListingAction,
  type ListingObstacle,
  type ListingPause,
  type SuspensionReason,
} from './listing-states.ts';
export {
  REMARK_REMOVAL_TEXTS,
  REMARK_REMOVALS,
  REMARK_VERDICTS,
  type RemarkRemoval,
  type RemarkVerdict,
} from './remarks.ts';
export {
  LINK_STATES,
  LISTING_PASSWORD_LENGTH,
  LISTING_PASSWORD_SIGNS,
  LISTING_PASSWORD_TRIES,
  LISTING_PASSWORD_TRIES_MINUTES,
  normalizeListingPassword,
  type LinkState,
} from './listing-links.ts';
export {
  blamesOther,
  DENY_REASONS,
  faultByReason,
  onSilenceOf,
  REQUEST_REASONS,
  requestReasonsOf,
  type DenyReason,
  type RequestReason,
} from './requests.ts';
export { SPLIT_OFFER_MS, splitOfferedBy } from './split.ts';
export { TRANSITIONS } from './transitions.ts';
export {
  ACTION_REASONS,
  CANCEL_REASONS,
  ESCROW_MOVEMENTS,
  EVENTS,
  EXTENSION_CHOICES_MINUTES,
  EXTENSION_COUNT_MAX,
  EXTENSION_TOTAL_MINUTES_MAX,
  GUARDS,
  LISTING_STATE_LABELS,
  LISTING_STATES,
  OFFER_OBSTACLES,
  ORDER_ACTIONS,
  ORDER_STATE_INFO,
  ORDER_STATES,
  ORDER_TIMER_EVENTS,
  PAY_WINDOWS_MIN,
  REMINDERS,
  TIMER_NAMES,
  TIMERS,
  type ActionReason,
  type Actor,
  type Duty,
  type Guard,
  type Hat,
  type ListingState,
  type Movement,
  type OpenRequest,
  type OrderAction,
  type OrderEvent,
  type OrderState,
  type OrderStateInfo,
  type OrderTimer,
  type Place,
  type TimerName,
  type TimerRule,
  type TransitionNotice,
  type Transition,
} from './machine.ts';
export {
  EVIDENCE,
  needsTwoToRule,
  RULED_FAULTS,
  RULING_EVIDENCE_MAX,
  RULING_NAMES,
  RULING_REASON_NAMES,
  RULING_REASONS,
  RULING_TEXT_MAX,
  RULING_TEXT_MIN,
  rulingReasons,
  RULINGS,
  rulingsFor,
  type RuledFault,
  type RulingName,
  type RulingReason,
} from './rulings.ts';
export {
  RATING_MS,
  RATING_TAGS_MAX,
  RATINGS_COUNTED,
  RATINGS_FROM,
  STARS,
  tagsFor,
  type RatingTag,
  type Stars,
} from './rating.ts';
export {
  areFiguresKnown,
  completionTenths,
  FIGURES_FROM,
  meetsCompletion,
  VOLUME_BANDS,
  type EndedOrders,
  type VolumeBand,
} from './trade-record.ts';
