export { isSafetyNotice, type AccountNoticeType } from './account-notice-names.ts';
export { ACCOUNT_NOTICES, accountNoticeTitle } from './account-notices.ts';
export { isDeniable } from './deniable.ts';
export {
  GROUPS_MUTABLE,
  isLockedGroup,
  isMuted,
  NOTICE_GROUPS,
  noticeGroupOf,
  type LockedGroup,
  type MutableGroup,
  type NoticeGroup,
} from './groups.ts';
export { isListingNotice, LISTING_NOTICES, type ListingNoticeType } from './listing-notices.ts';
export {
  EXTRA_FIELDS_ASKED,
  fromExtraNumber,
  notification,
  notificationExtra,
  notificationRuleOf,
  NOTIFICATION_RULES,
  pushPayload,
  toExtraNumber,
  type ExtraField,
  type Notification,
  type NotificationButton,
  type NotificationExtra,
  type NotificationRule,
  type PushPayload,
} from './notifications.ts';
export { CASE_NOTICE, isAboutOrder, OUTAGE_NOTICE } from './order-notes.ts';
export { isOfPayAccount, reviewNoticeTitle } from './review-notices.ts';
export { SAFETY_NEWS, safetyFacts } from './safety-facts.ts';
export {
  answerNotice,
  caseNotice,
  type CaseNoticeStage,
  isAnswerStage,
  orderNoteTitle,
} from './thread-notice.ts';
export {
  ANSWER_NOTICE,
  isNotificationType,
  isOrderNotificationType,
  NOTIFICATION_TYPES,
  ORDER_NOTIFICATION_TYPES,
  SPLIT_NOTICE,
  THREAD_NOTICE,
  type NotificationType,
  type OrderNotificationType,
} from './types.ts';
