import { describe, expect, it } from 'vitest';
import { actionOf, dutyOf, isTurnOf, placeAfter, requestAfter } from './actions.ts';
import {
  ORDER_STATE_INFO,
  ORDER_STATES,
  type Actor,
  type Hat,
  type OpenRequest,
  type OrderState,
  type Place,
  type Transition,
  type TransitionNotice,
} from './machine.ts';
import { noticeFactsOf } from './notice-facts.ts';
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
  readonly from: Place;
  readonly state: OrderState;
  readonly request: OpenRequest | null;
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

/** Every place from which a transition is made, with each open request that it accepts there. */
const situationsOf = ({ from, request = ['none'] }: Transition) =>
  from.flatMap((at) =>
    request
      .map((one) => (one === 'none' ? null : one))
      .filter((one) => one === null || canLieOver(one, at))
      .map((one) => ({ at, request: one })),
  );

/** Whether a request can be open in a place: some transition opens it there. Whatever leads on from there with it is another place of the same kind. */
const canLieOver = (request: OpenRequest, at: Place): boolean =>
  TRANSITIONS.some(({ opens, from }) => opens === request && from.includes(at));

/** One transition from one place, as one of its actors makes it, told to one recipient of an order of a sell or a buy listing. */
function sentBy(
  transition: Transition,
  notice: TransitionNotice,
  {
    at,
    request,
    ownerRole,
    hat,
    by,
  }: {
    readonly at: Place;
    readonly request: OpenRequest | null;
    readonly ownerRole: Role;
    readonly hat: Hat;
    readonly by: Actor;
  },
): Sent[] {
  const to = placeAfter(transition, at);
  const state = ORDER_STATES.find((one) => one === to);
  if (!state) return [];
  const left = ORDER_STATE_INFO[state].live ? requestAfter(transition, request) : null;
  const role = roleOf(hat, ownerRole);
  const isOwner = role === ownerRole;
  const isOnDuty = isTurnOf(dutyOf(state, left), { role, isOwner });
  const actor = actorOf(by, ownerRole);
  return [{ id: transition.id, notice, role, isOwner, actor, from: at, state, request: left, isOnDuty }];
}

/**
 * Every notification to every recipient, in sell and in buy listings, whoever of its actors caused it, from every state that its transition
 * accepts and with every request that may be open there.
 */
const SENT: readonly Sent[] = TRANSITIONS.flatMap((transition) =>
  situationsOf(transition).flatMap((situation) =>
    transition.notices.flatMap((notice) =>
      notice.to.flatMap((hat) =>
        hat === 'operators'
          ? []
          : SIDES.flatMap((side) =>
              transition.actors.flatMap((by) => {
                const ownerRole = side === 'sell' ? 'payee' : 'payer';
                return sentBy(transition, notice, { ...situation, ownerRole, hat, by });
              }),
            ),
      ),
    ),
  ),
);

const noticeOf = (
  { notice, role, isOwner, actor, state, request }: Sent,
  more: { extensionCount?: number; hasAskedTime?: boolean } = {},
) =>
  orderNotice(notice.type, {
    ...noticeFactsOf(notice.type, { state, request, ...more }),
    ...notice.with,
    ...(actor === role && { own: true }),
    isOwner,
    transactionType: role === 'payer' ? 'in' : 'out',
  });
const nameOf = ({ id, notice, role, isOwner, from, request }: Sent) =>
  `${id} ${notice.type} to ${role}${isOwner ? ', owner' : ''} from ${from}${request ? ` ${request}` : ''}`;

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
    expect(SENT.length).toBeGreaterThan(300);
    expect(new Set(SENT.map(({ request }) => request))).toEqual(new Set([null, 'by-payer', 'by-payee']));
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

  it('names only what its reader can do then: not more time that was asked for, or that there is no more of', () => {
    const reminders = SENT.filter(({ id }) => id === 'T6');
    const facts = [0, 1, 2].flatMap((extensionCount) =>
      [false, true].map((hasAskedTime) => ({ extensionCount, hasAskedTime })),
    );
    const wrong = reminders.flatMap((sent) =>
      facts.flatMap((fact) => {
        const { state, role, isOwner, request } = sent;
        const known = { state, isOwner, request, now: 0, ...fact };
        const canExtend = actionOf('extend', { ...known, role: 'payee' })?.open === true;
        const canAsk = actionOf('ask-time', { ...known, role: 'payer' })?.open === true;
        const said = noticeOf(sent, fact).text;
        const mayDo = role === 'payer' ? canAsk : canExtend;
        const named = [
          /(可以請對方|請到訂單)延長/.test(said?.zhTW ?? ''),
          /ask for more time|You can extend/.test(said?.en ?? ''),
        ];
        const asks = request === 'by-payee' && role === 'payer';
        const isTrue = asks ? /取消/.test(said?.zhTW ?? '') : named.every((one) => one === mayDo);
        return isTrue ? [] : [`${nameOf(sent)} ${JSON.stringify(fact)}`];
      }),
    );
    expect(reminders.map(({ request }) => request)).toContain('by-payee');
    expect(wrong).toEqual([]);
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

  it('tells the payee of a late claim what it can cost, and the payer that it has come', () => {
    const [toPayee, toPayer] = ['payee', 'payer'].map((role) =>
      SENT.filter(({ id, ...sent }) => id === 'T31.claim' && sent.role === role).map((sent) =>
        noticeOf(sent),
      ),
    );
    expect(toPayee?.length).toBeGreaterThan(0);
    for (const { text } of toPayee ?? [])
      expect(text?.zhTW).toMatch(/\{time\}.*可用餘額.*\{quantity\}.*不用處理/);
    expect(toPayer?.length).toBeGreaterThan(0);
    for (const { text } of toPayer ?? []) expect(text?.zhTW).toMatch(/\{time\}.*不用處理/);
  });

  it('asks nobody to pay once the order has ended or the time to pay is over', () => {
    const asked = SENT.filter((sent) => /請在.*前付款/.test(noticeOf(sent).text?.zhTW ?? ''));
    expect([...new Set(asked.map(({ state }) => state))]).toEqual(['LOCKED']);
    expect(asked.filter(({ role }) => role !== 'payer').map(nameOf)).toEqual([]);
  });

  it('names a deadline only while one runs, and the end of the questions only after an end', () => {
    const wrong = SENT.filter((sent) => {
      const { text } = noticeOf(sent);
      // Beside an end the clock of the case that a late claim opens runs.
      const hasClock = isLive(sent) || sent.notice.with?.claimed === true;
      return (hasClock ? /\{claim\}/ : /\{time\}/).test(text?.zhTW ?? '');
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
