import { defineWords } from '@holdfast/client/i18n';

export const authenticatorEntryWords = defineWords({
  'zh-TW': {
    code: '驗證器的六位數驗證碼',
    hint: '打開您手機上的驗證器 App，輸入目前顯示的六位數字。',
    recovery: '備用碼',
    recoveryHint: '設定驗證器時給您的 10 碼，每組只能用一次。',
    submit: '確認',
    toRecovery: '手機不在身邊，改用備用碼',
    toCode: '改用驗證器的驗證碼',
    checking: '驗證中…',
  },
  en: {
    code: 'Six digits of your authenticator',
    hint: 'Open the authenticator app on your phone and type the six digits it shows now.',
    recovery: 'Recovery code',
    recoveryHint: 'One of the 10-character codes you were given when you added it. Each works once.',
    submit: 'Confirm',
    toRecovery: 'No phone at hand? Use a recovery code',
    toCode: 'Use the six digits instead',
    checking: 'Checking…',
  },
});
