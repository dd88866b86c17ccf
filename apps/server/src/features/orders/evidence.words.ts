import type { PayMethod, PaidQrType } from '@holdfast/contract/rules';
import type {
  APPEAL_REASONS,
  CANCEL_REASONS,
  DECLINE_REASONS,
  DENY_REASONS,
  REQUEST_REASONS,
  ThreadEvent,
} from '@holdfast/contract/orders';
import type { EventWithDetail } from '@holdfast/contract/order-events';

/** What a document of evidence says, in the language of whoever has to accept it. The buyer is the payer, the seller the payee. */

export const WHO = {
  payer: '買家',
  payee: '賣家',
  operator: '客服',
  system: '系統',
  timer: '系統',
  risk: '風險控管',
} as const;

export const EVENT_WORDS: Readonly<Record<EventWithDetail, string>> = {
  lock: '鎖定掛單，訂單成立',
  'ask-lock': '申請鎖定，等待掛單人接單',
  accept: '掛單人接單',
  decline: '掛單人不接單',
  'accept-time-ended': '接單時間已到',
  cancel: '取消訂單',
  'pay-time-ending': '提醒付款時間將到',
  'ask-time': '請求延長付款時間',
  extend: '延長付款時間',
  paid: '聲明已付款並附憑證',
  'pay-time-ended': '付款時間已到，進入最後確認',
  'grace-time-ended': '最後確認時間已到，未收到付款聲明',
  'request-cancel': '申請取消',
  'allow-cancel': '同意取消',
  'deny-cancel': '不同意取消',
  'deny-as-received': '表示已收到款項並放行',
  'request-time-ended': '取消申請逾時未回覆',
  release: '確認收款並放行',
  'ack-reminder-due': '提醒確認收款',
  'ack-time-ended': '確認收款時間已到，訂單卡住',
  appeal: '提出申訴',
  'self-time-ended': '雙方處理時間已到，交由客服處理',
  'rule-release': '客服判定放行給買家',
  'force-cancel': '強制取消',
  'offer-split': '提議拆分',
  'decline-split': '不接受或收回拆分提議',
  split: '依約定或判定拆分',
  'late-claim': '取消後表示先前已付款',
  'take-blame': '承認取消的責任',
  relock: '客服重新託管',
  fault: '系統無法完成，交由客服處理',
  'outage-declared': '平台停機，期限順延',
};

export const LINE_WORDS: Readonly<Record<ThreadEvent, string>> = {
  paid: '已聲明付款',
  'time-asked': '已請求延長付款時間',
  'request-denied': '取消申請未獲同意',
  'request-lapsed': '取消申請逾時失效',
  'late-claim': '取消後表示先前已付款',
  'split-offered': '已提議拆分',
  'split-declined': '拆分提議未成立',
  outage: '平台停機，期限已順延',
  'blame-taken': '已承認取消的責任',
};

type MemberReason =
  | (typeof APPEAL_REASONS)[number]
  | (typeof CANCEL_REASONS)[number]
  | (typeof DECLINE_REASONS)[number]
  | (typeof DENY_REASONS)[number]
  | (typeof REQUEST_REASONS)[number];

/** Those of rulings stand in the contract. */
export const REASON_WORDS: Readonly<Record<MemberReason, string>> = {
  'account-problem': '收款帳戶有問題',
  'asks-for-more': '對方要求多付錢',
  'buyer-not-suitable': '不與這位買家交易',
  'buyer-silent': '買家沒有回應',
  'cannot-pay': '無法付款',
  'cannot-reach': '聯絡不上對方',
  'changed-mind': '不想買了',
  'decision-wrong': '不同意客服的判定',
  'details-wrong': '收款資料有誤',
  'listing-wrong': '掛單內容有誤',
  'not-available': '當時不方便',
  'not-paid-after-all': '其實尚未付款',
  'not-received': '沒有收到款項',
  'not-released': '已付款，對方沒有放行',
  'nothing-came': '沒有收到款項',
  'other-payer': '付款人不是對方本人',
  'other-person-paid': '付款人不是買家本人',
  'paid-and-cancelled': '已付款，訂單卻被取消',
  'payment-failed': '付款沒有成功',
  'payment-taken-back': '款項後來被收回',
  'released-by-mistake': '誤放行',
  'seller-asked': '賣家要求取消',
  'still-checking': '仍在查帳',
  suspicious: '付款資料可疑',
  'terms-changed': '條件已改變',
  threatened: '對方威脅或騷擾',
  'wrong-amount': '金額不符',
  'wrong-sum': '金額不符',
  other: '其他原因',
};

export const METHOD_WORDS: Readonly<Record<PayMethod | PaidQrType, string>> = {
  bank: '銀行轉帳',
  twqr: 'TWQR',
  linepay: 'LINE Pay',
  jkopay: '街口支付',
  pxpay: '全支付',
  other: '其他掃碼支付',
};

/** Of the ledger's kinds; the rest of a kind says which step of the order moved it. */
export const ACCOUNT_WORDS: Readonly<Record<string, string>> = {
  available: '可用餘額',
  listing_reserve: '掛單保留',
  order_escrow: '訂單託管',
  hold: '暫緩動用',
  fee: '平台手續費',
};

export const MOVEMENT_WORDS: Readonly<Record<string, string>> = {
  'order.lock': '鎖入託管',
  'order.finish': '放行',
  'order.return': '退回',
  'order.split': '拆分',
  'order.relock': '重新託管',
  'order.hold-end': '解除暫緩',
};
