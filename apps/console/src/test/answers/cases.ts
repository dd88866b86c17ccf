import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, DAY, HOUR, MINUTE } from '../fake-times.ts';

type List = CallOutput<'/operator/case/list'>;
type Row = List['items'][number];
type State = CallOutput<'/operator/case/state/{id}'>;

const row = (change: Partial<Row>): Row => ({
  orderId: '128',
  serialNo: 'HF-261123-0128',
  caseId: '12',
  stage: 'case',
  state: 'STUCK_CASE',
  openedBy: 'payer',
  reason: 'not-released',
  coin: 'TWD',
  quantity: '3000.00',
  payTwd: '3000',
  payer: '琥珀',
  payee: '肯尼',
  since: ago(26 * HOUR),
  duty: 'ruling',
  dueAt: ago(2 * HOUR),
  claim: null,
  ...change,
});

const mine = { by: 'rui@operators.example', isMine: true, since: ago(2 * MINUTE), until: ahead(28 * MINUTE) };
const theirs = { ...mine, by: 'maximiliana.featherstonehaugh@operators.example', isMine: false };

export const caseList: List = {
  items: [
    row({ claim: mine }),
    row({
      orderId: '131',
      serialNo: 'HF-261123-0131',
      caseId: '13',
      openedBy: 'system',
      reason: null,
      coin: 'USDT',
      quantity: '1250.500000',
      payTwd: '40642',
      payer: 'maximilian',
      payee: '滿月小站',
      since: ago(21 * MINUTE),
      duty: 'firstAnswer',
      dueAt: ahead(9 * MINUTE),
      claim: theirs,
    }),
    row({
      orderId: '90',
      serialNo: 'HF-261121-0090',
      caseId: '14',
      stage: 'beside',
      state: 'FINISHED',
      openedBy: 'payee',
      since: ago(12 * MINUTE),
      duty: 'firstAnswer',
      dueAt: ahead(18 * MINUTE),
    }),
    row({
      orderId: '140',
      serialNo: 'HF-261123-0140',
      caseId: null,
      stage: 'self',
      state: 'STUCK_SELF',
      openedBy: null,
      reason: null,
      since: ago(4 * MINUTE),
      duty: 'self',
      dueAt: ahead(11 * MINUTE),
    }),
  ],
  next: null,
};
/** One that nobody has ruled in time. */
export const escalatedCaseList: List = {
  items: [
    row({
      stage: 'escalated',
      since: ago(80 * HOUR),
      dueAt: ahead(16 * HOUR),
    }),
  ],
  next: null,
};
export const emptyCaseList: List = { items: [], next: null };

export const caseSummary: CallOutput<'/operator/case/summary'> = {
  stages: [
    { stage: 'self', waiting: 1, late: 0 },
    { stage: 'case', waiting: 2, late: 1 },
    { stage: 'beside', waiting: 1, late: 0 },
    { stage: 'escalated', waiting: 0, late: 0 },
  ],
  lost: [],
};
export const lostCaseSummary: CallOutput<'/operator/case/summary'> = {
  ...caseSummary,
  lost: [{ orderId: '99', serialNo: 'HF-261122-0099', by: theirs.by, at: ago(DAY / 24) }],
};

const state: State = {
  version: 5,
  state: 'STUCK_CASE',
  waits: true,
  claim: null,
  lostTo: null,
  openRequest: null,
  isEscalated: false,
};
export const freeCase: State = state;
export const ownCase: State = { ...state, claim: mine };
export const takenCase: State = {
  ...state,
  claim: theirs,
  lostTo: { by: theirs.by, at: ago(3 * MINUTE) },
};

export const escalatedCase: State = { ...state, isEscalated: true };

type Detail = CallOutput<'/operator/case/detail/{id}'>;

const party: Detail['parties'][number] = {
  role: 'payer',
  account: 'amberlin88',
  nick: '琥珀',
  uid: 'U88123',
  level: 1,
  isOwner: false,
  realNameStatus: 'Approved',
  realName: '林○安',
  registeredAt: ago(90 * DAY),
  finished: 12,
  ended: 14,
  releaseSeconds: null,
};

const event = (version: number, change: Partial<Detail['timeline'][number]>): Detail['timeline'][number] => ({
  version,
  event: 'lock',
  actor: 'payer',
  from: null,
  to: 'LOCKED',
  at: ago(27 * HOUR - version * MINUTE),
  detail: [
    { name: 'funding', value: 'listing' },
    { name: 'deadlines.after.pay', value: ago(26 * HOUR) },
    { name: 'deadlines.after.remindExtend', value: ago(26 * HOUR + 5 * MINUTE) },
  ],
  ...change,
});

