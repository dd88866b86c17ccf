import type { CallOutput } from '@holdfast/contract/calls';
import { defaultText, SETTING_NAMES } from '@holdfast/contract/settings';
import { ago, ahead, DAY, HOUR } from '../fake-times.ts';

export const roleList: CallOutput<'/operator/role/list'> = {
  roles: [
    {
      role: 'merchant',
      code: 900,
      offset: -50,
      changed: { at: ago(3 * DAY), by: 'maximiliana.featherstonehaugh@operators.example' },
    },
    { role: 'member', code: 1000, offset: 0, changed: null },
  ],
};

type Block = CallOutput<'/register-block/list'>['items'][number];

const block = (change: Partial<Block>): Block => ({
  id: '41',
  kind: 'mobile',
  shown: '+886***310',
  reason: '以同一號碼替多人開戶',
  endsAt: null,
  isLive: true,
  hits: 0,
  hitAt: null,
  addedBy: 'chen@operators.example',
  addedAt: ago(3 * DAY),
  changed: null,
  ...change,
});

export const blockList: CallOutput<'/register-block/list'> = {
  items: [
    block({ hits: 14, hitAt: ago(2 * HOUR) }),
    block({ id: '40', kind: 'prefix', shown: '+852981', reason: '大量註冊的號段' }),
    block({
      id: '39',
      kind: 'network',
      shown: '2001:db8:1::/48',
      reason: 'Hundreds of accounts in one night, reported by the bank',
      endsAt: ahead(5 * DAY),
      hits: 1,
      hitAt: ago(DAY),
    }),
    block({
      id: '38',
      kind: 'device',
      shown: 'amberlin88',
      endsAt: ago(DAY),
      isLive: false,
      changed: { by: 'rui@operators.example', at: ago(DAY) },
    }),
  ],
  next: '1.38',
};
export const noBlocks: CallOutput<'/register-block/list'> = { items: [], next: null };

type Question = CallOutput<'/member/securityquestion/list/{id}'>;

export const question: Question = {
  id: '8',
  zhTW: '您的第一位導師叫什麼名字？',
  en: 'What was the name of your first class teacher?',
  isOffered: true,
  usedBy: 1284,
};
export const questionList: CallOutput<'/operator/security-question/list'> = {
  items: [
    question,
    {
      ...question,
      id: '7',
      zhTW: '您小時候住在哪一條路？',
      en: 'On which street did you grow up?',
      usedBy: 0,
    },
    { ...question, id: '6', zhTW: '您的第一隻寵物叫什麼名字？', isOffered: false, usedBy: 31 },
  ],
  next: null,
};
export const noQuestions: CallOutput<'/operator/security-question/list'> = { items: [], next: null };

type ListedCard = CallOutput<'/member/appbk/bankcard-list'>['items'][number];
const listedCard = (change: Partial<ListedCard>): ListedCard => ({
  cardId: '31',
  versionId: '31',
  account: 'amberlin88',
  bankCode: '822',
  accountMasked: '****9012',
  holderMasked: '林○安',
  status: 'Approved',
  refusal: null,
  addedAt: ago(9 * DAY),
  ...change,
});
export const cardList: CallOutput<'/member/appbk/bankcard-list'> = {
  items: [listedCard({}), listedCard({ versionId: '32', account: 'kenny0412', bankCode: '013' })],
  next: '32',
};
type ListedPayAccount = CallOutput<'/member/third-party-payment/review'>['items'][number];
const listedPayAccount = (change: Partial<ListedPayAccount>): ListedPayAccount => ({
  payAccountId: '51',
  versionId: '51',
  account: 'amberlin88',
  app: 'jkopay',
  targetMasked: 'service.jkopay.com ****4567',
  holderMasked: '林○安',
  status: 'Approved',
  refusal: null,
  addedAt: ago(9 * DAY),
  ...change,
});
export const payAccountList: CallOutput<'/member/third-party-payment/review'> = {
  items: [
    listedPayAccount({}),
    listedPayAccount({
      versionId: '52',
      account: 'kenny0412',
      app: 'twqr',
      targetMasked: '822 ****7890',
      holderMasked: '陳○宏',
    }),
    listedPayAccount({
      versionId: '53',
      account: 'maximilianalong',
      app: 'linepay',
      targetMasked: 'line.me ****F123',
      holderMasked: 'M○○○○○○○○○○ J○○○○○○○○ F○○○○○○○○○○○○○○',
    }),
  ],
  next: null,
};
export const noListedPayAccounts: CallOutput<'/member/third-party-payment/review'> = {
  items: [],
  next: null,
};
export const noListedCards: CallOutput<'/member/appbk/bankcard-list'> = { items: [], next: null };

