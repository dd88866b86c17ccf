import type { OrderNotificationType } from '../notifications/types.ts';

export interface Title {
  readonly zhTW: string;
  readonly en: string;
}

export interface NoticeText {
  /** What happened. It also stands on a locked phone, so it names nobody and no amount. */
  readonly title: Title;
  /**
   * Whose turn it is, what for and until when, in the reader's part. Slots: `{nick}` the other side, `{quantity}` and `{coin}`, `{amount}` in
   * NT$, `{time}` the deadline, `{claim}` until when the end can be questioned, `{hold}` until when
   * the coin is held.
   */
  readonly text?: Title;
}

/** The facts that distinguish the recipients and occasions of one notification type. */
export interface NoticeFacts {
  readonly role?: 'payer' | 'payee';
  /** The reader is the one who has acted. */
  readonly own?: boolean;
  readonly isOwner?: boolean;
  readonly ackOf?: string;
  readonly stage?: string;
  readonly onSilence?: string;
  readonly resolution?: string;
  readonly late?: boolean;
  readonly canExtend?: boolean;
  readonly canAsk?: boolean;
  readonly cancelAsked?: boolean;
  readonly duty?: string;
  readonly listingPaused?: boolean;
  readonly ended?: boolean;
  readonly claimed?: boolean;
  /** What the payer got cannot be used yet. */
  readonly isHeld?: boolean;
}

export interface NoticeVariant extends NoticeText {
  readonly if: NoticeFacts;
  readonly text: Title;
}

const say = (zhTW: string, en: string): Title => ({ zhTW, en });

/** One entry of the table: for whom and when, the title, and the text below it. */
const line = (facts: NoticeFacts, title: Title, text: Title): NoticeVariant => ({ if: facts, title, text });

const PAYER = { role: 'payer' } as const;
const PAYEE = { role: 'payee' } as const;

const PAY_NOW = say('請在 {time} 前付款，付完按「我已付款」。', 'Pay by {time}, then choose "I\'ve paid".');
const WAIT_FOR_PAYMENT = say(
  '等 {nick} 在 {time} 前付款，您先不用處理。',
  '{nick} has until {time} to pay. Nothing for you to do yet.',
);
const DO_NOT_PAY = say('請不要再付款。', 'Please do not pay now.');
const CANCELLED_BY_YOU = say('您取消了訂單', 'You cancelled the order');
const COIN_RETURNED = say(
  '{quantity} {coin} 已退回給您，不用處理。',
  '{quantity} {coin} went back to you. Nothing for you to do.',
);
const COIN_HELD = say(
  '您的 {coin} 已入帳，{hold} 起可用，不用處理。',
  'Your {coin} has arrived, and you can use it from {hold} on. Nothing for you to do.',
);
const SHARED = say('雙方已拆分，訂單完成', 'You two have shared it. Order finished');
const ANSWER_REQUEST = say('對方申請取消，請回覆', 'The other side asks to cancel. Please answer');
const CASE_OPEN = say(
  '您先不用處理。{quantity} {coin} 由穩付保管到客服判定為止。',
  'Nothing for you to do yet. Holdfast keeps the {quantity} {coin} until support has decided.',
);

/**
 * The text of an order notification for each recipient. The first entry whose facts hold is used; a test holds the table against every
 * notification that the machine sends, so that nobody gets the words of the other side.
 */
