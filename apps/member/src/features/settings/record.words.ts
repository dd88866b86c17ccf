import { defineWords } from '@holdfast/client/i18n';

export const recordWords = defineWords({
  'zh-TW': {
    title: '我的交易紀錄',
    explained: '這些數字怎麼算',
    counted: '訂單完成時，買賣雙方各算一筆；和同一個人交易再多次，交易對象也只算一人。',
    lately: '近 30 天以台北的日期計算，包含今天。其他會員只看到成交額的範圍，看不到金額。',
    completion: '完成率：完成的訂單，除以完成的訂單加上因為您而沒有完成的訂單。別人取消的不算您的。',
    disputes:
      '客服判定的訂單，會算在被判定有責任的一方；沒有判定誰有責任、或雙方自行解決的不算。結果和責任是分開的：訂單完成也可能判定有責任。',
    times: '時間取最近 50 筆的中間值。付款從訂單鎖定算到您按下已付款；放行從對方付款算到訂單完成。',
    few: '結束的訂單滿 5 筆後，才會顯示完成率和時間。',
    rated: '評價取最近 100 則的平均，滿 5 則才會顯示。由客服裁定的訂單不能評價。',
    received: '收到的評價',
    noneReceived: '還沒有收到評價。訂單完成後 24 小時內，雙方可以互相評價。',
  },
  en: {
    title: 'My trading record',
    explained: 'How these are counted',
    counted:
      'A finished order counts once for each side. However often you trade with somebody, they are one member you traded with.',
    lately:
      'The last 30 days are days in Taipei, today included. Others see a range of what you traded, never the sum.',
    completion:
      'Completed: your finished orders, out of these and the ones that did not finish because of you. What others cancel is not yours.',
    disputes:
      'An order that support has decided counts for the side whose fault it was found to be. Where nobody was at fault, or you two settled it, it counts for nobody. Fault is apart from how the order ended.',
    times:
      'A time is the middle one of your newest 50. Paying runs from the lock of the order until you say you have paid; releasing from there until the order is finished.',
    few: 'A share and times are shown once 5 orders have ended.',
    rated:
      'The rating is the average of the newest 100, shown from the fifth on. Orders that support has decided are not rated.',
    received: 'Ratings you received',
    noneReceived: 'None yet. For 24 hours after an order is finished, the two sides can rate each other.',
  },
});
