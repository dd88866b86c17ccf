import { noMoney, noWork } from '#test/answers/dashboard.ts';
import type { Picture } from '../picture.ts';

export const ACCESS: readonly Picture[] = [
  { name: 'console-sign-in', title: 'Signing in', address: '/sign-in', isSignedOut: true },
  {
    name: 'console-sign-in-ended',
    title: 'Signed out by itself',
    address: '/sign-in?ended=timeout',
    isSignedOut: true,
  },
  { name: 'console-enrol', title: 'Enrolment', address: '/enrol', isSignedOut: true },
  { name: 'console-lost', title: 'No such page', address: '/nowhere' },
  {
    name: 'console-shortcuts',
    title: 'Keyboard shortcuts',
    address: '/',
    answers: { '/operator/dashboard/work': noWork, '/operator/dashboard/money': noMoney },
    act: async (page) => {
      await page.locator('nav').waitFor();
      await page.keyboard.press('?');
    },
  },
];
