import { entry } from './entry.ts';

export { fillErrorText, type ErrorEntry } from './entry.ts';

/**
 * The errors that an app must be able to name before any more of its code has come: what it finds by itself, what the channel and the
 * server say of every call, and the refusals of a sign-in. They come with its first code, so each costs every first visit; the others are
 * in `catalogue.ts`, which an app loads with the first answer that needs it.
 */
export const FIRST_ERRORS = {
  // The codes that were asked for (spec 8).
  SUCCESS: entry(0, 'server', '成功', 'Success'),
  DATABASE_UNAVAILABLE: entry(10101, 'server', '資料庫連線失敗', 'The database could not be reached', {
    report: true,
    retry: 'same-rid',
  }),
  PARAMETERS_INVALID: entry(10201, 'server', '參數缺少或錯誤', 'Parameters are missing or wrong'),
  SESSION_TIMEOUT: entry(10202, 'server', '階段逾時', 'Your session has timed out', {
    signsOut: true,
    retry: 'same-rid',
  }),
  NOT_SIGNED_IN: entry(10301, 'server', '尚未登入', 'You are not signed in', {
    signsOut: true,
    retry: 'same-rid',
    carries: ['reason'],
  }),
  LOGIN_RECORD_NOT_FOUND: entry(10315, 'server', '找不到登入記錄', 'No record of this sign-in was found', {
    signsOut: true,
    retry: 'same-rid',
  }),
  CALL_UNKNOWN: entry(10404, 'server', '沒有這項服務', 'There is no such service', { report: true }),
  LOGIN_FORBIDDEN: entry(
    10707,
    'server',
    '這個帳號目前不能登入',
    'This account cannot sign in at the moment',
    {
      carries: ['reason'],
    },
  ),

  // The channel's three answers, with the local messages below 連線不穩 (spec 8).
  CHANNEL_EXPIRED: entry('ERROR001', 'channel', '連線階段已過期', 'The connection session has expired', {
    retry: 'same-rid',
  }),
  SERVER_SILENT: entry('ERROR002', 'channel', '伺服器沒有回應', 'The server did not respond', {
    report: true,
    retry: 'same-rid',
  }),
  PAYLOAD_INVALID: entry('ERROR003', 'channel', '傳送內容不正確', 'The content sent was not correct', {
    report: true,
    retry: 'same-rid',
  }),

  // What the app finds by itself on the way to the server (spec 8).
  OFFLINE: entry(-6, 'client', '您尚未連接網路', 'You are not connected to a network', { retry: 'same-rid' }),
  PROXY_UNREACHABLE: entry(-1, 'client', '連線代理伺服器失敗', 'Could not connect to our server', {
    retry: 'same-rid',
  }),
  CONNECTION_FAILED: entry(null, 'client', '連線失敗：{detail}', 'Connection failed: {detail}', {
    report: true,
    retry: 'same-rid',
  }),
  CONNECTION_UNSTABLE: entry(null, 'client', '連線不穩', 'The connection is unstable', { retry: 'same-rid' }),
  HTTP_STATUS: entry(
    null,
    'client',
    '連線失敗：HTTP {status}（{url}）',
    'Connection failed: HTTP {status} ({url})',
    {
      report: true,
      retry: 'same-rid',
    },
  ),
  OUTCOME_UNKNOWN: entry(
    null,
    'client',
    '先前送出的操作可能已經成功，請先確認結果，再決定是否重做',
    'An earlier try may have gone through. Please check the result before you do it again',
  ),
  MEMBER_INFO_UNREACHABLE: entry(
    null,
    'client',
    '取得會員資料時與伺服器連線失敗：{detail}',
    'The server could not be reached for your member data: {detail}',
    { retry: 'later' },
  ),

  MEMBER_SWITCHED: entry(
    null,
    'client',
    '另一個分頁登入了 {nick}，這個分頁也換成這個帳號',
    'Another tab signed in as {nick}, so this tab now shows that account too',
  ),

  // What the app finds on the device (spec 5, spec 6, spec 8).
  NOTIFICATION_DENIED: entry(
    null,
    'client',
    '請設置瀏覽器"允許接收通知"',
    'Please set your browser to allow notifications',
  ),
  PUSH_TOKEN_MISSING: entry(null, 'client', '沒有推播註冊權杖', 'There is no push registration token', {
    retry: 'later',
  }),
  SAFARI_TOO_OLD: entry(
    null,
    'client',
    'Safari 版本過低，請更新至 {version} 以上',
    'This Safari is too old. Please update to {version} or newer',
  ),
  LOG_OVERFLOW: entry(
    null,
    'client',
    '問題紀錄已滿，請先清除紀錄',
    'The support log is full. Please clear it first',
  ),
  LOG_UNSUPPORTED: entry(null, 'client', '這台裝置無法儲存問題紀錄', 'This device cannot keep a support log'),
  PIN_INCOMPLETE: entry(null, 'client', '請輸入完整4位數PIN碼', 'Please enter all 4 digits of the PIN'),
  PIN_WRONG: entry(null, 'client', 'PIN碼錯誤，請重新輸入', 'Wrong PIN. Please enter it again'),
  PIN_TRIES_USED_UP: entry(
    null,
    'client',
    'PIN 碼連續輸入錯誤 10 次，已登出並清除這台裝置上的資料，請以密碼重新登入',
    'The PIN was wrong 10 times in a row. This device was signed out and its data was deleted. Please sign in with your password',
  ),

  // Ours: general, 110xx.
  FAULT: entry(
    11000,
    'server',
    '系統發生錯誤，請稍後再試（編號 {faultId}）',
    'Something went wrong on our side. Please try again later (reference {faultId})',
    { report: true, retry: 'same-rid' },
  ),
  RATE_LIMITED: entry(
    11001,
    'server',
    '操作過於頻繁，請於 {seconds} 秒後再試',
    'Too many attempts. Please try again in {seconds} s',
    { retry: 'same-rid' },
  ),
  MAINTENANCE: entry(
    11002,
    'server',
    '系統維護中，預計 {until} 恢復服務',
    'Under maintenance. Service is expected back at {until}',
    { retry: 'same-rid' },
  ),
  OVERLOADED: entry(
    11003,
    'server',
    '目前使用人數較多，請於 {seconds} 秒後再試',
    'We are very busy right now. Please try again in {seconds} s',
    { retry: 'same-rid' },
  ),

  // Ours: the sign-in, 111xx.
  SIGN_IN_FAILED: entry(11100, 'server', '帳號或密碼錯誤', 'The account or the password is wrong'),
  SIGN_IN_DELAYED: entry(
    11101,
    'server',
    '登入失敗次數過多，請於 {seconds} 秒後再試',
    'Too many failed sign-ins. Please try again in {seconds} s',
    { retry: 'later', carries: ['until'] },
  ),
} as const;

export type FirstErrorName = keyof typeof FIRST_ERRORS;
