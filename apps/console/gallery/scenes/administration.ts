import { money, noMoney, noWork, work } from '#test/answers/dashboard.ts';
import { ago, HOUR } from '#test/fake-times.ts';
import {
  auditList,
  decidedRequests,
  feeRequests,
  noLines,
  noRequests,
  operatorList,
  requestList,
} from '#test/answers/operators.ts';
import { press, type Picture } from '../picture.ts';

export const ADMINISTRATION: readonly Picture[] = [
  {
    name: 'console-home',
    title: 'Overview',
    address: '/',
    reads: ['/operator/me', '/operator/dashboard/work', '/operator/dashboard/money'],
    answers: { '/operator/dashboard/work': work, '/operator/dashboard/money': money },
    empty: { '/operator/dashboard/work': noWork, '/operator/dashboard/money': noMoney },
  },
  {
    name: 'console-home-alarm',
    title: 'Overview: the ledger does not reconcile, and was not checked since',
    address: '/',
    role: 'treasury',
    answers: {
      '/operator/dashboard/work': work,
      '/operator/dashboard/money': {
        ...money,
        reconciliation: { at: ago(60 * HOUR), findings: 3, isOverdue: true },
      },
    },
    act: async (page) => {
      await page.getByText(/^(以表格顯示|As a table)$/).click();
    },
  },
  {
    name: 'console-requests',
    title: 'Two-person requests',
    address: '/requests',
    reads: ['/operator/request/list'],
    answers: { '/operator/request/list': requestList },
    empty: { '/operator/request/list': noRequests },
  },
  {
    name: 'console-requests-setting',
    title: 'A fee that waits for a second administrator',
    address: '/requests',
    answers: { '/operator/request/list': feeRequests },
  },
  {
    name: 'console-requests-decided',
    title: 'Decided requests',
    address: '/requests?state=decided',
    answers: { '/operator/request/list': decidedRequests },
    empty: { '/operator/request/list': noRequests },
  },
  {
    name: 'console-request-approve',
    title: 'Approving a request',
    address: '/requests',
    answers: { '/operator/request/list': requestList },
    act: (page) => press(page, /^(核准|Approve)$/),
  },
  {
    name: 'console-operators',
    title: 'Operators',
    address: '/operators',
    reads: ['/operator/administration/list'],
    answers: { '/operator/administration/list': operatorList },
  },
  {
    name: 'console-operators-add',
    title: 'Adding an operator',
    address: '/operators',
    answers: { '/operator/administration/list': operatorList },
    act: (page) => press(page, /^(新增人員|Add an operator)$/),
  },
  {
    name: 'console-audit',
    title: 'Audit log',
    address: '/audit',
    reads: ['/operator/audit/list'],
    answers: { '/operator/audit/list': auditList },
    empty: { '/operator/audit/list': noLines },
  },
];
