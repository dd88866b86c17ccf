import { defineWords } from '@holdfast/client/i18n';

/** Of what comes with the frame of a member, and not with the first code. */
export const frameWords = defineWords({
  'zh-TW': {
    systemNotice: '穩付有新的通知',
    settings: '設定',
    supportArea: '客服',
    supportAsk: '聯絡客服？',
    supportText: '客服頁面會在新分頁開啟。客服不會向您要密碼、驗證碼或交易密碼。',
    supportOpen: '開啟客服頁面',
    newBuild: '新版本已備妥，您離開時會自動更新。',
    updateNow: '立即更新',
    hide: '知道了',
  },
  en: {
    systemNotice: 'Holdfast has news for you',
    settings: 'Settings',
    supportArea: 'Support',
    supportAsk: 'Contact support?',
    supportText:
      'The support page opens in a new tab. Support never asks for your password, a code or your transaction code.',
    supportOpen: 'Open the support page',
    newBuild: 'A new version is ready. It loads by itself while you are away.',
    updateNow: 'Update now',
    hide: 'Got it',
  },
});
