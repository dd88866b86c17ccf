/**
 * What the product was asked for, typed by hand from the commission and from nothing of ours: constants, limits, texts, names and tables, by its
 * sections. The code is compared with this, never the other way round, so a wrong constant cannot prove itself right. Where the
 * commission lies beside the repository, `seed.test.ts` also looks each of these up in it.
 */

/** Section 9, in its order. Durations in milliseconds. */
export const SEED_CONSTANTS = {
  pinDigits: 4,
  transactionCodeDigits: 6,
  accountMin: 6,
  accountMax: 15,
  nicknameMax: 10,
  passwordMin: 6,
  passwordMax: 12,
  ageExample: 18,
  fileUnitBase: 1024,
  requestTimeoutMs: 30_000,
  retryAfterKeyErrorMs: 1000,
  errorDialogAutoCloseMs: 6000,
  sessionInactivityMs: 3_600_000,
  pushTokenRefreshMs: 600_000,
  supportButtonPx: 48,
  dragOffsetPx: 24,
  maskZIndex: 4000,
  notificationDialogPx: 300,
  safari: '16.4',
  deviceIdentityHex: 16,
  exchangeKeyBytes: 32,
  logCapMegabytes: 5,
  scrollThreshold: 100,
  chunkLoadTimeoutMs: 120_000,
} as const;

/** Section 9 as it is written there: the cells of the table. */
export const SEED_CONSTANT_CELLS = [
  '| PIN length | 4 digits |',
  '| Transaction code | 6 digits |',
  '| Account | 6–15 characters |',
  '| Nickname | at most 10 characters |',
  '| Passwords | 6–12 characters |',
  '| Age example | 18 |',
  '| File units | base 1024 |',
  '| Request timeout | 30000 ms |',
  '| Retry after key error | 1000 ms |',
  '| Global error dialog auto-close | 6000 ms |',
  '| Session inactivity timeout | 3,600,000 ms (60 minutes) |',
  '| Push token refresh | every 10 minutes |',
  '| Customer-service button | 48 px |',
  '| Drag offset | 24 px |',
  '| Mask layer z-index | 4000 |',
  '| Notification dialog width | 300 px |',
  '| Safari threshold | 16.4 |',
  '| Device identity | 16 hex characters |',
  '| Exchange private key | 32 bytes |',
  '| Log cap | about 5 MB in session storage, entries separated by a divider line |',
  '| Debug log | on unless debugMod equals close |',
  '| Scroll helper default threshold | 100 |',
  '| Chunk-load timeout | 120 seconds |',
  '| Public asset path | site root |',
] as const;

/** Section 3. */
export const SEED_CRYPTO = {
  curve: 'secp256k1',
  cipher: 'AES/CBC/PKCS7Padding',
  coding: 'Base64Url',
  keyBits: 256,
  expire: 1,
  prefix: 'L:',
  delimiter: '&',
} as const;

export const SEED_STORAGE_NAMES = [
  'memberData',
  'userDeviceSet',
  'pmid',
  'otherSetUp',
  'debugMod',
  'logAsk',
] as const;
export const SEED_DEBUG_MODES = ['open', 'errorOnly', 'close'] as const;
export const SEED_JUMP_FLAGS = [
  'jumpBindBankCard',
  'jumpBindBankCardPassLeftMenu',
  'jumpBindPlat',
  'jumpContactUs',
  'jumpContactUsPassLeftMenu',
  'RealName',
] as const;
export const SEED_LOGIN_FIELDS = ['account', 'access_token', 'nick', 'uid'] as const;
export const SEED_MEMBER_INFO_FIELDS = [
  'account',
  'userLevel',
  'realName',
  'realNameStatus',
  'email',
  'mobile',
  'countryCode',
  'registerDate',
  'banks',
  'platformBinding',
  'bankCardStatus',
] as const;
export const SEED_EXTRA_FIELDS = [
  'type',
  'orderId',
  'serialNo',
  'coinType',
  'lockType',
  'lockUserNick',
  'lockQuantity',
  'userId',
  'cancelUserNick',
  'isOwner',
  'orderType',
  'amount',
  'quantity',
  'lockDate',
  'payType',
  'paidUserNick',
  'paidBank',
  'paidQRType',
  'nick',
  'payer',
  'realNameStatus',
  'deadlineDate',
  'userLevelName',
  'transactionType',
] as const;

/** Section 4: status, label, passed, editable, redirect to Home when the check is on. */
export const SEED_REAL_NAME = [
  ['none', null, false, true, true],
  ['Review', '審核中', false, false, false],
  ['NotApproved', '審核失敗，請重新驗證', false, true, true],
  ['Approved', '已驗證', true, false, false],
] as const;

/** Section 4: the types of the order dialog, then the others with their buttons. */
export const SEED_ORDER_TYPES = [
  'orderLock',
  'orderAutoCancel',
  'orderExtend',
  'orderFinish',
  'orderRemindExtend',
  'orderStuck',
  'orderWaitAck',
  'orderPaid',
  'orderCancel',
  'orderForceCancel',
  'orderAckCancel',
  'orderAutoAckCancel',
  'orderAckAllow',
] as const;
export const SEED_OTHER_TYPES = [
  ['userNormalLogin', ['close']],
  ['userWithdrawSuccess', ['close']],
  ['userForcedLogout', ['confirm']],
  ['merchantBindReview', ['close']],
  ['userBankCardReview', ['close']],
  ['userRealNameReview', ['confirm']],
] as const;

/** Sections 2, 5 and 8: the texts that are given word for word, by the name that our catalogue has for them. */
export const SEED_ERROR_TEXTS = {
  OFFLINE: '您尚未連接網路',
  PROXY_UNREACHABLE: '連線代理伺服器失敗',
  CONNECTION_UNSTABLE: '連線不穩',
  LOGIN_RECORD_NOT_FOUND: '找不到登入記錄',
  NOT_SIGNED_IN: '尚未登入',
  SESSION_TIMEOUT: '階段逾時',
  NOTIFICATION_DENIED: '請設置瀏覽器"允許接收通知"',
  PIN_INCOMPLETE: '請輸入完整4位數PIN碼',
  PIN_WRONG: 'PIN碼錯誤，請重新輸入',
} as const;
/** Texts of which only the beginning is given. */
export const SEED_ERROR_BEGINNINGS = {
  CONNECTION_FAILED: '連線失敗',
  MEMBER_INFO_UNREACHABLE: '取得會員資料時與伺服器連線失敗',
  CANCEL_LIMIT: '當日取消訂單超過限制',
} as const;
export const SEED_BUTTONS = { close: '關閉', confirm: '確認' } as const;

/** Section 8: codes with a meaning. */
export const SEED_CODES = [0, 10101, 10201, 10202, 10301, 10302, 10315, 10392, 10707] as const;
export const SEED_SIGN_OUT_CODES = [10202, 10301, 10315] as const;
export const SEED_NATIVE_STATUSES = { OFFLINE: -6, PROXY_UNREACHABLE: -1 } as const;

/** Section 2. */
export const SEED_ROUTES = [
  '/',
  '/login',
  '/home',
  '/transaction',
  '/pendingOrder',
  '/front-end-order',
  '/deposit',
  '/bind',
] as const;
