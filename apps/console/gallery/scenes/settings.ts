import { noReplies, replyHistory, replyList, replyListChanged } from '#test/answers/replies.ts';
import type { Page } from '@playwright/test';
import { deadLetters, deliveries, noDeadLetters, noDeliveries } from '#test/answers/deliveries.ts';
import { feeRequests } from '#test/answers/operators.ts';
import {
  blockList,
  cardList,
  maintenances,
  noMaintenance,
  noBlocks,
  noListedCards,
  noListedPayAccounts,
  payAccountList,
  noQuestions,
  question,
  questionList,
  roleList,
  noHistory,
  settingHistory,
  settingList,
  untouchedSettings,
} from '#test/answers/settings.ts';
import { press, tellOfChange, type Picture } from '../picture.ts';

const SETTING_ANSWERS = {
  '/operator/setting/list': settingList,
  '/operator/setting/history': settingHistory,
  '/operator/request/list': feeRequests,
};
/** The fee is the first setting. */
const changeFee = (page: Page) =>
  page
    .getByRole('button', { name: /^(變更|Change)$/ })
    .first()
    .click();

export const SETTINGS: readonly Picture[] = [
  {
    name: 'console-roles',
    title: 'Roles and sorting',
    address: '/roles',
    reads: ['/operator/role/list'],
    answers: { '/operator/role/list': roleList },
  },
  {
    name: 'console-roles-change',
    title: 'Changing a sort code',
    address: '/roles',
    answers: { '/operator/role/list': roleList },
    act: (page) => press(page, /^(變更|Change)$/),
  },
  {
    name: 'console-register-block',
    title: 'Register block',
    address: '/register-block?state=live',
    reads: ['/register-block/list'],
    answers: { '/register-block/list': blockList },
    empty: { '/register-block/list': noBlocks },
  },
  {
    name: 'console-register-block-add',
    title: 'Adding a rule to the register block',
    address: '/register-block',
    answers: { '/register-block/list': blockList },
    act: (page) => press(page, /^(新增封鎖|Add a block)$/),
  },
  {
    name: 'console-questions',
    title: 'Security questions',
    address: '/questions',
    reads: ['/operator/security-question/list'],
    answers: { '/operator/security-question/list': questionList },
    empty: { '/operator/security-question/list': noQuestions },
  },
  {
    name: 'console-replies',
    title: 'Reply templates',
    address: '/replies',
    reads: ['/operator/reply-template/list'],
    answers: { '/operator/reply-template/list': replyList },
    empty: { '/operator/reply-template/list': noReplies },
  },
  {
    name: 'console-reply-change',
    title: 'Changing a reply template, also one that a colleague has changed meanwhile',
    role: 'risk',
    address: '/replies',
    reads: ['/operator/reply-template/save'],
    refusal: 'REPLY_CHANGED',
    answers: { '/operator/reply-template/list': replyList },
    later: { '/operator/reply-template/list': replyListChanged },
    async act(page, state) {
      await press(page, /^(修改|Change) · 首次回覆$/);
      if (state === 'full') return;
      await page.getByLabel(/^(英文|English)$/).fill('We are looking into this order.');
      await page.getByLabel(/^(理由|Reason)$/).fill('語氣更清楚 · Clearer');
      if (state === 'refused') await tellOfChange(page);
      await press(page, /^(儲存|Save)$/);
      if (state === 'refused') await page.getByText(/^(改用這份內容|Start from this text)$/).waitFor();
    },
  },
  {
    name: 'console-reply-history',
    title: 'What a reply template was',
    address: '/replies',
    answers: {
      '/operator/reply-template/list': replyList,
      '/operator/reply-template/history': replyHistory,
    },
    act: (page) => press(page, /^(變更紀錄|History) · 首次回覆$/),
  },
  {
    name: 'console-question',
    title: 'A security question',
    address: '/question?id=8',
    reads: ['/member/securityquestion/list/{id}'],
    answers: { '/member/securityquestion/list/{id}': question },
  },
  {
    name: 'console-bank-cards',
    title: 'Bank accounts',
    address: '/bank-cards',
    reads: ['/member/appbk/bankcard-list'],
    answers: { '/member/appbk/bankcard-list': cardList },
    empty: { '/member/appbk/bankcard-list': noListedCards },
  },
  {
    name: 'console-bank-cards-waiting',
    title: 'Bank accounts in review, of one member',
    address: '/bank-cards?status=Review&account=amberlin88',
    answers: {
      '/member/appbk/bankcard-list': {
        items: cardList.items.map((card) => ({ ...card, account: 'amberlin88', status: 'Review' })),
        next: null,
      },
    },
  },
  {
    name: 'console-pay-accounts',
    title: 'Pay accounts',
    address: '/pay-accounts',
    reads: ['/member/third-party-payment/review'],
    answers: { '/member/third-party-payment/review': payAccountList },
    empty: { '/member/third-party-payment/review': noListedPayAccounts },
  },
  {
    name: 'console-settings',
    title: 'Settings with history',
    address: '/settings',
    reads: ['/operator/setting/list', '/operator/setting/history'],
    answers: SETTING_ANSWERS,
    empty: { '/operator/setting/list': untouchedSettings, '/operator/setting/history': noHistory },
  },
  {
    name: 'console-settings-change',
    title: 'Changing a setting',
    address: '/settings',
    answers: SETTING_ANSWERS,
    act: changeFee,
  },
  {
    name: 'console-settings-confirm',
    title: 'What a change of a setting will do',
    address: '/settings',
    answers: SETTING_ANSWERS,
    async act(page) {
      await changeFee(page);
      await page.getByLabel(/^(改為|New value)$/).fill('0.25');
      await page.getByLabel(/^(開始生效|Starts)$/).fill('2026-08-19T09:00');
      await press(page, /^(繼續|Continue)$/);
    },
  },
  {
    name: 'console-maintenance',
    title: 'Maintenance, running and planned',
    address: '/maintenance',
    reads: ['/operator/maintenance/read'],
    answers: { '/operator/maintenance/read': maintenances },
    empty: { '/operator/maintenance/read': noMaintenance },
  },
  {
    name: 'console-deliveries',
    title: 'Push',
    address: '/deliveries',
    reads: ['/operator/delivery/read', '/operator/dead-letter/list'],
    answers: { '/operator/delivery/read': deliveries, '/operator/dead-letter/list': deadLetters },
    empty: { '/operator/delivery/read': noDeliveries, '/operator/dead-letter/list': noDeadLetters },
  },
  {
    name: 'console-deliveries-retry',
    title: 'Trying an undelivered push again',
    address: '/deliveries',
    answers: { '/operator/delivery/read': deliveries, '/operator/dead-letter/list': deadLetters },
    act: (page) => press(page, /^(重送|Try again)$/),
  },
];
