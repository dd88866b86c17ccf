import { registry, type BuiltPath, type CallInput, type Registry } from '@holdfast/contract/calls';
import { ERRORS } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { BenchMember } from '../trade-member.ts';
import { DECIDED_DAY } from './applications.ts';
import { fileIdOf } from './people.ts';
import { accountOf } from './readers.ts';

/** What is read, by whom: each read call of the registry once by an ordinary member, and by the heavy one where an own past can be long. */

/** Each reads one row by its key: the first may be asked ten times an hour, the other by the owner of a listing alone. */
type NotMeasured = '/listing/link/find' | '/listing/link';

type ReadPath = Exclude<
  {
    [P in BuiltPath]: Registry[P]['kind'] extends 'read' ? P : never;
  }[BuiltPath],
  NotMeasured
>;

export interface Readers {
  readonly ordinary: readonly BenchMember[];
  readonly heavy: readonly BenchMember[];
  /** They read what members may not. */
  readonly operators: readonly BenchMember[];
  /** An order of each reader, running; of an operator, one that they have claimed. */
  readonly orders: ReadonlyMap<BenchMember, string>;
  /** In each of these orders, the number of a line that shows a file. */
  readonly fileLines: ReadonlyMap<BenchMember, string>;
  /** A pay account of each reader. */
  readonly payAccounts: ReadonlyMap<BenchMember, string>;
}

export interface Case {
  readonly name: string;
  /** One read; `n` counts the reads of the case, so that each reader gets their turn. */
  readonly read: (readers: Readers, n: number) => Promise<unknown>;
}

/** Whom operators look at: one of the measured members, whose own data are the same in both worlds. */
const LOOKED_AT = accountOf(3);

type Input<P extends ReadPath> = (reader: BenchMember, readers: Readers) => CallInput<P>;

const nothing = () => ({});

