import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, DAY, HOUR, MINUTE } from '../fake-times.ts';

type Listed = CallOutput<'/operator/broadcast/list'>;
type Broadcast = Listed['items'][number];

const broadcast = (change: Partial<Broadcast>): Broadcast => ({
  id: '7',
  kind: 'news',
  titleZh: '週六凌晨系統更新',
  textZh: '系統將於週六凌晨兩點更新，期間可照常使用。\n\n進行中的訂單不受影響。',
  titleEn: 'An update early on Saturday',
  textEn:
    'We update at two on Saturday morning. You can trade as usual.\n\nOrders in progress are not affected.',
  link: null,
  audience: 'all',
  audienceValue: '',
  startsAt: null,
  state: 'done',
  reason: '例行更新',
  writtenBy: 'lin@operators.example',
  writtenAt: ago(3 * DAY),
  approvedBy: 'rui@operators.example',
  approvedAt: ago(3 * DAY - 20 * MINUTE),
  beganAt: ago(3 * DAY - 20 * MINUTE),
  endedAt: ago(3 * DAY - 40 * MINUTE),
  stopped: null,
  expected: 48_210,
  sent: 48_187,
  skipped: 23,
  read: 31_904,
  progress: 1000,
  ...change,
});

const NOT_BEGUN = { beganAt: null, endedAt: null, sent: 0, skipped: 0, read: 0, progress: 0 } as const;

export const broadcastList: Listed = {
  items: [
    broadcast({
      ...NOT_BEGUN,
      id: '11',
      kind: 'safety',
      state: 'asked',
      titleZh: '假客服電話正在流傳',
      textZh: '我們不會打電話要您的交易密碼。接到這樣的電話請立即掛斷，並到安全中心檢查登入裝置。',
      titleEn: 'Somebody calls members and says that they are our support',
      textEn:
        'We never call to ask for your transaction code. If somebody does, hang up, and look at the devices that are signed in to your account.',
      link: 'devices',
      startsAt: ahead(2 * HOUR),
      approvedBy: null,
      approvedAt: null,
      reason: '客服連續接到三件通報',
    }),
    broadcast({
      id: '10',
      state: 'running',
      audience: 'level',
      audienceValue: '3',
      endedAt: null,
      beganAt: ago(4 * MINUTE),
      sent: 2_113,
      expected: 6_400,
      skipped: 0,
      read: 871,
      progress: 331,
    }),
    broadcast({
      ...NOT_BEGUN,
      id: '9',
      kind: 'film',
      state: 'planned',
      titleZh: '一分鐘看懂穩付',
      titleEn: 'Holdfast in a minute',
      audience: 'accounts',
      audienceValue: 'amberlin88 chen2024 maximiliana2026',
      expected: 3,
      startsAt: ahead(DAY),
    }),
    broadcast({
      id: '8',
      state: 'stopped',
      endedAt: null,
      sent: 12_004,
      read: 640,
      progress: 249,
      stopped: { at: ago(2 * DAY), by: 'rui@operators.example', reason: '日期寫錯了，改發更正的版本' },
    }),
    broadcast({}),
  ],
  next: null,
  hasFilm: true,
  filmUrl: '/intro.webm',
};
export const noBroadcasts: Listed = { items: [], next: null, hasFilm: false, filmUrl: null };

export const broadcastRequests: CallOutput<'/operator/request/list'> = {
  items: [
    {
      id: '91',
      kind: 'broadcast-safety',
      subject: 'broadcast:11',
      changes: [
        { field: 'broadcastKind', before: '', after: 'safety' },
        { field: 'titleZh', before: '', after: '假客服電話正在流傳' },
        {
          field: 'textZh',
          before: '',
          after: '我們不會打電話要您的交易密碼。\n\n接到這樣的電話請立即掛斷。',
        },
        { field: 'titleEn', before: '', after: 'Somebody calls members and says that they are our support' },
        {
          field: 'textEn',
          before: '',
          after: 'We never call to ask for your transaction code.\n\nIf somebody does, hang up.',
        },
        { field: 'link', before: '', after: 'devices' },
        { field: 'audience', before: '', after: 'all' },
        { field: 'expected', before: '', after: '48210' },
        { field: 'sendAt', before: '', after: ahead(2 * HOUR) },
      ],
      reason: '客服連續接到三件通報',
      state: 'open',
      askedBy: 'lin@operators.example',
      askedAt: ago(10 * MINUTE),
      expiresAt: ahead(2 * DAY),
      decidedBy: null,
      decidedAt: null,
      note: '',
      isMine: false,
      mayDecide: true,
      isStale: false,
    },
  ],
  next: null,
};
