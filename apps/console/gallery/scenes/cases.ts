import { replyList } from '#test/answers/replies.ts';
import { press, tellOfChange, type Picture } from '../picture.ts';
import {
  caseDetail,
  caseList,
  caseSummary,
  caseThread,
  clearCaseDetail,
  emptyCaseList,
  escalatedCase,
  escalatedCaseList,
  lostCaseSummary,
  ownCase,
  ruledCaseDetail,
  takenCase,
} from '#test/answers/cases.ts';

import {
  emptyFlagList,
  emptyRemarkList,
  flagList,
  flaggedParties,
  newRemarkList,
  noFlaggedParties,
  remarkList,
} from '#test/answers/flags.ts';

export const CASES: readonly Picture[] = [
  {
    name: 'console-cases',
    title: 'The board of stuck orders',
    role: 'resolver',
    address: '/cases',
    answers: { '/operator/case/list': caseList, '/operator/case/summary': lostCaseSummary },
    empty: { '/operator/case/list': emptyCaseList },
    reads: ['/operator/case/list'],
  },
  {
    name: 'console-cases-escalated',
    title: 'The board of who leads: what nobody has ruled in time',
    role: 'risk',
    address: '/cases?stage=escalated',
    answers: { '/operator/case/list': escalatedCaseList, '/operator/case/summary': caseSummary },
    empty: { '/operator/case/list': emptyCaseList },
  },
  {
    name: 'console-case-escalated',
    title: 'An escalated order, for an operator who does not lead',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': escalatedCase,
      '/operator/case/detail/{id}': caseDetail,
      '/operator/case/thread': caseThread,
    },
  },
  {
    name: 'console-flags',
    title: 'The queue of flagged messages',
    role: 'support',
    address: '/flags',
    answers: {
      '/operator/flag/list': flagList,
      '/operator/remark/list': remarkList,
      '/operator/case/summary': caseSummary,
    },
    empty: { '/operator/flag/list': emptyFlagList, '/operator/remark/list': emptyRemarkList },
    reads: ['/operator/flag/list'],
  },
  {
    name: 'console-remark-kept',
    title: 'A remark that has been looked at, and a new one that waits until the hand has left the queue',
    role: 'support',
    address: '/flags',
    answers: {
      '/operator/flag/list': flagList,
      '/operator/remark/list': remarkList,
      '/operator/case/summary': caseSummary,
      '/operator/remark/decide/{id}': {},
    },
    later: { '/operator/remark/list': newRemarkList },
    async act(page) {
      await press(page, /^(沒問題|It may stay) · 肯尼$/);
      await page.getByText(/^(已確認沒問題|May stay)$/).waitFor();
      await tellOfChange(page);
      await page.getByRole('button', { name: /^(有新的備註|There are new ones)/ }).waitFor();
    },
  },
  {
    name: 'console-remark-remove',
    title: 'Taking a remark down, also one that a colleague was faster with',
    role: 'support',
    address: '/flags',
    reads: ['/operator/remark/decide/{id}'],
    refusal: 'REMARK_DECIDED',
    answers: {
      '/operator/flag/list': flagList,
      '/operator/remark/list': remarkList,
      '/operator/case/summary': caseSummary,
    },
    async act(page, state) {
      await press(page, /^(移除備註|Take it down) · 肯尼$/);
      if (state === 'full') return;
      await page.getByLabel(/^(理由|Reason)$/).fill('暗示站外優惠 · Hints at an offer elsewhere');
      await press(page, /^(移除備註|Take the remark down)$/);
      if (state === 'refused') await page.getByText(/已經處理過了|already|decided/).waitFor();
    },
  },
  {
    name: 'console-flags-parties',
    title: 'Orders whose buyer and seller have something in common',
    role: 'support',
    address: '/flags?of=parties',
    answers: { '/operator/flag/parties': flaggedParties, '/operator/case/summary': caseSummary },
    empty: { '/operator/flag/parties': noFlaggedParties },
    reads: ['/operator/flag/parties'],
  },
  {
    name: 'console-case-taken-over',
    title: 'An order that somebody else has taken over',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': takenCase,
      '/operator/case/detail/{id}': caseDetail,
      '/operator/case/thread': caseThread,
    },
  },
  {
    name: 'console-case',
    title: 'An order under a case, claimed',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/thread': caseThread,
      '/operator/reply-template/list': replyList,
    },
    reads: ['/operator/case/state/{id}'],
  },
  {
    name: 'console-case-changed',
    title: 'A claimed order that changes while somebody writes to both sides',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/thread': caseThread,
    },
    later: {
      '/operator/case/state/{id}': { ...ownCase, state: 'FINISHED', version: 6 },
      '/operator/case/detail/{id}': ruledCaseDetail,
    },
    async act(page) {
      await page
        .getByLabel(/^(回覆雙方|Write to both sides)$/)
        .fill('請補上轉帳明細 · Please show the transfer');
      await tellOfChange(page);
      await page.getByText(/^(這筆訂單有新的變化|This order has changed)/).waitFor();
    },
  },
  {
    name: 'console-case-ruled',
    title: 'An order that was ruled by two',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': { ...ownCase, state: 'FINISHED' },
      '/operator/case/detail/{id}': ruledCaseDetail,
      '/operator/case/thread': caseThread,
    },
  },
  {
    name: 'console-case-parts',
    title: 'A claimed order whose contents do not come',
    role: 'resolver',
    address: '/case?order=128',
    answers: {
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/thread': caseThread,
    },
    reads: ['/operator/case/detail/{id}', '/operator/case/thread'],
  },
];
