import { press, type Picture } from '../picture.ts';
import { memberListings } from '#test/answers/listings.ts';
import { memberDetail, memberList, newMember, noMembers } from '#test/answers/members.ts';

const detail = {
  address: '/member?account=amberlin88',
  answers: { '/operator/member/detail/{account}': memberDetail, '/operator/listing/list': memberListings },
} as const;

export const MEMBERS: readonly Picture[] = [
  {
    name: 'console-members',
    title: 'Members',
    address: '/members',
    reads: ['/member/appbk/memberList'],
    answers: { '/member/appbk/memberList': memberList },
    empty: { '/member/appbk/memberList': noMembers },
  },
  {
    name: 'console-member',
    title: 'One member, whole',
    ...detail,
    reads: ['/operator/member/detail/{account}'],
    empty: { '/operator/member/detail/{account}': newMember },
  },
  {
    name: 'console-member-reveal',
    title: 'Showing personal data takes a reason',
    ...detail,
    act: (page) => press(page, /^(顯示|Show)$/),
  },
  {
    name: 'console-member-permissions',
    title: 'Changing permissions takes two people',
    ...detail,
    act: (page) => press(page, /^(變更權限|Change permissions)$/),
  },
  {
    name: 'console-member-contact',
    title: 'Contacts that are lost: one new number is granted',
    ...detail,
    act: (page) => press(page, /^(重設聯絡方式|Reset contacts)$/),
  },
  {
    name: 'console-member-password',
    title: 'A password that others may know is to be changed',
    ...detail,
    act: (page) => press(page, /^(要求變更密碼|Require a new password)$/),
  },
  {
    name: 'console-member-suspend',
    title: 'Taking a listing out of the market',
    ...detail,
    act: (page) => press(page, /^(停用掛單|Suspend listing)$/),
  },
  {
    name: 'console-member-second-step',
    title: 'Removing a lost authenticator takes two people',
    ...detail,
    act: (page) => press(page, /^(移除驗證器|Remove authenticator)$/),
  },
];