type Maintenances = CallOutput<'/operator/maintenance/read'>;
export const noMaintenance: Maintenances = { running: null, planned: null, outages: [] };
export const maintenances: Maintenances = {
  running: {
    id: '6',
    from: ago(HOUR),
    until: ahead(HOUR),
    messageZh: '',
    messageEn: '',
    reason: '',
    by: null,
  },
  planned: {
    id: '7',
    from: ahead(5 * DAY),
    until: ahead(5 * DAY + 2 * HOUR),
    messageZh: '資料庫升級，付款期限會順延。',
    messageEn: 'We are upgrading the database. Payment deadlines move by the time it takes.',
    reason: '資料庫主版本升級',
    by: 'maximiliana.featherstonehaugh@operators.example',
  },
  outages: [
    {
      id: '9',
      from: ago(HOUR),
      until: ahead(23 * HOUR),
      isRunning: true,
      reason: '銀行轉帳全面中斷',
      by: 'maximiliana.featherstonehaugh@operators.example',
    },
    { id: '8', from: ago(3 * DAY), until: ago(3 * DAY - HOUR), isRunning: false, reason: '', by: null },
  ],
};

const LONG_MAIL = 'maximiliana.featherstonehaugh@operators.example';
type SettingList = CallOutput<'/operator/setting/list'>;
export const untouchedSettings: SettingList = {
  settings: SETTING_NAMES.map((name) => ({ name, value: defaultText(name), since: null, planned: [] })),
  serverTime: ago(0),
};
export const settingList: SettingList = {
  ...untouchedSettings,
  settings: untouchedSettings.settings.map((setting) => {
    if (setting.name === 'fee.order')
      return {
        ...setting,
        value: '15',
        since: ago(30 * DAY),
        planned: [
          {
            id: '9',
            value: '20',
            startsAt: ahead(5 * DAY),
            by: LONG_MAIL,
            reason: '董事會決議，下一季起調整',
          },
        ],
      };
    return setting.name === 'clock.ack' ? { ...setting, value: '20', since: ago(3 * DAY) } : setting;
  }),
};

type SettingHistory = CallOutput<'/operator/setting/history'>;
const change = (entry: Partial<SettingHistory['items'][number]>): SettingHistory['items'][number] => ({
  id: '9',
  name: 'fee.order',
  value: '20',
  startsAt: ahead(5 * DAY),
  setAt: ago(HOUR),
  setBy: LONG_MAIL,
  approvedBy: 'chen@operators.example',
  reason: '董事會決議，下一季起調整',
  state: 'planned',
  withdrawn: null,
  ...entry,
});
export const settingHistory: SettingHistory = {
  items: [
    change({}),
    change({
      id: '8',
      name: 'clock.ack',
      value: '20',
      startsAt: ago(3 * DAY),
      setAt: ago(3 * DAY),
      setBy: 'rui@operators.example',
      approvedBy: null,
      reason: 'Sellers asked for more time on holidays',
      state: 'current',
    }),
    change({
      id: '7',
      value: '5',
      setAt: ago(9 * DAY),
      state: 'withdrawn',
      withdrawn: { at: ago(8 * DAY), by: 'rui@operators.example', reason: '活動取消' },
    }),
    change({ id: '6', value: '15', startsAt: ago(30 * DAY), setAt: ago(31 * DAY), state: 'current' }),
    change({ id: '5', value: '12', startsAt: ago(60 * DAY), setAt: ago(60 * DAY), state: 'past' }),
  ],
  next: null,
};
export const noHistory: SettingHistory = { items: [], next: null };
