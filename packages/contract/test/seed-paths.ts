export interface SeedPath {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** `seed`: written out in spec 7. `decision`: named there without its full path, which a decision of ours completes. */
  readonly from: 'seed' | 'decision';
}

function post(path: string): SeedPath {
  return { path, method: 'POST', from: 'seed' };
}

function get(path: string): SeedPath {
  return { path, method: 'GET', from: 'seed' };
}

function completed(path: string): SeedPath {
  return { path, method: 'POST', from: 'decision' };
}

/**
 * The inner paths (B_URL) that the product was asked to have (spec 7), verbatim and in their order. They are the wire: `desposit`, `desopsit`,
 * `rqcode`, `delelecp`, `/api/vi/`, `chang`, `registeration`, `cerification` and `contect` stand as found. The registry of calls must contain these and no
 * other path of that origin; a test compares the two both ways.
 */
export const SEED_PATHS: readonly SeedPath[] = [
  // Login, registration and passwords
  post('/member/login'),
  post('/member/register'),
  post('/member/info/{account}'),
  post('/member/check-duplicate/account-and-nickname'),
  post('/member/changepass/{account}'),
  post('/member/forget-password/set-password/{account}'),
  post('/member/reset-password/forced-set/{account}'),
  post('/member/flow/force-reset-password/create-cerification'),
  post('/member/flow/force-reset-password/verify'),
  post('/member/flow/force-reset-password/set-login-password'),
  post('/member/flow/force-reset-password/set-transaction-password'),
  post('/member/forgettranspass/{account}'),
  post('/member/settranspass/{account}'),
  post('/member/transpass/verify'),
  post('/api/fast-registeration'),
  // Bank cards
  post('/bank/list/{account}'),
  post('/member/bankadd/{account}'),
  post('/member/bankmod/{account}'),
  post('/member/bankdel/{account}'),
  post('/member/delelecp/{account}'),
  post('/member/bank/force-update-username'),
  // Partner binding, deposit and member administration
  post('/api/v1/members/bind-account-rqcode'),
  post('/api/v1/members/bind-account-id-verify'),
  post('/api/v1/members/deposit-qrcode'),
  post('/api/v1/members/confirm-before-desposit'),
  post('/api/v1/members/desopsit-id-verify'),
  post('/api/v1/members/set-role-sort-code-offset'),
  post('/api/v1/members/set-role-sort-code'),
  get('/api/v1/members/orders-in-progress/{account}'),
  post('/api/v1/members/unbind-bank-cards/{account}'),
  post('/api/v1/members/unbind-3rd-payments/{account}'),
  post('/api/v1/members/set-member-permissions/{account}'),
  post('/api/v1/members/set-multi-locks/{account}'),
  post('/api/v1/members/set-max-number-of-order-locks/{account}'),
  post('/api/v1/members/unblock-login/{account}'),
  post('/api/v1/member/bind-account-callback'),
  post('/api/vi/members/bind-account/by/uid'),
  // Security questions
  get('/member/securityquestion/list'),
  get('/member/securityquestion/list/{id}'),
  get('/member/securityquestion/create'),
  get('/member/securityquestion/update'),
  post('/member/securityquestion/delete'),
  post('/member/security-questions-get'),
  post('/member/security-questions-verification/{account}'),
  // Third-party payment
  get('/member/third-party-payment/review'),
  get('/member/third-party-payment/detail/{id}'),
  post('/member/third-party-payment/set-status/{id}'),
  post('/member/third-party-payment/upload-resource-id-binding'),
  post('/member/third-party-payment/delete'),
  post('/member/third-party-payment/check-payment-in-progress'),
  post('/member/third-party-payment/force-add'),
  // Sort code
  post('/member/get-member-sort-code'),
  post('/member/set-member-sort-code-offset'),
  post('/member/set-member-sort-code'),
  // Upload tokens
  post('/member/upload-avatar-token'),
  post('/member/upload-file-token'),
  // Balance and wallet
  post('/member/balanceinfo'),
  post('/api/wallet/chang/balance/fee'),
  post('/api/wallet/get-journal'),
  post('/api/wallet/get-journal-usdt'),
  post('/api/wallet/download-journal'),
  post('/api/wallet/download-journal-usdt'),
  post('/api/v1/deposit-and-withdraw-record'),
  // Other
  post('/api/clear-cancel-record'),
  post('/member/check-has-bought'),
  post('/member/account/permissions'),
  post('/member/account/passwordExpired'),
  post('/member/account/use-level-set'),
  post('/member/account/use-level-get'),
  post('/member/force-reset-contect'),
  post('/member/checkVersion'),
  post('/report/order/finish'),
  // Mail and mobile change
  post('/member/mail-change/create-verification'),
  post('/member/mail-change/verify'),
  post('/member/mobile-change/create-verification'),
  post('/member/mobile-change/verify'),
  // One-time code
  post('/utils/otp/mobile/send'),
  post('/utils/otp/mobile/verify'),
  // Admin and partner
  post('/member/appbk/memberList'),
  post('/member/appbk/bankcard-list'),
  post('/member/partner/batch-login'),
  // Named in spec 7 without full paths
  completed('/member/real-name/upload-auth/{account}'),
  completed('/member/real-name/list'),
  completed('/member/real-name/review/{id}'),
  completed('/member/real-name/detail/{id}'),
  completed('/member/real-name/reset/{account}'),
  completed('/member/real-name/list-download'),
  completed('/register-block/add'),
  completed('/register-block/update/{id}'),
  completed('/register-block/list'),
];
