import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, DAY, HOUR, MINUTE } from '../fake-times.ts';

type Operator = CallOutput<'/operator/administration/list'>['operators'][number];
type Request = CallOutput<'/operator/request/list'>['items'][number];
type Line = CallOutput<'/operator/audit/list'>['items'][number];

const operator = (change: Partial<Operator>): Operator => ({
  email: 'rui@operators.example',
  name: '林瑞',
  role: 'admin',
  isDisabled: false,
  isEnrolled: true,
  isSignedIn: false,
  activeAt: ago(2 * HOUR),
  createdAt: ago(90 * DAY),
  ...change,
});

export const operatorList: CallOutput<'/operator/administration/list'> = {
  operators: [
    operator({ isSignedIn: true, activeAt: ago(MINUTE) }),
    operator({ email: 'chen@operators.example', name: '陳雅婷', role: 'admin' }),
    operator({ email: 'wu@operators.example', name: '吳家豪', role: 'reviewer', isSignedIn: true }),
    operator({
      email: 'maximiliana.featherstonehaugh@operators.example',
      name: 'Maximiliana Featherstonehaugh',
      role: 'resolver',
    }),
    operator({ email: 'li@operators.example', name: '李明', role: 'support', isDisabled: true }),
    operator({
      email: 'new@operators.example',
      name: '新同事',
      role: 'risk',
      isEnrolled: false,
      activeAt: null,
    }),
  ],
};

const request = (change: Partial<Request>): Request => ({
  id: '71',
  kind: 'member-permissions',
  subject: 'amberlin88',
  changes: [
    { field: 'login', before: 'allowed', after: 'forbidden' },
    { field: 'memberRole', before: 'merchant', after: 'merchant' },
  ],
  reason: '銀行通報為詐騙帳戶，先停止登入',
  state: 'open',
  askedBy: 'chen@operators.example',
  askedAt: ago(40 * MINUTE),
  expiresAt: ahead(71 * HOUR),
  decidedBy: null,
  decidedAt: null,
  note: '',
  isMine: false,
  mayDecide: true,
  isStale: false,
  ...change,
});

export const requestList: CallOutput<'/operator/request/list'> = {
  items: [
    request({}),
    request({
      id: '70',
      kind: 'operator-add',
      subject: 'new@operators.example',
      changes: [
        { field: 'email', before: '', after: 'new@operators.example' },
        { field: 'name', before: '', after: '新同事' },
        { field: 'role', before: '', after: 'risk' },
      ],
      reason: '下週一到職',
      askedBy: 'rui@operators.example',
      isMine: true,
      mayDecide: false,
    }),
    request({
      id: '69',
      kind: 'operator-role',
      subject: 'wu@operators.example',
      changes: [{ field: 'role', before: 'support', after: 'reviewer' }],
      reason: '調至審核組',
      isStale: true,
    }),
  ],
  next: null,
};
/** A fee that waits for a second administrator. */
export const feeRequests: CallOutput<'/operator/request/list'> = {
  items: [
    request({
      id: '73',
      kind: 'setting',
      subject: 'setting:fee.order',
      changes: [
        { field: 'fee.order', before: '15', after: '25' },
        { field: 'startsAt', before: '', after: ahead(2 * DAY) },
        { field: 'until', before: '', after: ahead(5 * DAY) },
      ],
      reason: '配合促銷檔期',
    }),
  ],
  next: null,
};
export const noRequests: CallOutput<'/operator/request/list'> = { items: [], next: null };
export const decidedRequests: CallOutput<'/operator/request/list'> = {
  items: [
    request({
      state: 'approved',
      decidedBy: 'rui@operators.example',
      decidedAt: ago(10 * MINUTE),
      mayDecide: false,
    }),
    request({
      id: '60',
      state: 'refused',
      decidedBy: 'rui@operators.example',
      decidedAt: ago(DAY),
      note: '請先補上通報單號',
      mayDecide: false,
    }),
    request({ id: '52', state: 'expired', mayDecide: false }),
  ],
  next: null,
};

const ACTIONS = [
  [
    'member-revealed',
    'member:amberlin88',
    [
      { name: 'field', value: 'mobile' },
      { name: 'reason', value: '會員來電詢問' },
    ],
  ],
  [
    'request-asked',
    'amberlin88',
    [
      { name: 'kind', value: 'member-permissions' },
      { name: 'request', value: '71' },
    ],
  ],
  [
    'operator-signed-in',
    'operator:rui@operators.example',
    [
      { name: 'network', value: '203.0.113.0/24' },
      { name: 'by', value: 'authenticator' },
    ],
  ],
  [
    'identity-viewed',
    'member:amberlin88',
    [
      { name: 'isClear', value: 'true' },
      { name: 'application', value: '17' },
    ],
  ],
  ['identity-refused', 'member:amberlin88', [{ name: 'front', value: 'glare' }]],
  ['member-viewed', 'member:amberlin88', []],
  ['call-refused', '/member/balanceinfo', []],
  [
    'setting-changed',
    'setting:fee.order',
    [
      { name: 'before', value: '15' },
      { name: 'after', value: '25' },
      { name: 'reason', value: '配合促銷檔期' },
    ],
  ],
  ['maintenance-planned', 'maintenance:7', [{ name: 'reason', value: '資料庫主版本升級' }]],
] as const satisfies readonly (readonly [Line['action'], string, Line['detail']])[];

const line = (index: number): Line => {
  const [action, subject, detail] = ACTIONS[index % ACTIONS.length] ?? ACTIONS[0];
  return {
    id: String(9_000 - index),
    at: ago(index * 11 * MINUTE),
    person: index % 5 === 4 ? '' : 'rui@operators.example',
    actor: index % 5 === 4 ? 'device:4f1c' : 'operator:7',
    action,
    subject,
    detail: [...detail],
    link: index === 0 ? null : `${9_000 - index}:${'3fa9c1d27b'.repeat(6)}`,
  };
};

export const auditList: CallOutput<'/operator/audit/list'> = {
  items: Array.from({ length: 50 }, (_, index) => line(index)),
  next: '8950',
};
export const noLines: CallOutput<'/operator/audit/list'> = { items: [], next: null };
