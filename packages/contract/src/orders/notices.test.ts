import { describe, expect, it } from 'vitest';
import { dutyOf, placeAfter, requestAfter } from './actions.ts';
import {
  ORDER_STATE_INFO,
  ORDER_STATES,
  type Hat,
  type OrderState,
  type TransitionNotice,
} from './machine.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import { ORDER_NOTICES, orderNotice } from './notices.ts';
import { TRANSITIONS } from './transitions.ts';

const SIDES = ['sell', 'buy'] as const;

/** A notification of the machine as one recipient gets it, and how the order stands by then. */
interface Sent {
  readonly id: string;
  readonly notice: TransitionNotice;
  readonly role: 'payer' | 'payee';
  readonly isOwner: boolean;
  readonly state: OrderState;
  readonly isOnDuty: boolean;
}

function roleOf(hat: Hat, ownerRole: 'payer' | 'payee'): 'payer' | 'payee' {
  const lockerRole = ownerRole === 'payee' ? 'payer' : 'payee';
  return { payer: 'payer', payee: 'payee', owner: ownerRole, locker: lockerRole }[hat] as 'payer' | 'payee';
}

/** Every notification to every recipient, in sell and in buy listings. */
const SENT: readonly Sent[] = TRANSITIONS.flatMap((transition) =>
  transition.notices.flatMap((notice) =>
    notice.to.flatMap((hat) =>
      SIDES.flatMap((side) => {
        const state = placeAfter(transition, transition.from[0] ?? 'NONE');
        if (hat === 'operators' || !ORDER_STATES.some((one) => one === state)) return [];
        const ownerRole = side === 'sell' ? 'payee' : 'payer';
        const role = roleOf(hat, ownerRole);
        const duty = dutyOf(state as OrderState, requestAfter(transition, null));
        const isOwner = role === ownerRole;
        const isOnDuty = duty === 'both' || duty === role || (duty === 'owner' && isOwner);
        return [{ id: transition.id, notice, role, isOwner, state: state as OrderState, isOnDuty }];
      }),
    ),
  ),
);

const noticeOf = ({ notice, role, isOwner }: Sent) =>
  orderNotice(notice.type, {
    ...notice.with,
    isOwner,
    transactionType: role === 'payer' ? 'in' : 'out',
  });
const nameOf = ({ id, notice, role, isOwner }: Sent) =>
  `${id} ${notice.type} to ${role}${isOwner ? ', owner' : ''}`;
const isLive = ({ state }: Sent) => ORDER_STATE_INFO[state].live;

describe('a notification of an order', () => {
  it('has a text of its own for every recipient of every transition', () => {
    expect(SENT.length).toBeGreaterThan(80);
    expect(SENT.filter((sent) => noticeOf(sent).text === undefined).map(nameOf)).toEqual([]);
  });

  it('says that nothing is to be done to the side that is not on duty, and only to that one', () => {
    const wrong = SENT.filter(isLive).filter((sent) => {
      const { text } = noticeOf(sent);
      const isIdle =
        /不用處理/.test(text?.zhTW ?? '') && /Nothing for you|leave it as it is/.test(text?.en ?? '');
      return isIdle === sent.isOnDuty;
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('asks nobody to pay once the order has ended or the time to pay is over', () => {
    const asked = SENT.filter((sent) => /請在.*前付款/.test(noticeOf(sent).text?.zhTW ?? ''));
    expect([...new Set(asked.map(({ state }) => state))]).toEqual(['LOCKED']);
    expect(asked.filter(({ role }) => role !== 'payer').map(nameOf)).toEqual([]);
  });

  it('names a deadline only while one runs, and the end of the questions only after an end', () => {
    const wrong = SENT.filter((sent) => {
      const { text } = noticeOf(sent);
      return (isLive(sent) ? /\{claim\}/ : /\{time\}/).test(text?.zhTW ?? '');
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('says the same in both languages, with the same values', () => {
    const slotsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
    for (const { title, text } of Object.values(NOTICE_TEXTS).flat()) {
      expect(slotsOf(text.en), text.zhTW).toEqual(slotsOf(text.zhTW));
      for (const { zhTW, en } of [title, text]) {
        expect(zhTW).toMatch(/\p{Script=Han}/u);
        expect(en).not.toMatch(/\p{Script=Han}/u);
      }
    }
  });

  it('names nobody and no amount in its title, which stands on a locked phone', () => {
    const titles = Object.values(NOTICE_TEXTS).flatMap((variants) => variants.map(({ title }) => title.zhTW));
    expect(titles.filter((title) => title.includes('{'))).toEqual([]);
  });

  it('speaks of the own wait of a seller when somebody takes a listing', () => {
    const { title, text } = orderNotice('orderLock', { transactionType: 'out', isOwner: true });
    expect(title.zhTW).toBe('有人下單了');
    expect(text?.zhTW).toBe('等 {nick} 在 {time} 前付款，您先不用處理。');
    expect(orderNotice('orderLock', { transactionType: 'in', isOwner: false }).title.zhTW).toBe(
      '下單成功，請付款',
    );
  });

  it('has a neutral title alone for a notice that does not say who reads it', () => {
    for (const extra of [{}, { transactionType: 'toString' }, { transactionType: 1 }, { role: 'payer' }])
      expect(orderNotice('orderLock', extra)).toEqual({ title: ORDER_NOTICES.orderLock.title });
  });
});
