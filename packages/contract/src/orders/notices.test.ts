import { describe, expect, it } from 'vitest';
import { dutyOf, placeAfter, requestAfter } from './actions.ts';
import {
  ORDER_STATE_INFO,
  ORDER_STATES,
  type Actor,
  type Hat,
  type OrderState,
  type TransitionNotice,
} from './machine.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import { ORDER_NOTICES, orderNotice } from './notices.ts';
import { TRANSITIONS } from './transitions.ts';

const SIDES = ['sell', 'buy'] as const;
type Role = 'payer' | 'payee';

/** A notification of the machine as one recipient gets it, who has acted, and how the order stands by then. */
interface Sent {
  readonly id: string;
  readonly notice: TransitionNotice;
  readonly role: Role;
  readonly isOwner: boolean;
  /** The party that has acted, or nobody's hat: a clock, an operator, the system. */
  readonly actor: Role | 'operator' | 'nobody';
  readonly state: OrderState;
  readonly isOnDuty: boolean;
}

function roleOf(hat: Hat, ownerRole: Role): Role {
  const lockerRole = ownerRole === 'payee' ? 'payer' : 'payee';
  return { payer: 'payer', payee: 'payee', owner: ownerRole, locker: lockerRole }[hat] as Role;
}

const isHat = (actor: Actor): actor is Hat => ['payer', 'payee', 'owner', 'locker'].includes(actor);

function actorOf(actor: Actor, ownerRole: Role): Sent['actor'] {
  if (isHat(actor)) return roleOf(actor, ownerRole);
  return actor === 'operator' ? 'operator' : 'nobody';
}

/** Every notification to every recipient, in sell and in buy listings, whoever of its actors caused it. */
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
        return transition.actors.map((one) => {
          const actor = actorOf(one, ownerRole);
          return { id: transition.id, notice, role, isOwner, actor, state: state as OrderState, isOnDuty };
        });
      }),
    ),
  ),
);

const noticeOf = ({ notice, role, isOwner, actor }: Sent) =>
  orderNotice(notice.type, {
    ...notice.with,
    ...(actor === role && { own: true }),
    isOwner,
    transactionType: role === 'payer' ? 'in' : 'out',
  });
const nameOf = ({ id, notice, role, isOwner }: Sent) =>
  `${id} ${notice.type} to ${role}${isOwner ? ', owner' : ''}`;

const SUBJECTS: readonly (readonly [RegExp, RegExp, (reader: Role) => readonly Sent['actor'][]])[] = [
  [/^買家/, /^The buyer/, () => ['payer']],
  [/^賣家/, /^The seller|^Released to you/, () => ['payee']],
  [/^對方/, /^The other side|^Somebody/, (reader) => [reader === 'payer' ? 'payee' : 'payer']],
  [/^您/, /^You (?!have|two|both)/, (reader) => [reader]],
  [/^雙方/, /^You (two|both)/, () => ['payer', 'payee']],
  [/^客服/, /^Support has (?!not)/, () => ['operator']],
];
/** What somebody has, is in the middle of, or has not done is no act that led to the notice. */
const NO_ACT = /^(買家|您)的|沒有|未|正在|在等|'s |\bnot\b|\bno\b|is (looking|waiting|checking)/i;

/** Whom the title of a notice names as the one who acted; empty where it names nobody. */
function namedBy(sent: Sent): (readonly Sent['actor'][])[] {
  const { title } = noticeOf(sent);
  return [title.zhTW, title.en]
    .filter((words) => !NO_ACT.test(words))
    .flatMap((words) =>
      SUBJECTS.filter(([zhTW, en]) => zhTW.test(words) || en.test(words)).map(([, , who]) => who(sent.role)),
    );
}

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

  it('names nobody as the one who acted but who did, in both languages', () => {
    const wrong = SENT.filter((sent) => namedBy(sent).some((named) => !named.includes(sent.actor)));
    expect([...new Set(wrong.map(nameOf))]).toEqual([]);
    expect(new Set(SENT.filter((sent) => namedBy(sent).length > 0).map(({ actor }) => actor))).toEqual(
      new Set(['payer', 'payee', 'operator']),
    );
  });

  it('says "you" in the receipt of who has acted', () => {
    const receipts = SENT.filter(({ notice, role, actor }) => notice.receipt && role === actor);
    expect(receipts.length).toBeGreaterThan(3);
    const wrong = receipts.filter((sent) => {
      const { title } = noticeOf(sent);
      return !title.zhTW.startsWith('您') || !title.en.startsWith('You ');
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