export const caseDetail: Detail = {
  isClear: false,
  openRequest: null,
  aloneTwd: 10_000,
  order: {
    orderId: '128',
    serialNo: 'HF-261123-0128',
    version: 5,
    state: 'STUCK_CASE',
    previousState: 'STUCK_SELF',
    side: 'sell',
    coin: 'TWD',
    quantity: '3000.00',
    price: '1.0000',
    payTwd: '3000',
    fee: '3.00',
    feeBasisPoints: 10,
    payWindowMinutes: 15,
    payMethod: 'bank',
    listingId: '7',
    listingVersion: 2,
    remark: { text: null, removed: null },
    lockedAt: ago(27 * HOUR),
    paidAt: ago(26 * HOUR + 50 * MINUTE),
    endedAt: null,
    deadlineDate: ago(2 * HOUR),
    isLate: false,
    fault: 'undecided',
    resolution: null,
    cancelReason: null,
    settledQuantity: null,
    splitOffer: null,
  },
  parties: [
    party,
    {
      ...party,
      role: 'payee',
      account: 'kenny0412',
      nick: '肯尼',
      uid: 'U88456',
      isOwner: true,
      realName: '陳○宏',
      finished: 120,
      ended: 131,
      releaseSeconds: 250,
    },
  ],
  tradedTogether: 2,
  inCommon: [],
  payTo: { holderName: '陳○宏', place: '822', account: '****9012' },
  paid: { by: 'bank', from: '013', lastFive: '20002', payer: '林○安', at: ago(26 * HOUR + 50 * MINUTE) },
  cases: [
    {
      id: '12',
      openedBy: 'payer',
      event: 'appeal',
      previousState: 'STUCK_SELF',
      reason: 'not-released',
      text: null,
      openedAt: ago(26 * HOUR),
      firstReplyDueAt: ago(25 * HOUR + 30 * MINUTE),
      rulingDueAt: ago(2 * HOUR),
      escalatesAt: ahead(46 * HOUR),
      escalatedAt: null,
      firstRepliedAt: ago(25 * HOUR + 40 * MINUTE),
      closedAt: null,
      outcome: null,
      ruling: null,
    },
  ],
  timeline: [
    event(1, {}),
    event(2, {
      event: 'paid',
      from: 'LOCKED',
      to: 'PAID',
      detail: [
        { name: 'payType', value: 'bank' },
        { name: 'proofIds', value: '["CSrUaQwhtZ_LFJj3USqEhQ"]' },
        { name: 'deadlines.after.ack', value: ago(26 * HOUR + 35 * MINUTE) },
      ],
    }),
    event(3, { event: 'ack-time-ended', actor: 'system', from: 'PAID', to: 'STUCK_SELF' }),
    event(4, {
      event: 'appeal',
      from: 'STUCK_SELF',
      to: 'STUCK_CASE',
      detail: [
        { name: 'reason', value: 'not-released' },
        { name: 'caseId', value: '12' },
      ],
    }),
  ],
  postings: [
    {
      reference: 'order:128:lock:1',
      kind: 'lock',
      at: ago(27 * HOUR),
      coin: 'TWD',
      owner: 'payee',
      account: 'listing_reserve',
      amount: '-3000.00',
    },
    {
      reference: 'order:128:lock:1',
      kind: 'lock',
      at: ago(27 * HOUR),
      coin: 'TWD',
      owner: 'order',
      account: 'order_escrow',
      amount: '3000.00',
    },
  ],
};
export const clearCaseDetail: Detail = {
  ...caseDetail,
  isClear: true,
  order: {
    ...caseDetail.order,
    remark: { text: '晚上十點前付款，五分鐘內放行。\n請用本人帳戶。', removed: null },
  },
  cases: caseDetail.cases.map((file) => ({
    ...file,
    text: '我在 10:24 已用國泰轉帳 3,000 元，附上截圖，賣家一直沒有放行，也不回訊息。',
  })),
};

export const ruledCaseDetail: Detail = {
  ...clearCaseDetail,
  order: {
    ...clearCaseDetail.order,
    remark: {
      text: '付款前先私訊我，有別的帳戶可以收，比較快。'.repeat(11).slice(0, 240),
      removed: { because: 'contact', at: ago(2 * MINUTE) },
    },
    state: 'FINISHED',
    previousState: 'STUCK_CASE',
    endedAt: ago(MINUTE),
    deadlineDate: null,
    fault: 'payee',
    resolution: 'operator',
    settledQuantity: '2000.00',
  },
  cases: clearCaseDetail.cases.map((file) => ({
    ...file,
    closedAt: ago(MINUTE),
    outcome: 'split',
    ruling: {
      reason: 'part-paid',
      text: '銀行明細顯示買家只付了 2,000 元，其餘退回賣家。',
      evidence: ['event-2', 'case-12'],
      by: 'rui@operators.example',
      approvedBy: 'maximiliana.featherstonehaugh@operators.example',
    },
  })),
};

export const foundOrders: CallOutput<'/operator/case/find'> = {
  items: caseList.items.map(({ orderId, serialNo, state, coin, quantity, payTwd, payer, payee, since }) => ({
    orderId,
    serialNo,
    state,
    coin,
    quantity,
    payTwd,
    payer,
    payee,
    lockedAt: since,
  })),
};

export const caseThread: CallOutput<'/operator/case/thread'> = {
  items: [
    {
      number: 3,
      author: 'payer',
      kind: 'proof',
      text: null,
      en: null,
      file: { type: 'image/jpeg', bytes: 182_400 },
      event: null,
      suspicions: [],
      at: ago(24 * HOUR),
    },
    {
      number: 2,
      author: 'payee',
      kind: 'message',
      text: '請加我的帳號，改用別的方式付',
      en: null,
      file: null,
      event: null,
      suspicions: ['off-platform'],
      at: ago(25 * HOUR),
    },
    {
      number: 1,
      author: 'payer',
      kind: 'event',
      text: null,
      en: null,
      file: null,
      event: 'paid',
      suspicions: [],
      at: ago(26 * HOUR + 50 * MINUTE),
    },
  ],
  next: null,
};
