import { defineWords } from '@holdfast/client/i18n';

/** Beside the part that shows them: the first paint waits for no more than it says. */
export const authenticatorStepWords = defineWords({
  'zh-TW': {
    title: '第二步驗證',
    intro: '帳號與密碼正確。請再用驗證器確認是您本人。',
    lost: '驗證器和備用碼都遺失了',
    lostWho: '請聯絡客服。移除驗證器要由兩位人員核准，並會通知您所有的聯絡方式；移除後 24 小時內不能提領。',
    lostVerified: '已完成實名驗證：請準備驗證時的證件，客服會核對您本人。',
    lostUnverified: '尚未實名驗證：請準備已綁定至少 72 小時的手機或信箱，客服會以它聯絡您核對。',
    lostAll: '沒有實名驗證，手機與信箱也都遺失時，沒有方法能確認您是本人，帳戶無法恢復。',
  },
  en: {
    title: 'Second step',
    intro: 'Your account and password are right. Now confirm with your authenticator that it is you.',
    lost: 'I have lost the authenticator and the recovery codes',
    lostWho:
      'Please contact support. Two people must approve the removal of an authenticator, and every contact of yours is told. For 24 hours afterwards nothing can be withdrawn.',
    lostVerified:
      'If your name is verified: have the document at hand that you verified with. Support compares it with you.',
    lostUnverified:
      'If it is not: have the mobile or mailbox at hand that has been linked for 72 hours or more. Support reaches you there.',
    lostAll:
      'Without a verified name, and with mobile and mailbox lost as well, nothing can show that the account is yours. It cannot be given back.',
  },
});
