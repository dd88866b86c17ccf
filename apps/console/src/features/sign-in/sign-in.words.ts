import { defineWords } from '@holdfast/client/i18n';

export const signInWords = defineWords({
  'zh-TW': {
    title: '後台登入',
    email: '電子郵件',
    password: '密碼',
    code: '驗證碼',
    codeHint: '驗證器上的 6 位數；沒有手機時可用復原碼',
    signIn: '登入',
    invited: '第一次使用？以邀請碼註冊',
    missing: '請填寫這一欄',
    lastRecovery: '復原碼只剩 {count} 組，請儘快請另一位管理員重設驗證器。',
    timeout: '太久沒有操作，已自動登出。請重新登入，會回到剛才的頁面。',
    takeover: '這個帳號已在其他裝置登入，這裡已登出。',
    operator: '管理員已結束這次登入。',
    ended: '這次登入已結束，請重新登入。',
    badge: '僅供授權人員使用，所有操作都會記錄。',
  },
  en: {
    title: 'Console sign-in',
    email: 'E-mail',
    password: 'Password',
    code: 'Code',
    codeHint: 'The 6 digits of your authenticator; without your phone, a recovery code',
    signIn: 'Sign in',
    invited: 'First time here? Enrol with your invitation',
    missing: 'Please fill in this field',
    lastRecovery:
      '{count} recovery {count|code is|codes are} left. Have another administrator reset your authenticator soon.',
    timeout:
      'You were signed out because nothing was done for a while. After signing in you are back where you were.',
    takeover: 'This account signed in on another device, so you were signed out here.',
    operator: 'An administrator has ended this session.',
    ended: 'This session has ended. Please sign in again.',
    badge: 'For authorised people only. Everything that is done here is recorded.',
  },
});
