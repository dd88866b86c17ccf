import { entry, fillErrorText, type WireCode } from './entry.ts';
import { FIRST_ERRORS } from './first.ts';

/**
 * Every error that a person or a client can meet, once. The texts that the product was given in Chinese are exact (spec 5, spec 8); the others
 * are ours. docs/errors.md is this table for people, and a test keeps the two equal.
 *
 * `{name}` in a text is filled from the error's data. Which data an error needs is read off its own zh-TW text by the types below, so a
 * text cannot ask for what a caller forgot to give.
 */

export const ERRORS = {
  ...FIRST_ERRORS,

  // The codes that were asked for (spec 8), beside those that come first.
  MEMBER_NOT_FOUND: entry(10302, 'server', '會員查詢失敗', 'The member could not be found'),
  ROLE_NOT_ALLOWED: entry(10392, 'server', '您的帳號不能使用這項功能', 'Your account cannot use this'),

  // Ours: accounts and secrets, 111xx.
  /** Says nothing of what it was that is blocked: whoever tries would find out what to change. */
  REGISTRATION_REFUSED: entry(
    11020,
    'server',
    '目前無法完成註冊，請聯絡客服',
    'We cannot sign you up at the moment. Please contact support',
  ),
  ACCOUNT_TAKEN: entry(11102, 'server', '這個帳號已有人使用', 'This account name is taken'),
  NICKNAME_TAKEN: entry(11103, 'server', '這個暱稱已有人使用', 'This nickname is taken'),
  PASSWORD_BREACHED: entry(
    11104,
    'server',
    '這組密碼太常見，請換一組',
    'This password is too common. Please choose another',
  ),
  TRANSACTION_SECRET_WRONG: entry(
    11105,
    'server',
    '交易密碼錯誤，還可嘗試 {triesLeft} 次',
    'The transaction code is wrong. Tries left: {triesLeft}',
  ),
  TRANSACTION_SECRET_LOCKED: entry(
    11106,
    'server',
    '交易密碼錯誤次數過多，已鎖定，請重新設定',
    'The transaction code is locked after too many wrong tries. Please set a new one',
  ),
  CODE_INSTEAD: entry(
    11109,
    'server',
    '為了保護這個帳號，目前請改用驗證碼',
    'To protect this account, please use a code instead for now',
  ),
  CODE_TOO_SOON: entry(
    11110,
    'server',
    '請於 {seconds} 秒後再重新發送驗證碼',
    'You can ask for another code in {seconds} s',
    { retry: 'later' },
  ),
  CODE_LIMIT: entry(
    11111,
    'server',
    '驗證碼發送次數已達上限，請於 {until} 後再試',
    'Too many codes have been sent. Please try again after {until}',
    { retry: 'later' },
  ),
  CODE_WRONG: entry(
    11112,
    'server',
    '驗證碼錯誤，還可嘗試 {triesLeft} 次',
    'The code is wrong. Tries left: {triesLeft}',
  ),
  CODE_DEAD: entry(
    11113,
    'server',
    '驗證碼已失效，請重新取得',
    'This code is no longer valid. Please ask for a new one',
  ),
  TICKET_INVALID: entry(
    11114,
    'server',
    '驗證已逾時或已使用，請重新驗證',
    'This verification has expired or was used. Please verify again',
  ),
  AUTHENTICATOR_PRESENT: entry(
    11141,
    'server',
    '您已設定驗證器，請先移除再設定新的',
    'You have an authenticator already. Remove it before you add another one',
  ),
  PASSKEY_UNAVAILABLE: entry(
    11143,
    'server',
    '這台裝置或瀏覽器不能使用通行密鑰',
    'Passkeys cannot be used on this device or in this browser',
  ),
  PASSKEY_WRONG: entry(
    11144,
    'server',
    '這個通行密鑰未被接受，請再試一次',
    'This passkey was not accepted. Please try again',
  ),
  PASSKEY_NOT_FOUND: entry(11145, 'server', '找不到這個通行密鑰', 'This passkey was not found'),
  PASSKEY_LIMIT: entry(
    11146,
    'server',
    '最多可設定 {max} 個通行密鑰，請先移除不用的',
    'You can have up to {max} passkeys. Please remove one first',
  ),
  SELFIE_NOT_FRESH: entry(
    11147,
    'server',
    '需要 72 小時內重新拍攝並核准的自拍，且與先前核准的是同一個身分',
    'It takes a selfie taken anew and approved within 72 hours, of the identity that was approved before',
  ),
  CONTACT_NOT_GRANTED: entry(
    11148,
    'server',
    '請驗證您向客服提供的新手機號碼。已超過 72 小時的話，請再聯絡客服',
    'Please verify the new mobile number that you gave our staff. After 72 hours, please contact them again',
  ),
  AUTHENTICATOR_NONE: entry(11142, 'server', '您沒有設定驗證器', 'You have no authenticator'),
  MOBILE_TAKEN: entry(
    11115,
    'server',
    '這個手機號碼已有會員使用',
    'Another member already uses this mobile number',
  ),
  TRANSACTION_SECRET_MISSING: entry(
    11116,
    'server',
    '請先設定交易密碼',
    'Please set your transaction code first',
  ),
  RENAME_USED: entry(
    11117,
    'server',
    '帳號與暱稱只能變更一次',
    'Account and nickname can be changed once only',
  ),
  FREEZE_LINK_USED: entry(
    11118,
    'server',
    '這個連結已經用過，帳號當時就已凍結。要再次凍結，請改用密碼或驗證碼',
    'This link was used already, and the account was frozen then. To freeze it again, use your password or a code',
  ),
  FREEZE_LINK_EXPIRED: entry(
    11119,
    'server',
    '這個連結已超過 72 小時，不能再用。要凍結帳號，請改用密碼或驗證碼',
    'This link is older than 72 hours and no longer works. To freeze your account, use your password or a code',
  ),
  FREEZE_LINK_UNKNOWN: entry(
    11120,
    'server',
    '這個連結不正確，可能沒有複製完整。請從訊息中重新開啟，或改用密碼或驗證碼',
    'This link is not valid; it may be incomplete. Open it from the message again, or use your password or a code',
  ),

  PASSWORD_WRONG: entry(11130, 'server', '目前的登入密碼錯誤', 'Your current password is wrong'),
  PASSWORD_UNCHANGED: entry(
    11131,
    'server',
    '新密碼不能與目前的密碼相同',
    'The new password must differ from the one you have',
  ),
  TRANSACTION_SECRET_UNCHANGED: entry(
    11132,
    'server',
    '新的交易密碼不能與目前的相同',
    'The new transaction code must differ from the one you have',
  ),
  ANSWERS_WRONG: entry(
    11133,
    'server',
    '安全問題的答案不正確，今日還可嘗試 {triesLeft} 次',
    'These answers are wrong. Tries left today: {triesLeft}',
  ),
  ANSWERS_LIMIT: entry(
    11134,
    'server',
    '安全問題答錯次數已達上限，請於 {until} 後再試',
    'Too many wrong answers. Please try again after {until}',
    { retry: 'later' },
  ),
  ANSWERS_NEEDED: entry(
    11135,
    'server',
    '請先回答您的安全問題',
    'Please answer your security questions first',
  ),
  QUESTION_NOT_FOUND: entry(11136, 'server', '找不到這個安全問題', 'This security question was not found'),

  AUTHENTICATOR_TOO_NEW: entry(
    11149,
    'server',
    '這個驗證器是最近才設定的，{until} 之後才能用來放行',
    'This authenticator was added too recently to release with; it can be used after {until}',
    { retry: 'later' },
  ),
  DEVICE_NOT_FOUND: entry(11150, 'server', '找不到這台裝置', 'This device was not found'),
  /** A browser whose push service we do not know, a shell where there is no service for shells, or half a subscription. */
  PUSH_SERVICE_UNKNOWN: entry(
    11160,
    'server',
    '這個瀏覽器的推播服務無法使用',
    'The push service of this browser cannot be used',
  ),
  PUSH_NOT_REGISTERED: entry(
    11161,
    'server',
    '這台裝置還沒有登記推播',
    'This device is not registered for push messages',
  ),
  CONTACT_SAME: entry(11151, 'server', '這就是您目前使用的聯絡方式', 'You are already using this one'),
  RELEASE_CODE_REQUIRED: entry(
    11152,
    'server',
    '安全冷卻期間，放行訂單需要驗證碼',
    'During the cooling-off period, releasing an order needs a code',
  ),

  CODE_ADDRESSES_TOO_NEW: entry(
    11153,
    'server',
    '您的手機與電子信箱都是在安全冷卻期間驗證的，{until} 起才能收驗證碼。這能防止盜用帳號的人改用自己的號碼。急需處理請聯絡客服',
    'Your mobile and email were verified during a cooling-off period and can receive codes from {until} on. This keeps somebody who gets into your account from using a number of their own. If it is urgent, contact support',
    { retry: 'later' },
  ),
  CODE_ADDRESSES_NONE: entry(
    null,
    'client',
    '您沒有已驗證的手機或電子信箱，無法傳送驗證碼。請先到安全中心驗證，或聯絡客服',
    'You have no verified mobile or email, so no code can be sent. Verify one in the security centre, or contact support',
  ),
  PASSWORD_CODE_REQUIRED: entry(
    11154,
    'server',
    '這組密碼可能已外洩，更換時還需要驗證碼',
    'This password may have leaked, so changing it needs a code as well',
  ),

  // Ours: money and cards, 112xx.
  BALANCE_INSUFFICIENT: entry(11200, 'server', '可用餘額不足', 'Your available balance is not enough'),
  AMOUNT_OUT_OF_LIMITS: entry(
    11201,
    'server',
    '數量須介於 {min} 與 {max} 之間',
    'The quantity must be between {min} and {max}',
  ),
  BANK_CARD_INVALID: entry(11202, 'server', '銀行帳戶資料不正確', 'The bank account details are wrong', {
    carries: ['clauses'],
  }),
  BANK_CARD_DUPLICATE: entry(
    11203,
    'server',
    '這個銀行帳戶已經綁定',
    'This bank account has already been added',
  ),
  BANK_CARD_LIMIT: entry(
    11204,
    'server',
    '最多可綁定 {max} 個銀行帳戶',
    'You can add at most {max} bank accounts',
  ),
  BANK_CARD_REQUIRED: entry(11205, 'server', '請先綁定可用的銀行帳戶', 'Please add a bank account first'),
  BANK_CARD_NOT_APPROVED: entry(
    11206,
    'server',
    '銀行帳戶通過審核後才能用來收款',
    'A bank account can receive payments only after it has been approved',
  ),
  BANK_CARD_COOLING: entry(
    11207,
    'server',
    '這個銀行帳戶是在安全冷卻期間新增的，{until} 起才能用來收款',
    'This bank account was added during a cooling-off period and can receive payments from {until} on',
    { retry: 'later' },
  ),
  BANK_CARD_NOT_FOUND: entry(11210, 'server', '找不到這個銀行帳戶', 'This bank account could not be found'),
  BANK_CARD_IN_USE: entry(
    11211,
    'server',
    '進行中的訂單或掛單正在使用這個帳戶，結束後才能變更或移除',
    'An order or a listing is using this account. It can be changed or removed once that has ended',
    { carries: ['uses'] },
  ),
  BANK_CARD_CHANGED: entry(
    11212,
    'server',
    '這個帳戶剛剛有變動，請重新查看後再決定',
    'This account has just changed. Look at it again before you decide',
  ),
  BANK_CARD_CLAIMED: entry(
    11213,
    'server',
    '另一位會員已通過審核的帳戶使用相同帳號，請先處理那一個',
    'An approved account of another member has the same number. Decide about that one first',
  ),
  BANK_CARD_HOLDER_DIFFERS: entry(
    11214,
    'server',
    '戶名與會員通過驗證的姓名不同，不能核准',
    'The account name is not the approved name of the member, so it cannot be approved',
  ),
  REAL_NAME_REQUIRED: entry(11215, 'server', '尚未通過實名驗證', 'The real name is not verified yet'),
  PAY_ACCOUNT_INVALID: entry(
    11220,
    'server',
    '第三方支付帳號資料不正確',
    'The details of the pay account are wrong',
    { carries: ['clauses'] },
  ),
  PAY_ACCOUNT_DUPLICATE: entry(
    11221,
    'server',
    '這個第三方支付帳號已經綁定',
    'This pay account has already been added',
  ),
  PAY_ACCOUNT_LIMIT: entry(
    11222,
    'server',
    '最多可綁定 {max} 個第三方支付帳號',
    'You can add at most {max} pay accounts',
  ),
  PAY_ACCOUNT_NOT_APPROVED: entry(
    11223,
    'server',
    '第三方支付帳號通過審核後才能用來收款',
    'A pay account can receive payments only after it has been approved',
  ),
  PAY_ACCOUNT_COOLING: entry(
    11224,
    'server',
    '這個第三方支付帳號是在安全冷卻期間新增的，{until} 起才能用來收款',
    'This pay account was added during a cooling-off period and can receive payments from {until} on',
    { retry: 'later' },
  ),
  PAY_ACCOUNT_NOT_FOUND: entry(
    11225,
    'server',
    '找不到這個第三方支付帳號',
    'This pay account could not be found',
  ),
  PAY_ACCOUNT_IN_USE: entry(
    11226,
    'server',
    '進行中的訂單或掛單正在使用這個第三方支付帳號，結束後才能變更或移除',
    'An order or a listing is using this pay account. It can be changed or removed once that has ended',
    { carries: ['uses'] },
  ),
  PAY_ACCOUNT_CHANGED: entry(
    11227,
    'server',
    '這個第三方支付帳號剛剛有變動，請重新查看後再決定',
    'This pay account has just changed. Look at it again before you decide',
  ),
  PAY_ACCOUNT_CLAIMED: entry(
    11228,
    'server',
    '另一位會員已通過審核的第三方支付帳號與此相同，請先處理那一個',
    'An approved pay account of another member is the same one. Decide about that one first',
  ),
  PAY_ACCOUNT_HOLDER_DIFFERS: entry(
    11229,
    'server',
    '戶名與會員通過驗證的姓名不同，不能核准這個第三方支付帳號',
    'The holder is not the approved name of the member, so the pay account cannot be approved',
  ),
  PAY_ACCOUNT_CODE_DIFFERS: entry(
    11230,
    'server',
    '我們讀到的收款碼內容與您裝置讀到的不同，請換一張清楚的圖片再試',
    'What we read in the QR code differs from what your device read. Please try a clearer picture',
  ),
  PAY_ACCOUNT_OWN_ADDITION: entry(
    11231,
    'server',
    '您自己新增的第三方支付帳號要由另一位審核人員核准',
    'A pay account that you added must be approved by another reviewer',
  ),
  LEVEL_NOT_EARNED: entry(
    11232,
    'server',
    '您還不符合下一級的條件',
    'You do not meet the conditions of the next level yet',
  ),
  LEVEL_KEPT: entry(
    11233,
    'server',
    '您的等級由客服設定，要升級請聯絡客服',
    'Support has set your level. Please contact support to change it',
  ),
  AMOUNT_BELOW_FEE: entry(
    11208,
    'server',
    '數量太少，扣除手續費後不會剩下任何數量，最少 {min}',
    'Too little: the fee would take all of it. The least is {min}',
  ),
  AMOUNT_LEAVES_TOO_LITTLE: entry(
    11209,
    'server',
    '這樣剩下的數量會少到無法交易，請改成 {quantity}',
    'What is left would be too little to trade. Please take {quantity}',
  ),

  // Ours: listings, 113xx.
  LISTING_NOT_FOUND: entry(11300, 'server', '找不到這筆掛單', 'This listing was not found'),
  LISTING_NOT_OPEN: entry(11301, 'server', '這筆掛單目前無法交易', 'This listing cannot be traded now'),
  LISTING_CHANGED: entry(
    11302,
    'server',
    '掛單內容已變更，請確認新的內容',
    'The listing has changed. Please check its new terms',
    { carries: ['version'] },
  ),
  LISTING_REMAINING_TOO_SMALL: entry(
    11303,
    'server',
    '掛單剩餘數量不足，目前剩 {remaining}',
    'Not enough is left of this listing: {remaining}',
  ),
  LISTING_OWN: entry(11304, 'server', '不能鎖定自己的掛單', 'You cannot lock your own listing'),
  LISTING_BUSY: entry(
    11305,
    'server',
    '其他會員正在交易這筆掛單',
    'Another member is trading this listing right now',
    { retry: 'later' },
  ),
  LOCK_CAP_REACHED: entry(
    11306,
    'server',
    '進行中的訂單已達上限 {max} 筆',
    'You have reached your limit of orders in progress: {max}',
  ),
  DAILY_LIMIT_BUY: entry(
    11323,
    'server',
    '超過您每天買入 {coin} 的上限。今天還可以買入 {left}，00:00 重新計算',
    'This is more {coin} than you may buy in a day. You can still buy {left} today; it renews at 00:00',
  ),
  DAILY_LIMIT_SELL: entry(
    11324,
    'server',
    '超過您每天賣出 {coin} 的上限。今天還可以賣出 {left}，00:00 重新計算',
    'This is more {coin} than you may sell in a day. You can still sell {left} today; it renews at 00:00',
  ),
  LISTING_OWNER_LIMIT: entry(
    11340,
    'server',
    '對方今天最多還可以交易 {left} {coin}，請改數量或換一筆掛單',
    'The other side can trade {left} {coin} more today. Change the quantity or choose another listing',
  ),
  OWN_LIMIT_ABOVE_LEVEL: entry(
    11341,
    'server',
    '您的等級每天最多 {max}',
    'Your level allows {max} a day at most',
  ),
  LISTING_NOT_PAYABLE: entry(
    11307,
    'server',
    '賣家目前沒有可以收款的帳戶',
    'The seller has no account that can receive payments right now',
    { retry: 'later' },
  ),
  LISTING_OWN_ORDER: entry(
    11308,
    'server',
    '您在這筆掛單已有進行中的訂單',
    'You already have an order in progress on this listing',
    { carries: ['orderId'] },
  ),
  LISTING_CROWDED: entry(
    11310,
    'server',
    '太多人同時鎖定這筆掛單，請於 {seconds} 秒後再試',
    'Too many people are locking this listing at once. Please try again in {seconds} s',
    { retry: 'same-rid' },
  ),
  LISTING_FEE_ROSE: entry(
    11312,
    'server',
    '手續費已調整為 {percent}%，請確認新的金額',
    'The fee is now {percent}%. Please check the new amounts',
  ),
  LISTING_NOTHING_TO_RENEW: entry(
    11314,
    'server',
    '這筆掛單已沒有可以再賣的數量，請複製一筆新的',
    'Nothing of this listing is left to offer again. Copy it instead',
  ),
  LISTINGS_FULL: entry(
    11343,
    'server',
    '同一種幣、同一邊最多 {max} 筆掛單，請先下架一筆',
    'You may have {max} listings of one coin on one side. Take one down first',
  ),
  LISTING_ABOVE_DAY: entry(
    11344,
    'server',
    '每筆最少高於您一天的交易上限 {max}，沒有人能下單',
    'The least per order is above what you may trade in a day ({max}), so nobody could order',
  ),
  LISTING_CONDITIONS: entry(
    11318,
    'server',
    '您還不符合這筆掛單的交易條件',
    'You do not meet the conditions of this listing yet',
    { carries: ['conditions'] },
  ),
  LISTING_OUT_OF_HOURS: entry(
    11321,
    'server',
    '這筆掛單現在不在交易時間，{until} 起可以下單',
    'This listing is outside its trading hours now. You can order from {until} on',
    { retry: 'later' },
  ),
  /** Says nothing of whether there is such a listing: a link that never was gets it too. */
  LISTING_LINK_ENDED: entry(
    11331,
    'server',
    '這個掛單連結已經失效',
    'This link to a listing no longer works',
  ),
  /** The same of a number that no listing has, and of a listing without a password. */
  LISTING_PASSWORD_WRONG: entry(
    11332,
    'server',
    '掛單編號或密碼不正確',
    'The number or the password of the listing is not right',
  ),
  REMARK_REFUSED: entry(
    11327,
    'server',
    '備註裡不能有帳號、連結、站外聯絡方式，也不能要求先放行或先取消',
    'A remark may hold no account, link or contact elsewhere, and may not ask to release or cancel first',
    { carries: ['kinds'] },
  ),
  REMARK_TOO_LONG: entry(11328, 'server', '備註最多 {max} 個字', 'A remark has {max} characters at most'),
  REMARK_REMOVED_BEFORE: entry(
    11329,
    'server',
    '這段備註之前已被客服移除，請換個寫法',
    'Support has taken this remark down before. Please write another one',
  ),
  REMARKS_WAITING: entry(
    11333,
    'server',
    '您有 {max} 段備註還在等客服確認，請先換個寫法',
    '{max} of your remarks still wait for support to check them. Please write this one another way for now',
  ),
  REMARK_DECIDED: entry(11330, 'server', '這段備註已經處理過了', 'This remark has been dealt with already'),
  RELATION_SELF: entry(11319, 'server', '不能對自己這麼做', 'You cannot do this to yourself'),
  RELATIONS_FULL: entry(
    11320,
    'server',
    '名單最多 {max} 人，請先移除幾位',
    'The list holds {max} members at most. Remove some first',
  ),
  PAY_WINDOW_NOT_OFFERED: entry(
    11313,
    'server',
    '目前可選的付款時限為 {minutes} 分鐘',
    'The times to pay that can be chosen now are {minutes} minutes',
  ),

  // Ours: orders, 114xx.
  ORDER_NOT_FOUND: entry(11400, 'server', '找不到這筆訂單', 'This order was not found'),
  ORDER_STATE_CHANGED: entry(
    11401,
    'server',
    '訂單狀態已變更，請確認最新狀態',
    'The order has changed. Please check its new state',
    { carries: ['order'] },
  ),
  ORDER_ACTION_NOT_ALLOWED: entry(
    11402,
    'server',
    '目前不能執行這項操作',
    'You cannot do this at the moment',
  ),
  ORDER_ACTION_NOT_BUILT: entry(11403, 'server', '這項操作尚未開放', 'This is not available yet'),
  ORDER_PROOF_INVALID: entry(
    11404,
    'server',
    '付款資料不完整或不正確',
    'The payment details are missing or not correct',
    { carries: ['clauses'] },
  ),
  /** The text must begin with these very words: a client shows a message that does unchanged (spec 8). */
  CANCEL_LIMIT: entry(
    11405,
    'server',
    '當日取消訂單超過限制（{used}/{max}），可於 {until} 後再操作',
    'Cancel limit of the day reached ({used}/{max}). Possible again after {until}',
    { retry: 'later' },
  ),
  PAY_METHOD_NOT_OFFERED: entry(
    11406,
    'server',
    '賣家沒有提供這種付款方式',
    'The seller does not accept this way of paying',
    { carries: ['payMethods'] },
  ),
  ORDER_ACTION_NOT_YET: entry(
    11420,
    'server',
    '{until} 起才能進行這項操作',
    'This is possible from {until} on',
    { retry: 'later' },
  ),
  LATE_CLAIM_EMPTY: entry(
    11422,
    'server',
    '請說明您什麼時候、從哪裡付了多少錢',
    'Please say when you paid, from where and how much',
  ),
  APPEAL_INVALID: entry(
    11421,
    'server',
    '請選擇申訴原因，並簡單說明發生了什麼事',
    'Please choose a reason, and tell us in a few words what happened',
    { carries: ['fields'] },
  ),

  RATING_CLOSED: entry(
    11430,
    'server',
    '這筆訂單不能評價，或評價時間已過',
    'This order cannot be rated, or the time to rate it is over',
  ),
  RATING_GIVEN: entry(11431, 'server', '您已經評價過這筆訂單', 'You have rated this order already'),
  THREAD_FULL: entry(
    11440,
    'server',
    '您在這筆訂單最多只能傳 {max} 則訊息；如果還有事情，請聯絡客服',
    'You can send {max} messages at most in one order. If there is more to say, contact support',
  ),
  MESSAGE_INVALID: entry(
    11441,
    'server',
    '訊息最多 {max} 個字，而且不能是空白',
    'A message has {max} characters at most, and at least one',
  ),

  // Ours: operators, 115xx.
  OPERATOR_SIGN_IN_FAILED: entry(
    11500,
    'server',
    '電子郵件、密碼或驗證碼不正確',
    'The e-mail address, the password or the code is wrong',
  ),
  INVITATION_INVALID: entry(
    11501,
    'server',
    '邀請碼不正確或已失效，請向管理員要求重新寄送',
    'This invitation is wrong or no longer valid. Ask an administrator for another one',
  ),
  AUTHENTICATOR_CODE_WRONG: entry(
    11502,
    'server',
    '驗證碼不正確，請確認手機時間後輸入最新的驗證碼',
    'The code is wrong. Check the clock of your phone and type the newest code',
  ),
  REQUEST_OWN: entry(
    11503,
    'server',
    '提出申請的人不能核准，請由另一位處理',
    'Whoever asks cannot approve. Somebody else has to decide',
  ),
  REQUEST_STALE: entry(
    11504,
    'server',
    '申請提出後資料已有變動，不能核准；請退回後重新申請',
    'What the request rests on has changed, so it cannot be approved. Refuse it and ask anew',
  ),
  REQUEST_CLOSED: entry(
    11505,
    'server',
    '這項申請已經處理或已過期',
    'This request has been decided already or has expired',
  ),
  OPERATOR_NOT_FOUND: entry(11506, 'server', '找不到這位後台人員', 'There is no such operator'),
  OPERATOR_EXISTS: entry(
    11507,
    'server',
    '這個電子郵件已有後台人員使用',
    'An operator with this e-mail address exists already',
  ),
  NOTHING_CHANGES: entry(
    11508,
    'server',
    '內容與目前相同，沒有需要變更的項目',
    'This is how it is already; nothing would change',
  ),
  REGISTER_BLOCK_EXISTS: entry(
    11509,
    'server',
    '這個項目已在封鎖名單中',
    'This is on the block list already',
    { carries: ['id'] },
  ),
  REGISTER_BLOCK_NOT_FOUND: entry(11510, 'server', '找不到這條封鎖規則', 'There is no such rule'),
  MAINTENANCE_END_BEFORE_BEGIN: entry(
    11511,
    'server',
    '結束時間必須晚於開始時間',
    'The end must be later than the beginning',
  ),
  MAINTENANCE_IN_PAST: entry(
    11512,
    'server',
    '這個時間已經過去，請改選之後的時間',
    'This time has passed. Please choose a later one',
  ),
  MAINTENANCE_OVERLAPS: entry(
    11513,
    'server',
    '這段時間與進行中的維護重疊，請改在它結束之後，或改為變更進行中的維護',
    'This overlaps the maintenance that is running. Begin after its end, or change the running one',
  ),
  MAINTENANCE_NOT_FOUND: entry(
    11514,
    'server',
    '這次維護已結束或已變更，請重新查看',
    'This maintenance has ended or was changed. Please look again',
  ),
  DEAD_LETTER_NOT_FOUND: entry(
    11525,
    'server',
    '這則推播已由他人處理，請重新查看',
    'Somebody has dealt with this push already. Please look again',
  ),
  OUTAGE_NOT_RECENT: entry(
    11518,
    'server',
    '只能宣告過去 {hours} 小時內開始、且尚未超過現在的中斷',
    'Only an outage that began within the last {hours} hours, and does not end in the future, can be declared',
    { carries: ['hours'] },
  ),
  OUTAGE_KNOWN: entry(
    11519,
    'server',
    '這段時間已經記錄為中斷或維護，期限已順延',
    'This time is known as an outage or a maintenance already, and deadlines have moved by it',
  ),
  SETTING_CHANGED: entry(
    11515,
    'server',
    '這項設定在您填寫期間已由他人變更，請重新查看',
    'Somebody has changed this setting meanwhile. Please look again',
  ),
  SETTING_IN_PAST: entry(
    11516,
    'server',
    '這個時間已經過去，請改選之後的時間',
    'This time has passed. Please choose a later one',
  ),
  SETTING_NOT_PLANNED: entry(
    11517,
    'server',
    '這項變更已經生效或已撤回，請重新查看',
    'This change has started or was withdrawn already. Please look again',
  ),

  BROADCAST_STARTED: entry(
    11560,
    'server',
    '這則公告已開始發送或已結束，請重新查看',
    'This broadcast has begun or is over already. Please look again',
  ),
  BROADCAST_DAY_FULL: entry(
    11561,
    'server',
    '當天的公告已達上限，請改選其他日期',
    'As many broadcasts as a day may have begin on that day. Please choose another one',
  ),
  BROADCAST_IN_PAST: entry(
    11562,
    'server',
    '發送時間已經過去，請選擇之後的時間',
    'The time to send it has passed. Please choose a later one',
  ),
  BROADCAST_NOBODY: entry(11563, 'server', '沒有符合條件的會員', 'No member is in this audience'),
  BROADCAST_NO_FILM: entry(11564, 'server', '系統尚未設定介紹影片', 'No intro video is set up'),
  BROADCAST_ACCOUNTS_UNKNOWN: entry(
    11565,
    'server',
    '找不到這些帳號：{accounts}',
    'There are no such accounts: {accounts}',
  ),
  BROADCAST_ASKED_OFTEN: entry(
    11566,
    'server',
    '您今天提出的公告已達上限',
    'You have asked for as many broadcasts as a day allows',
  ),

  // Ours: real name, 116xx.
  REAL_NAME_NOT_EDITABLE: entry(
    11600,
    'server',
    '實名資料審核中或已驗證，目前不能修改',
    'Your real-name details are under review or verified and cannot be changed now',
  ),
  REAL_NAME_INVALID: entry(11601, 'server', '實名資料不正確', 'The real-name details are not correct', {
    carries: ['clauses'],
  }),
  REAL_NAME_APPLICATION_NOT_FOUND: entry(
    11602,
    'server',
    '找不到這筆實名申請',
    'This real-name application was not found',
  ),
  REAL_NAME_DECIDED: entry(
    11603,
    'server',
    '這筆實名申請已經由其他人審核',
    'Somebody else has decided this real-name application already',
  ),
  REAL_NAME_IDENTITY_TAKEN: entry(
    11604,
    'server',
    '這個身分已經屬於另一個已驗證的帳號，不能核准',
    'This identity already belongs to another verified account, so it cannot be approved',
  ),
  REAL_NAME_NOTHING_TO_RESET: entry(
    11605,
    'server',
    '這位會員沒有可以重設的實名驗證',
    'This member has no verification that could be reset',
  ),

  // Ours: reviews, 117xx.
  REVIEW_CLAIMED: entry(
    11700,
    'server',
    '{by} 正在審核這一件，需要時可以填寫理由接手',
    '{by} is reviewing this one. Take it over with a reason if you have to',
  ),
  REVIEW_CLAIM_NEEDED: entry(
    11701,
    'server',
    '請先認領再決定；您的認領可能已到期或由他人接手',
    'Claim this one before you decide. Your claim may have ended, or somebody has taken it over',
  ),
  REVIEW_NOT_FOUND: entry(11702, 'server', '找不到這個審核項目', 'There is no such item to review'),
  REVIEW_NOT_HELD: entry(
    11703,
    'server',
    '這一件的認領已有變動，請重新查看後再接手',
    'The claim of this one has changed. Look again before you take it over',
  ),
  CASE_CLAIMED: entry(
    11704,
    'server',
    '{by} 正在處理這一件，需要時可以填寫理由接手',
    '{by} is working on this one. Take it over with a reason if you have to',
  ),
  CASE_CLAIM_NEEDED: entry(
    11705,
    'server',
    '請先認領這一件；您的認領可能已到期或由他人接手',
    'Claim this one first. Your claim may have ended, or somebody has taken it over',
  ),
  CASE_CHANGED: entry(
    11706,
    'server',
    '訂單已有變動，請重新查看後再裁決',
    'Something has happened to the order. Look again before you rule',
  ),
  CASE_ESCALATED: entry(
    11708,
    'server',
    '這一件已經超過處理時限，由主管處理',
    'Nobody has ruled this one in time. It is with the lead now',
  ),
  REPLY_NOT_FOUND: entry(11533, 'server', '找不到這個回覆範本', 'This reply template was not found'),
  REPLY_CHANGED: entry(
    11534,
    'server',
    '這個回覆範本剛剛被改過，請重新整理後再改',
    'This reply template was just changed. Please look at it again first',
  ),
  REPLY_NAME_TAKEN: entry(11535, 'server', '已有同名的回覆範本', 'Another reply template has this name'),
  REPLIES_FULL: entry(
    11536,
    'server',
    '最多 {max} 個使用中的範本，請先停用一個',
    'At most {max} templates can be in use. Retire one first',
  ),
  FLAG_DECIDED: entry(11709, 'server', '這則訊息已經有人處理', 'Somebody has dealt with this one already'),
  RULING_INVALID: entry(11707, 'server', '這筆訂單不能這樣裁決', 'This order cannot be ruled so', {
    carries: ['fields'],
  }),

  // Ours: files, 118xx. Each fault of a file has a name, so that a member hears what to do about it.
  UPLOAD_EMPTY: entry(11800, 'server', '這個檔案是空的', 'This file is empty'),
  UPLOAD_TOO_LARGE: entry(
    11801,
    'server',
    '檔案太大，最多 {megabytes} MB',
    'This file is too large. At most {megabytes} MB',
  ),
  UPLOAD_TYPE_NOT_ALLOWED: entry(
    11802,
    'server',
    '不能上傳這種檔案，請選擇 {types}',
    'This kind of file cannot be uploaded. Please choose {types}',
  ),
  UPLOAD_DAMAGED: entry(
    11803,
    'server',
    '檔案不完整或已損壞，請換一個檔案',
    'This file is incomplete or damaged. Please choose another',
  ),
  UPLOAD_ANIMATED: entry(
    11804,
    'server',
    '不能上傳動態圖片，請選擇靜態的圖片',
    'An animated picture cannot be uploaded. Please choose a still one',
  ),
  UPLOAD_TOO_MANY_PIXELS: entry(
    11805,
    'server',
    '圖片的像素太多，最多 {megapixels} 百萬像素',
    'This picture has too many pixels. At most {megapixels} megapixels',
  ),
  UPLOAD_MIXED: entry(
    11806,
    'server',
    '這個檔案夾帶了其他內容，請換一個檔案',
    'This file carries something else inside. Please choose another',
  ),
  UPLOAD_LIMIT: entry(
    11807,
    'server',
    '今天上傳的檔案已達上限 {max} 個，請於 {until} 後再試',
    'You have reached the limit of {max} uploads a day. Please try again after {until}',
    { retry: 'later' },
  ),
  UPLOAD_CODE_NONE: entry(
    11810,
    'server',
    '圖片中找不到 QR 碼，請換一張清楚、完整的圖片',
    'No QR code was found in this picture. Please choose one that shows all of it clearly',
  ),
  UPLOAD_CODE_SEVERAL: entry(
    11811,
    'server',
    '圖片中有不只一個 QR 碼，請裁切到只剩收款碼',
    'This picture shows more than one QR code. Please crop it to the one to be paid on',
  ),
  FILE_NOT_FOUND: entry(11808, 'server', '找不到這個檔案', 'This file was not found'),
  STORAGE_UNAVAILABLE: entry(
    11809,
    'server',
    '目前無法存取檔案，請稍後再試',
    'Files cannot be stored or read at the moment. Please try again later',
    { report: true, retry: 'same-rid' },
  ),
} as const;

