import type { CallOutput } from '@holdfast/contract/calls';
import { fakeLink } from '../fake-files.ts';
import { ago, ahead, DAY, HOUR, MINUTE } from '../fake-times.ts';

type Queue = CallOutput<'/operator/review/list'>;
type Row = Queue['items'][number];
type State = CallOutput<'/operator/review/state/{id}'>;
type Application = CallOutput<'/member/real-name/detail/{id}'>;
type CardDetail = CallOutput<'/operator/bank-card/detail/{id}'>;

const row = (change: Partial<Row>): Row => ({
  id: '71',
  account: 'amberlin88',
  nick: '琥珀',
  version: 1,
  nameMasked: '林○安',
  numberMasked: 'A******789',
  since: ago(9 * MINUTE),
  decidedAt: null,
  isContested: false,
  claim: null,
  ...change,
});

const mine = { by: 'rui@operators.example', isMine: true, since: ago(2 * MINUTE), until: ahead(8 * MINUTE) };
const theirs = { ...mine, by: 'maximiliana.featherstonehaugh@operators.example', isMine: false };

export const reviewQueue: Queue = {
  items: [
    row({ version: 2, since: ago(4 * HOUR + 14 * MINUTE), claim: mine }),
    row({
      id: '72',
      account: 'kenny0412',
      nameMasked: '陳○宏',
      since: ago(2 * HOUR + MINUTE),
      isContested: true,
    }),
    row({ id: '73', account: 'yu88trade', nameMasked: '王○', since: ago(41 * MINUTE), claim: theirs }),
    row({
      id: '74',
      account: 'maximilianalong',
      nameMasked: 'M********** F***********h',
      since: ago(22 * MINUTE),
    }),
    row({ id: '75', account: 't0ny168a', nameMasked: '黃○豪' }),
  ],
  next: null,
};
/** The same queue where the first one was taken over. */
export const takenQueue: Queue = {
  ...reviewQueue,
  items: reviewQueue.items.map((one) => (one.claim?.isMine ? { ...one, claim: theirs } : one)),
};
export const emptyQueue: Queue = { items: [], next: null };

type Listed = CallOutput<'/member/real-name/list'>['items'][number];
const listed = (change: Partial<Listed>): Listed => ({
  id: '71',
  account: 'amberlin88',
  nick: '琥珀',
  document: 'national-id',
  version: 1,
  submittedAt: ago(9 * MINUTE),
  state: 'waiting',
  decidedAt: null,
  nameMasked: '林○安',
  numberMasked: 'A******789',
  isContested: false,
  ...change,
});

export const identityList: CallOutput<'/member/real-name/list'> = {
  items: [
    listed({ version: 2, submittedAt: ago(4 * HOUR + 14 * MINUTE) }),
    listed({ id: '72', account: 'kenny0412', nick: '肯尼', nameMasked: '陳○宏', isContested: true }),
    listed({
      id: '74',
      account: 'maximilianalong',
      nick: 'maximilian',
      document: 'resident-certificate',
      nameMasked: 'M********** F***********h',
    }),
  ],
  next: null,
};
export const approvedList: CallOutput<'/member/real-name/list'> = {
  items: identityList.items.map((one) => ({ ...one, state: 'approved', decidedAt: ago(MINUTE) })),
  next: 'more',
};
export const downloadedList: CallOutput<'/member/real-name/list-download'> = {
  fileName: 'real-name-waiting-2026-08-18.csv',
  content: btoa('account'),
  rows: 3,
  isCut: false,
};

export const reviewSummary: CallOutput<'/operator/review/summary'> = {
  queues: [
    { kind: 'identity', waiting: 27, oldestAt: ago(4 * HOUR + 14 * MINUTE) },
    { kind: 'card', waiting: 3, oldestAt: ago(HOUR) },
    { kind: 'pay-account', waiting: 0, oldestAt: null },
  ],
  lost: [],
};
export const emptySummary: CallOutput<'/operator/review/summary'> = {
  queues: reviewSummary.queues.map(({ kind }) => ({ kind, waiting: 0, oldestAt: null })),
  lost: [],
};
export const lostSummary: CallOutput<'/operator/review/summary'> = {
  ...reviewSummary,
  lost: [{ kind: 'identity', id: '70', by: theirs.by, at: ago(3 * MINUTE) }],
};

