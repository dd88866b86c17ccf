import { press, type Picture } from '../picture.ts';
import {
  approvedList,
  claimedByMe,
  claimedByOther,
  downloadedList,
  emptyQueue,
  emptySummary,
  identityList,
  lostSummary,
  maskedApplication,
  reviewedCard,
  reviewQueue,
  reviewSummary,
} from '#test/answers/reviews.ts';

const queue = { '/operator/review/list': reviewQueue, '/operator/review/summary': reviewSummary } as const;

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
      '/operator/review/state/{id}': claimedByOther,
      '/member/real-name/detail/{id}': maskedApplication,
    },
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
