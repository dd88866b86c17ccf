import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, HOUR, MINUTE } from '../fake-times.ts';

type Row = CallOutput<'/member/appbk/memberList'>['items'][number];

const NAMES = ['amberlin88', 'kenny0412', 'yu88trade', 'hsin2020', 'moonlee7', 't0ny168a'];
const NICKS = ['小琥珀', '阿肯', 'Yu88', '阿信', '月月', 'Tony'];
const STATUSES = ['Approved', 'Review', 'none', 'NotApproved'] as const;

const member = (index: number): Row => ({
  uid: String(2_140_300_712 - index),
  account: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : index}`,
  nick: NICKS[index % NICKS.length] ?? '',
  level: index % 6,
  role: index % 5 === 0 ? 'merchant' : 'member',
  realNameStatus: STATUSES[index % STATUSES.length] ?? 'none',
  mobile: `+886***${String(310 + index)}`,
  mail: index % 3 === 0 ? 'am***@mail.example' : '',
  registeredAt: ago(index * 7 * HOUR),
  isForbidden: index === 3,
  isFrozen: index === 4,
});

export const memberList: CallOutput<'/member/appbk/memberList'> = {
  items: Array.from({ length: 50 }, (_, index) => member(index)),
  next: '50',
};
export const noMembers: CallOutput<'/member/appbk/memberList'> = { items: [], next: null };

const NOTHING = { total: '0.00', available: '0.00', listed: '0.00', inOrder: '0.00', onHold: '0.00' };

export const memberDetail: CallOutput<'/operator/member/detail/{account}'> = {
  member: { ...member(0), realName: '林○安', isLevelKept: true, hasSecret: true, authenticator: 'on' },
  trading: {
    ofRole: { code: 900, offset: -50 },
    ofMember: { code: 1000, offset: 0 },
    locksMax: 3,
    ownLocksMax: null,
    liveLocks: 1,
    multiLocks: true,
    cancels: {
      used: 3,
      max: 3,
      afterPaidUsed: 0,
      afterPaidMax: 1,
      resetsAt: ahead(10 * HOUR),
      blockedUntil: ahead(HOUR),
    },
  },
  coolDowns: [{ cause: 'device', until: ahead(20 * HOUR) }],
  cards: [
    {
      id: '31',
      status: 'Approved',
      bankCode: '822',
      accountMasked: '****9012',
      holderName: '林○安',
      addedAt: ago(200 * HOUR),
    },
    {
      id: '32',
      status: 'Review',
      bankCode: '013',
      accountMasked: '****4471',
      holderName: '林○安',
      addedAt: ago(200 * HOUR),
    },
  ],
  balances: [
    {
      coin: 'TWD',
      total: '128450.00',
      available: '98450.00',
      listed: '20000.00',
      inOrder: '10000.00',
      onHold: '0.00',
    },
    {
      coin: 'USDT',
      total: '3820.125000',
      available: '3820.125000',
      listed: '0.000000',
      inOrder: '0.000000',
      onHold: '0.000000',
    },
  ],
  session: {
    device: 'iPhone · Safari',
    place: '台北',
    network: '203.0.113.0/24',
    since: ago(3 * HOUR),
    activeAt: ago(4 * MINUTE),
  },
  signIns: (['success', 'code-asked', 'wrong-password', 'success', 'success'] as const).map(
    (outcome, index) => ({
      outcome,
      device: 'iPhone · Safari',
      place: index === 2 ? '' : '台北',
      network: index === 2 ? '198.51.100.0/24' : '203.0.113.0/24',
      at: ago((3 + index * 20) * HOUR),
    }),
  ),
};

/** Somebody who has registered and done nothing else. */
export const newMember: CallOutput<'/operator/member/detail/{account}'> = {
  ...memberDetail,
  member: {
    ...memberDetail.member,
    mail: '',
    realName: '',
    realNameStatus: 'none',
    role: 'member',
    level: 0,
    isLevelKept: false,
    hasSecret: false,
    authenticator: 'none',
    registeredAt: ago(5 * MINUTE),
  },
  coolDowns: [],
  cards: [],
  balances: [
    { coin: 'TWD', ...NOTHING },
    { coin: 'USDT', ...NOTHING },
  ],
  session: null,
  signIns: [],
};