/** The input of each call. A read that is missing here does not compile. */
const INPUTS: { readonly [P in ReadPath]: Input<P> } = {
  '/member/check-duplicate/account-and-nickname': () => ({ account: LOOKED_AT, nick: 'nobody' }),
  '/member/account/passwordExpired': nothing,
  '/member/info/{account}': nothing,
  '/member/account/permissions': nothing,
  '/member/presence': nothing,
  '/member/restrictions': nothing,
  '/member/account/use-level-get': nothing,
  '/member/limits': nothing,
  '/member/securityquestion/list': nothing,
  '/member/securityquestion/list/{id}': nothing,
  '/member/security-questions-get': ({ account }) => ({ account }),
  '/member/security/devices': nothing,
  '/member/security/history': nothing,
  '/member/security/phrase': nothing,
  '/member/security/authenticator': nothing,
  '/member/security/passkeys': nothing,
  '/bank/list/{account}': nothing,
  '/member/real-name/status/{account}': nothing,
  '/member/real-name/list': () => ({ state: 'waiting' }),
  '/member/real-name/detail/{id}': nothing,
  '/member/balanceinfo': nothing,
  '/wallet/holds': () => ({ coin: 'TWD' }),
  '/api/wallet/get-journal': nothing,
  '/api/wallet/get-journal-usdt': nothing,
  '/api/v1/members/orders-in-progress/{account}': nothing,
  '/order/list': () => ({ scope: 'past' }),
  '/listing/terms': nothing,
  '/order/ruling': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
  }),
  '/order/detail': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
  }),
  '/order/presence': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
  }),
  '/order/paid-from': () => ({ payMethod: 'bank' }),
  '/order/thread': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
  }),
  '/order/evidence': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
  }),
  '/order/thread/file': (reader, { orders, fileLines }) => ({
    orderId: defined(orders.get(reader), 'an order of the reader'),
    number: defined(fileLines.get(reader), 'a file in its thread'),
  }),
  '/listing/mine': () => ({ scope: 'live' }),
  '/listing/market': () => ({ coin: 'TWD' }),
  '/member/notification/list': () => ({ newestFirst: '1' }),
  '/member/device/push': nothing,
  '/member/avatar/get': nothing,
  '/member/file/link': ({ account }) => ({ fileId: fileIdOf(account) }),
  '/member/checkVersion': () => ({ version: '1.0.0', platform: 'web' }),
  '/member/appbk/memberList': nothing,
  '/member/notification/preferences': nothing,
  '/operator/member/detail/{account}': nothing,
  '/member/get-member-sort-code': () => ({ account: LOOKED_AT }),
  '/operator/role/list': nothing,
  '/listing/link/open': () => ({ link: 'A'.repeat(22) }),
  '/listing/best': () => ({ coin: 'TWD', quantity: '500.00' }),
  '/member/block/list': nothing,
  '/member/favourite/list': nothing,
  '/member/check-has-bought': () => ({ uid: '2000001234' }),
  '/member/ratings': nothing,
  '/order/rating': (reader, { orders }) => ({ orderId: defined(orders.get(reader), 'an order') }),
  '/member/trade-record': () => ({ uid: '2000001234' }),
  '/operator/listing/list': () => ({ account: LOOKED_AT, scope: 'live' }),
  '/operator/security-question/list': nothing,
  '/register-block/list': nothing,
  '/operator/maintenance/read': nothing,
  '/operator/delivery/read': nothing,
  '/operator/dead-letter/list': nothing,
  '/operator/broadcast/list': nothing,
  '/operator/broadcast/count': () => ({ kind: 'news', audience: 'merchants', audienceValue: '' }),
  '/operator/setting/list': nothing,
  '/operator/setting/history': nothing,
  '/operator/me': nothing,
  '/operator/request/list': nothing,
  '/operator/audit/list': nothing,
  '/operator/administration/list': nothing,
  '/member/appbk/bankcard-list': () => ({ status: 'Approved' }),
  '/operator/bank-card/detail/{id}': nothing,
  '/operator/review/list': () => ({ kind: 'identity', state: 'waiting' }),
  '/operator/review/summary': nothing,
  '/operator/case/detail/{id}': nothing,
  '/operator/case/find': () => ({ search: LOOKED_AT }),
  '/operator/case/thread': (reader, { orders }) => ({
    orderId: defined(orders.get(reader), 'an order of the operator'),
  }),
  '/operator/case/thread/file/{id}': (reader, { fileLines }) => ({
    number: defined(fileLines.get(reader), 'a file in its thread'),
  }),
  '/operator/case/list': nothing,
  '/operator/flag/list': nothing,
  '/operator/reply-template/list': nothing,
  '/operator/reply-template/history': () => ({ id: '1' }),
  '/operator/flag/parties': nothing,
  '/operator/remark/list': nothing,
  '/operator/case/summary': nothing,
  '/operator/case/state/{id}': nothing,
  '/operator/dashboard/work': () => ({}),
  '/operator/dashboard/money': () => ({}),
  '/operator/review/state/{id}': () => ({ kind: 'identity' }),
  '/member/third-party-payment/list': nothing,
  '/member/third-party-payment/review': () => ({ status: 'Approved' }),
  '/member/third-party-payment/detail/{id}': nothing,
  '/member/third-party-payment/check-payment-in-progress': (reader, { payAccounts }) => ({
    payAccountId: defined(payAccounts.get(reader), 'a pay account of the reader'),
  }),
};

/** A limit per minute that the reader has used up: the read is none, and is made again after the wait. */
export class WaitFirst extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('the limit of reads');
    this.seconds = seconds;
  }
}

async function read<P extends ReadPath>(
  path: P,
  reader: BenchMember,
  { input, id }: { input: CallInput<P>; id: string },
): Promise<void> {
  const { errorCode, errorMessage, data } = await reader.ask(path, input, {
    id,
    ...(isForOperators(path) && { account: LOOKED_AT }),
  });
  if (errorCode === ERRORS.RATE_LIMITED.code) throw new WaitFirst((data as { seconds: number }).seconds);
  if (errorCode !== 0) throw new Error(`${path}: ${errorCode} ${errorMessage}`);
}

const turn = (of: readonly BenchMember[], n: number) => defined(of[n % of.length], 'there are readers');
const isForOperators = (path: ReadPath) => registry[path].who.some((who) => who.startsWith('op:'));

function byOrdinary<P extends ReadPath>(path: P, what = '', input: Input<P> = INPUTS[path]): Case {
  return {
    name: `${path}${what}`,
    read: (readers, n) => {
      const reader = turn(isForOperators(path) ? readers.operators : readers.ordinary, n);
      const id = path.startsWith('/operator/case/') ? readers.orders.get(reader) : undefined;
      return read(path, reader, { input: input(reader, readers), id: id ?? '1' });
    },
  };
}

function byHeavy<P extends ReadPath>(path: P, what = '', input: Input<P> = INPUTS[path]): Case {
  return {
    name: `${path}${what} (heavy)`,
    read: (readers, n) => {
      const reader = turn(readers.heavy, n);
      return read(path, reader, { input: input(reader, readers), id: '1' });
    },
  };
}