export type ErrorName = keyof typeof ERRORS;
/** The errors that a server may answer with. */
export type WireErrorName = {
  [N in ErrorName]: (typeof ERRORS)[N]['from'] extends 'server' ? N : never;
}[ErrorName];

type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;
type ShownBy<N extends ErrorName> = PlaceholdersOf<(typeof ERRORS)[N]['zhTW']>;
type CarriedBy<N extends ErrorName> = (typeof ERRORS)[N]['carries'][number];

/** What an error of this name must bring: what its text shows, and what it carries. More is allowed (`fields`, `previous` ...). */
export type ErrorData<N extends ErrorName> = Readonly<Record<ShownBy<N>, string | number>> &
  Readonly<Record<CarriedBy<N>, unknown>> &
  Readonly<Record<string, unknown>>;

export type DataArguments<N extends ErrorName> = [ShownBy<N> | CarriedBy<N>] extends [never]
  ? [data?: ErrorData<N>, options?: ErrorOptions]
  : [data: ErrorData<N>, options?: ErrorOptions];

export function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERRORS, name);
}

export type ErrorLocale = 'zhTW' | 'en';

/** The text of an error with its data in place. */
export function errorText(
  name: ErrorName,
  data: Readonly<Record<string, unknown>> = {},
  locale: ErrorLocale = 'zhTW',
): string {
  return fillErrorText(ERRORS[name][locale], data);
}

export interface ErrorReply {
  readonly errorCode: number;
  readonly errorMessage: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The reply of a server for an error of that name. The text is the zh-TW one; a client that shows another language takes code and data. */
export function wireError<N extends WireErrorName>(name: N, ...rest: DataArguments<N>): ErrorReply {
  const data: Readonly<Record<string, unknown>> = rest[0] ?? {};
  return { errorCode: ERRORS[name].code, errorMessage: errorText(name, data), data };
}

/** Whether an error of that name may stand in a reply. */
export function isWireErrorName(name: string): name is WireErrorName {
  return isErrorName(name) && ERRORS[name].from === 'server';
}

const BY_CODE: ReadonlyMap<WireCode, ErrorName> = new Map(
  Object.entries(ERRORS).flatMap(([name, { code }]) => (code === null ? [] : [[code, name as ErrorName]])),
);

/** The name behind a code that came over the wire; undefined for a code that this build does not know. */
export function findErrorByCode(code: number | string): ErrorName | undefined {
  return BY_CODE.get(code as WireCode);
}
