import type { CallOutput } from '@holdfast/contract/calls';
import type { Page } from '@playwright/test';
import { press, type Picture, type State } from '../picture.ts';
import {
  approvedList,
  claimedByMe,
  claimedByOther,
  clearApplication,
  deletedApplication,
  downloadedList,
  emptyQueue,
  emptySummary,
  identityList,
  longApplication,
  lostSummary,
  maskedApplication,
  reviewedCard,
  reviewedPayAccount,
  reviewQueue,
  reviewSummary,
  takenQueue,
} from '#test/answers/reviews.ts';

const queue = { '/operator/review/list': reviewQueue, '/operator/review/summary': reviewSummary } as const;

const application = (detail: CallOutput<'/member/real-name/detail/{id}'>) => ({
  ...queue,
  '/operator/review/state/{id}': claimedByMe,
  '/member/real-name/detail/{id}': detail,
});

/** The pictures come after the page. */
async function whenShown(page: Page, state: State): Promise<void> {
  if (state === 'full') await page.locator('figure img').last().waitFor();
}

export const REVIEWS: readonly Picture[] = [
  {
    name: 'console-reviews',
    title: 'The queue of reviews',
    role: 'reviewer',
    address: '/reviews',
    answers: { ...queue, '/operator/review/summary': lostSummary },
    empty: { '/operator/review/list': emptyQueue, '/operator/review/summary': emptySummary },
    reads: ['/operator/review/list'],
  },
  {
    name: 'console-review-taken-over',
    title: 'An application that somebody else has taken over',
    role: 'reviewer',
    address: '/reviews?id=71',
    answers: {
      ...queue,
      '/operator/review/list': takenQueue,
      '/operator/review/state/{id}': claimedByOther,
      '/member/real-name/detail/{id}': maskedApplication,
    },
  },
  {
    name: 'console-review',
    title: 'An application, claimed: the pictures beside what was typed',
    role: 'reviewer',
    address: '/reviews?id=71',
    answers: application(clearApplication),
    reads: ['/member/real-name/detail/{id}'],
    act: whenShown,
  },
  {
    name: 'console-review-long',
    title: 'An application with everything that can be said about one',
    role: 'reviewer',
    address: '/reviews?id=71',
    answers: application(longApplication),
    act: whenShown,
  },
  {
    name: 'console-review-refusing',
    title: 'An application: one picture refused, another one without a reason yet',
    role: 'reviewer',
    address: '/reviews?id=71',
    answers: application(clearApplication),
    async act(page) {
      await whenShown(page, 'full');
      await page.keyboard.press('2');
      await page.getByRole('radio', { name: /反光|Glare/ }).check();
      await page.keyboard.press('4');
    },
  },
  {
    name: 'console-review-zoomed',
    title: 'An application: one picture large, zoomed and turned',
    role: 'reviewer',
    address: '/reviews?id=71',
    answers: application(clearApplication),
    async act(page) {
      await whenShown(page, 'full');
      for (const key of ['z', '+', '+', ']']) await page.keyboard.press(key);
    },
  },
  {
    name: 'console-review-deleted',
    title: 'An application long after its refusal: the pictures are deleted',
    role: 'reviewer',
    address: '/reviews?state=refused&id=71',
    answers: {
      ...application(deletedApplication),
      '/operator/review/state/{id}': { ...claimedByMe, state: 'refused' },
    },
  },
  {
    name: 'console-review-pay-account',
    title: 'A pay account: its picture, where it leads, and a holder that differs',
    role: 'reviewer',
    address: '/reviews?kind=pay-account&id=71',
    answers: {
      ...queue,
      '/operator/review/state/{id}': claimedByMe,
      '/member/third-party-payment/detail/{id}': reviewedPayAccount,
    },
    act: whenShown,
  },
  {
    name: 'console-review-card',
    title: 'A bank account, claimed',
    role: 'reviewer',
    address: '/reviews?kind=card&id=71',
    answers: {
      ...queue,
      '/operator/review/state/{id}': claimedByMe,
      '/operator/bank-card/detail/{id}': reviewedCard,
    },
  },
  {
    name: 'console-applications',
    title: 'Identity applications',
    role: 'reviewer',
    address: '/applications',
    answers: { '/member/real-name/list': identityList },
    empty: { '/member/real-name/list': { items: [], next: null } },
    reads: ['/member/real-name/list'],
  },
  {
    name: 'console-applications-download',
    title: 'Asking for the list as a file',
    role: 'reviewer',
    address: '/applications?state=approved&account=amberlin88',
    answers: { '/member/real-name/list': approvedList },
    act: (page) => press(page, /下載清單|Download list/),
  },
  {
    name: 'console-applications-cut',
    title: 'A file that does not hold everything',
    role: 'reviewer',
    address: '/applications?state=approved',
    answers: {
      '/member/real-name/list': approvedList,
      '/member/real-name/list-download': { ...downloadedList, rows: 2000, isCut: true },
    },
    act: async (page) => {
      await press(page, /下載清單|Download list/);
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(/理由|Reason/).fill('monthly report');
      await sheet.getByLabel(/理由|Reason/).press('Enter');
      await sheet.waitFor({ state: 'detached' });
    },
  },
];