const paths = Object.keys(INPUTS) as ReadPath[];

export const CASES: readonly Case[] = [
  ...paths.map((path) => byOrdinary(path)),
  byOrdinary('/order/list', ' active', () => ({ scope: 'active' as const })),
  byOrdinary('/listing/mine', ' ended', () => ({ scope: 'ended' as const })),
  byOrdinary('/member/real-name/list', ' approved', () => ({ state: 'approved' as const })),
  byOrdinary('/member/real-name/list', ' approved on a day', () => ({
    state: 'approved' as const,
    from: DECIDED_DAY,
    to: DECIDED_DAY,
  })),
  byOrdinary('/member/real-name/list', ' by number', () => ({
    state: 'approved' as const,
    number: 'A000000002',
  })),
  byOrdinary('/operator/review/list', ' by age', () => ({
    kind: 'identity' as const,
    state: 'waiting' as const,
    age: '24' as const,
  })),
  byOrdinary('/operator/review/list', ' approved', () => ({
    kind: 'identity' as const,
    state: 'approved' as const,
  })),
  byOrdinary('/operator/review/list', ' cards', () => ({
    kind: 'card' as const,
    state: 'approved' as const,
  })),
  byOrdinary('/listing/market', ' quantity', () => ({ coin: 'TWD' as const, quantity: '100.00' })),
  byOrdinary('/listing/market', ' of buyers', () => ({ coin: 'TWD' as const, side: 'buy' as const })),
  byOrdinary('/listing/market', ' by method', () => ({
    coin: 'TWD' as const,
    payMethods: ['jkopay' as const],
  })),
  byOrdinary('/listing/market', ' by a method of nobody', () => ({
    coin: 'TWD' as const,
    payMethods: ['pxpay' as const],
  })),
  byOrdinary('/listing/market', ' of who is here', () => ({ coin: 'TWD' as const, here: '1' as const })),
  byOrdinary('/listing/market', ' by price', () => ({ coin: 'TWD' as const, sort: 'price' as const })),
  byOrdinary('/listing/market', ' by price and method', () => ({
    coin: 'TWD' as const,
    sort: 'price' as const,
    payMethods: ['pxpay' as const],
  })),
  byOrdinary('/operator/case/find', ' by number', () => ({ search: 'HF-260101-0001' })),
  byOrdinary('/register-block/list', ' ended', () => ({ state: 'ended' as const })),
  byOrdinary('/register-block/list', ' by network', () => ({
    kind: 'network' as const,
    pattern: '10.1.2.3',
  })),
  byHeavy('/member/balanceinfo'),
  byOrdinary('/api/wallet/get-journal', ' by kind', () => ({ kind: 'purchase' as const })),
  byHeavy('/api/wallet/get-journal'),
  byHeavy('/api/wallet/get-journal', ' by kind', () => ({ kind: 'issue' as const })),
  byHeavy('/api/wallet/get-journal', ' before its first day', () => ({ to: '2020-01-01' })),
  byHeavy('/api/v1/members/orders-in-progress/{account}'),
  byHeavy('/order/list'),
  byHeavy('/order/list', ' active', () => ({ scope: 'active' as const })),
  byHeavy(
    '/order/list',
    ' of a coin and side',
    () => ({ scope: 'past', coin: 'USDT', did: 'sell' }) as const,
  ),
  byHeavy('/order/list', ' before its first day', () => ({ scope: 'past', to: '2020-01-01' }) as const),
  byHeavy('/order/list', ' by number', () => ({ scope: 'past', search: 'HF-200101-0001' }) as const),
  byHeavy('/order/detail'),
  byHeavy('/order/paid-from'),
  byHeavy('/order/thread'),
  byHeavy('/listing/mine'),
  byHeavy('/listing/mine', ' ended', () => ({ scope: 'ended' as const })),
  byHeavy('/listing/market'),
  byHeavy('/member/notification/list'),
  byHeavy('/member/notification/list', ' catching up', () => ({ after: '0' })),
  byHeavy('/member/notification/list', ' unread', () => ({ newestFirst: '1', unread: '1' }) as const),
  byHeavy(
    '/member/notification/list',
    ' of a rare group',
    () => ({ newestFirst: '1', group: 'wallet' }) as const,
  ),
  byHeavy(
    '/member/notification/list',
    ' of an order group',
    () => ({ newestFirst: '1', group: 'messages' }) as const,
  ),
  byHeavy('/member/security/history'),
  byHeavy('/member/security/devices'),
];
