/** What the audit log tells of, and what the console calls it. */
interface ActionTexts {
  readonly zhTW: string;
  readonly en: string;
}

export const AUDIT_ACTIONS = {
  'call-refused': { zhTW: '拒絕越權呼叫', en: 'Call refused' },
  'payment-details-viewed': { zhTW: '查看付款資訊', en: 'Payment details viewed' },
  'session-ended': { zhTW: '結束會員登入', en: 'Member session ended' },
  'device-removed': { zhTW: '移除裝置', en: 'Device removed' },
  'account-frozen': { zhTW: '凍結帳號', en: 'Account frozen' },
  'account-unfrozen': { zhTW: '解除凍結', en: 'Account unfrozen' },
  'contact-reset': { zhTW: '重設聯絡方式', en: 'Contact reset' },
  'password-changed': { zhTW: '變更登入密碼', en: 'Password changed' },
  'transaction-secret-changed': { zhTW: '變更交易密碼', en: 'Transaction code changed' },
  'security-questions-changed': { zhTW: '變更安全問題的答案', en: 'Security answers changed' },
  'phrase-changed': { zhTW: '變更防偽短語', en: 'Anti-phishing phrase changed' },
  'authenticator-added': { zhTW: '設定驗證器', en: 'Authenticator added' },
  'authenticator-removed': { zhTW: '移除驗證器', en: 'Authenticator removed' },
  'question-created': { zhTW: '新增安全問題', en: 'Security question added' },
  'question-changed': { zhTW: '修改安全問題', en: 'Security question changed' },
  'question-retired': { zhTW: '停用安全問題', en: 'Security question retired' },
  'card-viewed': { zhTW: '查看銀行帳戶', en: 'Bank account viewed' },
  'card-reviewed': { zhTW: '審核銀行帳戶', en: 'Bank account reviewed' },
  'card-names-updated': { zhTW: '更新銀行帳戶戶名', en: 'Bank account names updated' },
  'cards-unbound': { zhTW: '解除綁定銀行帳戶', en: 'Bank accounts removed' },
  'member-viewed': { zhTW: '查看會員資料', en: 'Member viewed' },
  'member-revealed': { zhTW: '顯示會員個資', en: 'Personal data revealed' },
  'reveals-many': { zhTW: '短時間內大量顯示個資', en: 'Many reveals in a short time' },
  'member-unblocked': { zhTW: '解除會員登入限制', en: 'Member sign-in unblocked' },
  'member-level-set': { zhTW: '變更會員等級', en: 'Member level changed' },
  'operator-signed-in': { zhTW: '後台登入', en: 'Operator signed in' },
  'operator-signed-out': { zhTW: '後台登出', en: 'Operator signed out' },
  'operator-enrolled': { zhTW: '完成後台註冊', en: 'Operator enrolled' },
  'operator-invited': { zhTW: '寄出後台邀請', en: 'Operator invited' },
  'operator-guessed': { zhTW: '後台登入多次失敗', en: 'Operator sign-in failed repeatedly' },
  'operator-session-ended': { zhTW: '結束後台登入', en: 'Operator session ended' },
  'admins-made': { zhTW: '以指令建立首批管理員', en: 'First administrators made by command' },
  'admin-recovered': { zhTW: '以指令復原管理員', en: 'Administrator recovered by command' },
  'identity-viewed': { zhTW: '查看實名資料', en: 'Identity viewed' },
  'identity-list-downloaded': { zhTW: '下載實名清單', en: 'Identity list downloaded' },
  'identity-approved': { zhTW: '核准實名驗證', en: 'Identity approved' },
  'identity-refused': { zhTW: '退回實名驗證', en: 'Identity refused' },
  'identity-reset': { zhTW: '重設實名驗證', en: 'Identity reset' },
  'request-asked': { zhTW: '提出雙人覆核', en: 'Request asked' },
  'request-approved': { zhTW: '核准雙人覆核', en: 'Request approved' },
  'request-refused': { zhTW: '退回雙人覆核', en: 'Request refused' },
  'request-withdrawn': { zhTW: '撤回雙人覆核', en: 'Request withdrawn' },
} as const satisfies Readonly<Record<string, ActionTexts>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
