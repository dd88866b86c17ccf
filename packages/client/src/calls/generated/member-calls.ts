// Made by `npm run gen` from the code; do not edit.
import type { CallTable } from '../call-facts.ts';

/** How the calls of one app are made. */
export const MEMBER_CALLS: CallTable = [
  {
    facts: ['command', 'anyone'], keptMinutes: 15,
    paths: [
      '/member/login',
      '/member/passkey-sign-in/begin',
      '/member/passkey-sign-in',
      '/member/register',
      '/api/fast-registeration',
      '/member/forget-password/set-password/{account}',
      '/member/flow/force-reset-password/set-transaction-password',
      '/utils/otp/mobile/verify',
      '/member/security-questions-verification/{account}',
      '/member/security/freeze-without-session',
      '/member/security/unfreeze',
    ],
  },
  {
    facts: ['command', 'endsSession'],
    paths: [
      '/member/sign-out/{account}',
      '/member/security/freeze',
    ],
  },
  {
    facts: ['anyone'],
    paths: [
      '/member/check-duplicate/account-and-nickname',
      '/member/security-questions-get',
      '/member/checkVersion',
    ],
  },
  {
    facts: ['command', 'renewsSession'], keptMinutes: 15,
    paths: [
      '/member/changepass/{account}',
      '/member/forgettranspass/{account}',
      '/member/settranspass/{account}',
      '/member/mail-change/verify',
      '/member/mobile-change/verify',
      '/member/security/authenticator-finish',
      '/member/security/authenticator-remove',
      '/member/security/passkey-finish',
      '/member/security/passkey-remove',
      '/member/security/rename',
    ],
  },
  {
    facts: ['command', 'anyone'], proofs: ['otpTicket'], keptMinutes: 15,
    paths: [
      '/member/reset-password/forced-set/{account}',
    ],
  },
  {
    facts: ['command', 'anyone'], keptMinutes: 5,
    paths: [
      '/member/flow/force-reset-password/create-cerification',
      '/utils/otp/mobile/send',
    ],
  },
  {
    facts: ['command', 'anyone'], keptMinutes: 10,
    paths: [
      '/member/flow/force-reset-password/verify',
      '/member/flow/force-reset-password/set-login-password',
    ],
  },
  {
    facts: ['command'], keptMinutes: 5,
    paths: [
      '/member/transpass/verify',
      '/member/upload-avatar-token',
      '/member/upload-file-token',
    ],
  },
  {
    facts: ['command', 'repeatable'], keptMinutes: 15,
    paths: [
      '/member/presence/set',
      '/member/level/raise',
      '/member/security/passkey-rename',
      '/member/avatar/set',
      '/member/broadcast/close',
      '/member/broadcast/language',
      '/order/thread/seen',
      '/listing/pause-all',
      '/listing/resume-all',
      '/listing/link/renew',
      '/listing/link/password',
      '/member/block/set',
      '/member/favourite/set',
      '/member/notification/read',
      '/member/notification/preferences/set',
      '/member/notification/seen',
      '/member/device/push-set',
      '/member/device/push-remove',
    ],
  },
  {
    facts: ['command', 'repeatable'], proofs: ['transpass'], keptMinutes: 15,
    paths: [
      '/member/limits/set',
      '/member/security/questions-set',
      '/member/security/phrase-set',
    ],
  },
  {
    facts: ['command'], proofs: ['transpass'], keptMinutes: 5,
    paths: [
      '/member/mail-change/create-verification',
      '/member/mobile-change/create-verification',
    ],
  },
  {
    facts: ['get'],
    paths: [
      '/member/securityquestion/list',
      '/member/third-party-payment/detail/{id}',
      '/api/v1/members/orders-in-progress/{account}',
    ],
  },
  {
    facts: ['command'],
    paths: [
      '/member/security/device-revoke',
      '/member/real-name/upload-auth/{account}',
      '/order/lock',
      '/order/accept',
      '/order/decline',
      '/order/paid',
      '/order/cancel',
      '/order/request-cancel',
      '/order/allow-cancel',
      '/order/deny-cancel',
      '/order/extend',
      '/order/ask-time',
      '/order/appeal',
      '/order/late-claim',
      '/order/take-blame',
      '/report/order/finish',
      '/order/decline-split',
      '/order/add-proof',
      '/listing/create',
      '/listing/close',
      '/listing/pause',
      '/listing/resume',
      '/listing/edit',
      '/listing/renew',
      '/order/rate',
    ],
  },
  {
    facts: ['command'], keptMinutes: 10,
    paths: [
      '/member/security/authenticator-ticket',
      '/member/security/authenticator-begin',
      '/member/security/passkey-begin',
    ],
  },
  {
    facts: ['command'], proofs: ['transpass'],
    paths: [
      '/member/bankadd/{account}',
      '/member/bankmod/{account}',
      '/member/bankdel/{account}',
      '/member/third-party-payment/upload-resource-id-binding',
      '/member/third-party-payment/delete',
      '/member/delelecp/{account}',
      '/order/request-cancel-after-paid',
      '/order/allow-cancel-after-paid',
    ],
  },
  {
    facts: ['command'], proofs: ['transpass', 'otpTicket'],
    paths: [
      '/order/deny-as-received',
      '/order/release',
      '/order/split',
    ],
  },
  {
    facts: ['command'], keptMinutes: 15,
    paths: [
      '/order/say',
      '/member/device/push-test',
    ],
  },
];