export const claimedByMe: State = { state: 'waiting', version: 2, claim: mine, lostTo: null };
export const claimedByOther: State = {
  state: 'waiting',
  version: 2,
  claim: theirs,
  lostTo: { by: theirs.by, at: ago(3 * MINUTE) },
};

export const maskedApplication: Application = {
  id: '71',
  account: 'amberlin88',
  nick: '琥珀',
  document: 'national-id',
  version: 2,
  submittedAt: ago(4 * HOUR + 14 * MINUTE),
  state: 'waiting',
  decidedAt: null,
  isClear: false,
  realName: '林○安',
  number: 'A******789',
  bornOn: null,
  age: 36,
  sent: ['back'],
  files: null,
  deletedAt: { front: null, back: null, selfie: null },
  history: [
    {
      version: 2,
      submittedAt: ago(4 * HOUR + 14 * MINUTE),
      verdict: null,
      decidedAt: null,
      decidedBy: '',
      refusals: [],
      reason: '',
    },
    {
      version: 1,
      submittedAt: ago(DAY),
      verdict: 'refuse',
      decidedAt: ago(DAY - HOUR),
      decidedBy: 'chen@operators.example',
      refusals: [{ item: 'back', reason: 'glare' }],
      reason: '',
    },
  ],
  others: [{ id: '72', account: 'kenny0412', nick: '肯尼', state: 'waiting' }],
};

/** Claimed: whoever has it sees everything. */
export const clearApplication: Application = {
  ...maskedApplication,
  isClear: true,
  realName: '林予安',
  number: 'A234567890',
  bornOn: '1990-04-08',
  files: { front: fakeLink('front'), back: fakeLink('back'), selfie: fakeLink('selfie') },
};
/** Names as long as the rules allow, and everything that can be said about somebody. */
export const longApplication: Application = {
  ...clearApplication,
  document: 'resident-certificate',
  realName: 'Maximiliana Josephine Featherstonehaugh',
  history: [
    ...clearApplication.history,
    {
      version: 1,
      submittedAt: ago(9 * DAY),
      verdict: 'reset',
      decidedAt: ago(8 * DAY),
      decidedBy: theirs.by,
      refusals: [],
      reason: 'The member has lost both contacts and hands in everything anew, as agreed on the phone',
    },
  ],
  others: [
    { id: '72', account: 'kenny0412', nick: '肯尼', state: 'approved' },
    { id: '74', account: 'maximilianalong', nick: 'maximilian', state: 'waiting' },
  ],
};
/** Long after a refusal: the pictures are gone. */
export const deletedApplication: Application = {
  ...clearApplication,
  state: 'refused',
  files: { front: null, back: null, selfie: null },
  deletedAt: { front: ago(2 * DAY), back: ago(2 * DAY), selfie: ago(2 * DAY) },
};

type PayAccountDetail = CallOutput<'/member/third-party-payment/detail/{id}'>;
export const reviewedPayAccount: PayAccountDetail = {
  isClear: true,
  payAccount: {
    payAccountId: '71',
    versionId: '71',
    account: 'amberlin88',
    app: 'jkopay',
    targetMasked: 'service.jkopay.com ****4567',
    holderMasked: '林○安',
    status: 'Review',
    refusal: null,
    addedAt: ago(HOUR),
    codeContent: 'https://service.jkopay.com/r/transfer?j=Transfer:901234567',
    place: 'service.jkopay.com',
    accountNumber: '901234567',
    holderName: '林予晴',
    version: 1,
    waitingSince: ago(HOUR),
  },
  picture: fakeLink('code'),
  realName: '林予安',
  isHolderApproved: false,
  claimedBy: null,
  alsoWaiting: [],
  isOwnAddition: false,
};

export const reviewedCard: CardDetail = {
  isClear: true,
  card: {
    cardId: '71',
    versionId: '71',
    account: 'amberlin88',
    bankCode: '822',
    accountMasked: '****9012',
    holderMasked: '林○安',
    status: 'Review',
    refusal: null,
    addedAt: ago(HOUR),
    accountNumber: '123456789012',
    holderName: '林予安',
    version: 2,
    waitingSince: ago(HOUR),
  },
  realName: '林予安',
  isHolderApproved: true,
  claimedBy: { id: '60', account: 'kenny0412' },
  alsoWaiting: [{ id: '74', account: 'mia_chen' }],
};