export const NOTICE_TEXTS: Readonly<Record<OrderNotificationType, readonly NoticeVariant[]>> = {
  orderLock: [
    line({ ...PAYEE, isOwner: true }, say('有人下單了', 'You have a new order'), WAIT_FOR_PAYMENT),
    line({ ...PAYEE, isOwner: false }, say('下單成功', 'Order placed'), WAIT_FOR_PAYMENT),
    line({ ...PAYER, isOwner: true }, say('有人下單了，請付款', 'You have a new order. Please pay'), PAY_NOW),
    line({ ...PAYER, isOwner: false }, say('下單成功，請付款', 'Order placed. Please pay'), PAY_NOW),
  ],
  orderRemindExtend: [
    line(
      { ...PAYER, stage: 'grace' },
      say('付款時間已過', 'The time to pay is over'),
      say(
        '請不要再付款。如果時限前已經付了，請在 {time} 前到訂單裡說明；沒有付的話，訂單會自動取消。',
        'Please do not pay now. If you paid in time, say so in the order by {time}. Otherwise it is cancelled.',
      ),
    ),
    line(
      { ...PAYEE, stage: 'grace' },
      say('買家的付款時間已過', "The buyer's time to pay is over"),
      say(
        '您先不用處理。{nick} 在 {time} 前沒有說明的話，訂單會自動取消，{quantity} {coin} 退回給您。',
        'Nothing for you to do yet. Unless {nick} explains by {time}, the order is cancelled and the {quantity} {coin} go back to you.',
      ),
    ),
    line(
      { ...PAYEE, stage: 'asked' },
      say('買家想延長付款時間', 'The buyer asks for more time to pay'),
      say(
        '{nick} 要在 {time} 前付款，希望能延長。同意的話請到訂單延長；不延長就不用處理。',
        '{nick} has until {time} to pay and asks for longer. You can extend the time in the order, or leave it as it is.',
      ),
    ),
    line(
      { ...PAYER, stage: 'ending', cancelAsked: true },
      say('付款時間快到了', 'Your time to pay is running out'),
      say(
        '賣家申請取消，還在等您回覆。要付款的話，請在 {time} 前付完並按「我已付款」。',
        'The seller asks to cancel and waits for your answer. If you do pay, pay by {time} and choose "I\'ve paid".',
      ),
    ),
    line(
      { ...PAYER, canExtend: false },
      say('付款時間快到了', 'Your time to pay is running out'),
      say(
        '請在 {time} 前付款，付完按「我已付款」。時間不能再延長了；來不及的話，請不要付款。',
        'Pay by {time}, then choose "I\'ve paid". There is no more time to give; if you cannot make it, do not pay.',
      ),
    ),
    line(
      { ...PAYER, canAsk: false },
      say('付款時間快到了', 'Your time to pay is running out'),
      say(
        '請在 {time} 前付款，付完按「我已付款」。您希望延長時間，對方還沒有回覆。',
        'Pay by {time}, then choose "I\'ve paid". You have asked for more time, and there is no answer yet.',
      ),
    ),
    line(
      { ...PAYEE, canExtend: false },
      say('買家的付款時間快到了', "The buyer's time to pay is running out"),
      WAIT_FOR_PAYMENT,
    ),
    line(
      PAYER,
      say('付款時間快到了', 'Your time to pay is running out'),
      say(
        '請在 {time} 前付款，付完按「我已付款」。來不及的話，可以請對方延長時間。',
        'Pay by {time}, then choose "I\'ve paid". If you need longer, ask for more time.',
      ),
    ),
    line(
      PAYEE,
      say('付款時間將到，是否延長？', 'Time to pay is running out. Extend it?'),
      say(
        '{nick} 要在 {time} 前付款。想給對方更多時間，請到訂單延長；不延長就不用處理。',
        '{nick} has until {time} to pay. You can extend the time in the order, or leave it as it is.',
      ),
    ),
  ],
  orderExtend: [
    line(PAYER, say('付款時間已延長', 'You have more time to pay'), PAY_NOW),
    line(PAYEE, say('您已延長付款時間', 'You gave more time to pay'), WAIT_FOR_PAYMENT),
  ],
  orderPaid: [
    line(
      { ...PAYEE, late: true },
      say('買家說已在時限內付款，請到銀行查帳', 'The buyer says it was paid in time. Check your bank'),
      say(
        '請在 {time} 前查帳。確實收到 NT$ {amount} 才放行；沒有收到請不要放行。',
        'Check by {time}. Release only if NT$ {amount} really arrived.',
      ),
    ),
    line(
      PAYEE,
      say('買家已付款，請到銀行查帳', 'The buyer has paid. Check your bank'),
      say(
        '請在 {time} 前查帳。確實收到 NT$ {amount} 才放行；沒有收到請不要放行。',
        'Check by {time}. Release only if NT$ {amount} really arrived.',
      ),
    ),
  ],
  orderWaitAck: [
    line(
      { ackOf: 'lock', isOwner: true },
      say('有人想下單，請決定是否接單', 'Somebody wants to trade. Will you accept?'),
      say(
        '請在 {time} 前決定。不回覆的話，訂單會自動取消。',
        'Decide by {time}. Without an answer the order is cancelled.',
      ),
    ),
    line(
      { ...PAYEE, ackOf: 'payment' },
      say('買家在等您查帳', 'The buyer is waiting for you to check your bank'),
      say(
        '請在 {time} 前查帳。確實收到 NT$ {amount} 才放行；沒有收到請不要放行。',
        'Check by {time}. Release only if NT$ {amount} really arrived.',
      ),
    ),
    line(
      { ...PAYER, ackOf: 'payment' },
      say('等賣家查帳', 'The seller is checking the payment'),
      say(
        '等 {nick} 在 {time} 前確認收款，您先不用處理。',
        '{nick} has until {time} to confirm. Nothing for you to do yet.',
      ),
    ),
  ],
  orderFinish: [
    line(
      { ...PAYER, resolution: 'operator', isHeld: true },
      say('客服已判定，訂單完成', 'Support has decided: the order is finished'),
      COIN_HELD,
    ),
    line({ ...PAYER, resolution: 'split', isHeld: true }, SHARED, COIN_HELD),
    line(
      { ...PAYER, resolution: 'split' },
      SHARED,
      say(
        '您的那一份 {coin} 已加入可用餘額，不用處理。',
        'Your part of the {coin} is in your available balance.',
      ),
    ),
    line(
      { ...PAYEE, resolution: 'split' },
      SHARED,
      say(
        '您的那一份 {coin} 已退回可用餘額，不用處理。',
        'Your part of the {coin} is back in your available balance.',
      ),
    ),
    line(
      { ...PAYER, isHeld: true },
      say('賣家已放行，訂單完成', 'Released to you. Order finished'),
      COIN_HELD,
    ),
    line(
      { ...PAYER, resolution: 'operator' },
      say('客服已判定，訂單完成', 'Support has decided: the order is finished'),
      say('您的 {coin} 已加入可用餘額，不用處理。', 'Your {coin} is in your available balance.'),
    ),
    line(
      { ...PAYEE, resolution: 'operator' },
      say('客服已判定，訂單完成', 'Support has decided: the order is finished'),
      say('判定結果在訂單裡，不用處理。', 'The order shows the decision. Nothing for you to do.'),
    ),
    line(
      PAYER,
      say('賣家已放行，訂單完成', 'Released to you. Order finished'),
      say('您的 {coin} 已加入可用餘額，不用處理。', 'Your {coin} is in your available balance.'),
    ),
    line(
      { ...PAYEE, own: true },
      say('您已放行，訂單完成', 'You released it. Order finished'),
      say(
        '您和 {nick} 的交易已完成，不用處理。',
        'Your trade with {nick} is finished. Nothing for you to do.',
      ),
    ),
    line(
      PAYEE,
      say('訂單完成', 'Order finished'),
      say(
        '您和 {nick} 的交易已完成，不用處理。',
        'Your trade with {nick} is finished. Nothing for you to do.',
      ),
    ),
  ],
  orderStuck: [
    line(
      { ...PAYEE, claimed: true },
      say('買家說已經付款，客服會查證', 'The buyer says it was paid. Support looks into it'),
      say(
        '{nick} 補報了這筆已取消的訂單：NT$ {amount} 已付。客服預計 {time} 前判定；查證屬實的話，會再鎖定您可用餘額裡的 {quantity} {coin}。您先不用處理，客服會在訂單裡與您聯絡。',
        '{nick} says that NT$ {amount} was paid for this cancelled order. Support decides by {time}; if it was, {quantity} {coin} of your available balance is locked again. Nothing for you to do yet. Support writes to you in the order.',
      ),
    ),
    line(
      { ...PAYER, claimed: true },
      say('您的補報付款已送出，客服會查證', 'You have reported your payment. Support looks into it'),
      say(
        '客服預計 {time} 前判定，結果會寫在訂單裡。請保留付款證明，您先不用處理。',
        'Expect the decision by {time}; you find it in the order. Keep your proof of payment. Nothing for you to do yet.',
      ),
    ),
    line(
      { stage: 'case', ended: true },
      say('客服正在看這筆已結束的訂單', 'Support is looking into an order that has ended'),
      say('您先不用處理，客服會在訂單裡答覆。', 'Nothing for you to do yet. Support answers in the order.'),
    ),
    line({ stage: 'case' }, say('客服正在處理這筆訂單', 'Support is looking into your order'), CASE_OPEN),
    line(
      { ...PAYER, stage: 'self' },
      say('賣家還沒有確認收款', 'The seller has not confirmed the payment'),
      say(
        '請保留付款證明。{time} 前仍沒有放行，會由客服接手；{quantity} {coin} 仍由穩付保管。',
        'Keep your proof of payment. If nothing is released by {time}, support takes over. Holdfast still keeps the {quantity} {coin}.',
      ),
    ),
    line(
      { ...PAYEE, stage: 'self' },
      say('訂單卡住了，請到銀行查帳', 'The order is stuck. Please check your bank'),
      say(
        '請在 {time} 前處理，之後由客服接手。確實收到 NT$ {amount} 才放行；沒有收到請不要放行。',
        'Please act by {time}; then support takes over. Release only if NT$ {amount} really arrived.',
      ),
    ),
  ],
  orderCancel: [
    // Before acceptance either side may be the one who withdraws; after it only the payer cancels at once.
    line({ ...PAYER, own: true }, CANCELLED_BY_YOU, DO_NOT_PAY),
    line({ ...PAYEE, own: true }, CANCELLED_BY_YOU, COIN_RETURNED),
    line(
      { ...PAYER, stage: 'withdrawn' },
      say('賣家取消了訂單', 'The seller cancelled the order'),
      say('請不要付款，也不用處理。', 'Please do not pay. Nothing for you to do.'),
    ),
    line(PAYER, say('您的訂單已取消', 'Your order is cancelled'), DO_NOT_PAY),
    line(PAYEE, say('買家取消了訂單', 'The buyer cancelled the order'), COIN_RETURNED),
  ],
  orderAutoCancel: [
    line(
      PAYER,
      say('逾時未付款，訂單已自動取消', 'Not paid in time: the order was cancelled'),
      say(
        '請不要再付款。如果已經付了，請在 {claim} 前到訂單裡補報付款。',
        'Please do not pay now. If you did pay, say so in the order by {claim}.',
      ),
    ),
    line(
      PAYEE,
      say('買家逾時未付款，訂單已自動取消', 'The buyer did not pay in time: the order was cancelled'),
      COIN_RETURNED,
    ),
  ],
  orderForceCancel: [
    line(
      { ...PAYER, resolution: 'risk' },
      say('為了安全，訂單已取消', 'This order was cancelled for safety'),
      say(
        '請不要再付款。這筆取消不算在您的紀錄上。有疑問請在 {claim} 前聯絡客服。',
        'Please do not pay now. It does not count against you. If you disagree, contact support by {claim}.',
      ),
    ),
    line(
      { ...PAYEE, resolution: 'risk' },
      say('為了安全，訂單已取消', 'This order was cancelled for safety'),
      say(
        '{quantity} {coin} 已退回給您。這筆取消不算在您的紀錄上。有疑問請在 {claim} 前聯絡客服。',
        '{quantity} {coin} went back to you. It does not count against you. If you disagree, contact support by {claim}.',
      ),
    ),
    line(
      PAYER,
      say('客服已取消訂單', 'Support has cancelled the order'),
      say(
        '請不要再付款。有疑問請在 {claim} 前聯絡客服。',
        'Please do not pay now. If you disagree, contact support by {claim}.',
      ),
    ),
    line(
      PAYEE,
      say('客服已取消訂單', 'Support has cancelled the order'),
      say(
        '{quantity} {coin} 已退回給您。有疑問請在 {claim} 前聯絡客服。',
        '{quantity} {coin} went back to you. If you disagree, contact support by {claim}.',
      ),
    ),
  ],
  orderAckCancel: [
    line(
      { ackOf: 'lock' },
      say('對方沒有接單', 'Your order was not accepted'),
      say(
        '訂單已取消，不用處理。您可以看看其他掛單。',
        'The order is cancelled. Nothing for you to do; have a look at other listings.',
      ),
    ),
    line(
      { onSilence: 'cancels' },
      ANSWER_REQUEST,
      say(
        '請在 {time} 前回覆 {nick}。如果已經收到 NT$ {amount}，請不要同意。不回覆的話，訂單會自動取消。',
        'Answer {nick} by {time}. If NT$ {amount} has arrived, do not agree. Without an answer the order is cancelled.',
      ),
    ),
    line(
      { onSilence: 'gets stuck' },
      ANSWER_REQUEST,
      say(
        '請在 {time} 前回覆 {nick}。如果已經付款，請不要同意。不回覆的話，訂單會卡住，由雙方處理。',
        'Answer {nick} by {time}. If you have paid, do not agree. Without an answer the order gets stuck until both of you act.',
      ),
    ),
    line(
      { onSilence: 'nothing' },
      say('對方申請取消', 'The other side asks to cancel'),
      say(
        '客服會判定這筆訂單。您可以到訂單回覆 {nick}，也可以先不用處理。如果已經收到 NT$ {amount}，請不要同意。',
        'Support will decide this order. You can answer {nick} in the order. Nothing for you to do otherwise. If NT$ {amount} has arrived, do not agree.',
      ),
    ),
    line(
      { onSilence: 'lapses', duty: 'operator' },
      say('對方申請取消', 'The other side asks to cancel'),
      say(
        '客服會判定這筆訂單。您可以在 {time} 前到訂單回覆 {nick}，也可以先不用處理。如果已經付款，請不要同意。',
        'Support will decide this order. You can answer {nick} in the order by {time}. Nothing for you to do otherwise. If you have paid, do not agree.',
      ),
    ),
    line(
      { onSilence: 'lapses' },
      ANSWER_REQUEST,
      say(
        '請在 {time} 前回覆 {nick}。如果已經付款，請不要同意。不回覆的話，訂單照常進行。',
        'Answer {nick} by {time}. If you have paid, do not agree. Without an answer the order goes on.',
      ),
    ),
  ],
  orderAckAllow: [
    line({ ...PAYER, ackOf: 'lock' }, say('對方已接單，請付款', 'Order accepted. Please pay'), PAY_NOW),
    line({ ...PAYEE, ackOf: 'lock' }, say('對方已接單', 'Order accepted'), WAIT_FOR_PAYMENT),
    line(
      { ...PAYER, ackOf: 'cancel' },
      say('雙方同意，訂單已取消', 'You both agreed: the order is cancelled'),
      DO_NOT_PAY,
    ),
    line(
      { ...PAYEE, ackOf: 'cancel' },
      say('雙方同意，訂單已取消', 'You both agreed: the order is cancelled'),
      COIN_RETURNED,
    ),
  ],
  orderAutoAckCancel: [
    line(
      { ackOf: 'lock', isOwner: true, listingPaused: false },
      say('您沒有及時接單，訂單已取消', 'Not accepted in time: the order was cancelled'),
      say(
        '這筆掛單已經不在市場上，不用處理。',
        'The listing was not on the market any more. Nothing for you to do.',
      ),
    ),
    line(
      { ackOf: 'lock', isOwner: true },
      say('您沒有及時接單，訂單已取消', 'Not accepted in time: the order was cancelled'),
      say('掛單已暫停，您方便時再開啟。', 'Your listing is paused. Open it again when you are back.'),
    ),
    line(
      { ackOf: 'lock', isOwner: false },
      say('對方沒有及時接單，訂單已取消', 'Not accepted in time: the order was cancelled'),
      say('不用處理。您可以看看其他掛單。', 'Nothing for you to do; have a look at other listings.'),
    ),
    line(
      { ...PAYER, ackOf: 'cancel' },
      say('賣家逾時未回覆，訂單已取消', 'No answer from the seller: the order was cancelled'),
      DO_NOT_PAY,
    ),
    line(
      { ...PAYEE, ackOf: 'cancel' },
      say('您逾時未回覆，訂單已取消', 'You did not answer in time: the order was cancelled'),
      COIN_RETURNED,
    ),
  ],
};
