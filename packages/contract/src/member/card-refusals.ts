/**
 * Why a card or a pay account is refused: what a reviewer chooses and its member reads. There is no reason that says that another member has the
 * account: whoever knows a number would learn from it who uses the product.
 */
export const CARD_REFUSAL_TEXTS = {
  'holder-differs': {
    zhTW: '戶名與您通過驗證的姓名不同。',
    en: 'The account name is not your approved name.',
  },
  'account-wrong': {
    zhTW: '查無這個帳號，或銀行與帳號不符。',
    en: 'There is no such account, or bank and number do not match.',
  },
  'not-own': {
    zhTW: '無法確認這是您本人的帳戶。',
    en: 'We could not confirm that this account is your own.',
  },
  'cannot-receive': { zhTW: '這個帳戶無法收款。', en: 'This account cannot receive payments.' },
  other: { zhTW: '資料無法通過審核。', en: 'These details could not be approved.' },
} as const;
export type CardRefusal = keyof typeof CARD_REFUSAL_TEXTS;
export const CARD_REFUSALS = Object.keys(CARD_REFUSAL_TEXTS) as [CardRefusal, ...CardRefusal[]];
