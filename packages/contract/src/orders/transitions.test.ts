import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ORDER_NOTIFICATION_TYPES } from '../notifications/types.ts';
import {
  clockOf,
  dutyOf,
  findTransition,
  ORDER_ACTION_RULES,
  mayAct,
  placeAfter,
  requestAfter,
} from './actions.ts';
import { ORDER_NOTICES } from './notices.ts';
import { TRANSITIONS } from './transitions.ts';
import {
  EVENTS,
  GUARDS,
  LISTING_STATES,
  ORDER_ACTIONS,
  ORDER_STATE_INFO,
  ORDER_STATES,
  TIMERS,
  type Actor,
  type OpenRequest,
  type OrderState,
  type Place,
} from './machine.ts';

const ACTORS: readonly Actor[] = ['payer', 'payee', 'owner', 'locker', 'operator', 'risk', 'timer', 'system'];
const REQUESTS: readonly (OpenRequest | null)[] = [null, 'by-payer', 'by-payee'];

interface At {
  readonly at: Place;
  readonly request: OpenRequest | null;
}

function keyOf({ at, request }: At): string {
  return request ? `${at} ${request}` : at;
}

function isOrderState(place: Place): place is OrderState {
  return (ORDER_STATES as readonly Place[]).includes(place);
}

function transitionsFrom(situation: At) {
  return EVENTS.flatMap((event) =>
    ACTORS.flatMap((actor) => {
      const transition = findTransition(situation, event, actor);
      return transition ? [{ transition, event, actor }] : [];
    }),
  );
}

/** Everything that can be reached from nothing, by following transitions. */
function reach(): Map<string, At> {
  const found = new Map<string, At>();
  const open: At[] = [{ at: 'NONE', request: null }];
  for (let here = open.pop(); here; here = open.pop()) {
    if (found.has(keyOf(here))) continue;
    found.set(keyOf(here), here);
    for (const { transition } of transitionsFrom(here))
      open.push({ at: placeAfter(transition, here.at), request: requestAfter(transition, here.request) });
  }
  return found;
}

/**
 * The whole machine a second time, in another form: what can happen in each situation, by whom, and where it leads (`=`: stays). Written from
 * the specification, not from the table; whatever is not here must be refused.
 */
const LIVE = 'fault:system>STUCK_CASE outage-declared:system=';
const FORCE = 'force-cancel:operator>FORCE_CANCELLED';
const RISK = 'force-cancel:risk>FORCE_CANCELLED';
const STUCK_BOTH = `release:payee>FINISHED ${FORCE} ${LIVE}`;
const CASE = `rule-release:operator>FINISHED split:operator>FINISHED split:payer>FINISHED split:payee>FINISHED offer-split:payer= offer-split:payee= decline-split:payer= decline-split:payee= ${STUCK_BOTH}`;
const TO_CASE = 'appeal:payer>STUCK_CASE appeal:payee>STUCK_CASE';
const REST =
  'listing-time-ended:timer>EXPIRED suspend:operator>SUSPENDED suspend:risk>SUSPENDED close:owner>CLOSED edit:owner=';
const EXPECTED: Readonly<Record<string, string>> = {
  NONE: 'publish:owner>OPEN',
  OPEN: `lock:locker>LOCKED ask-lock:locker>ACCEPT_WAIT pause:owner>PAUSED pause:system>PAUSED fill:system>FILLED ${REST}`,
  PAUSED: `resume:owner>OPEN sell-out:system>SOLD_OUT ${REST}`,
  FILLED: `refill:system>OPEN pause:system>PAUSED sell-out:system>SOLD_OUT ${REST}`,
  SOLD_OUT: '',
  CLOSED: '',
  EXPIRED: 'renew:owner>OPEN',
  SUSPENDED: '',
  ACCEPT_WAIT: `accept:owner>LOCKED decline:owner>CANCELLED accept-time-ended:timer>AUTO_CANCELLED cancel:locker>CANCELLED ${FORCE} ${RISK} ${LIVE}`,
  LOCKED: `pay-time-ending:timer= extend:payee>LOCKED ask-time:payer= paid:payer>PAID pay-time-ended:timer>GRACE cancel:payer>CANCELLED request-cancel:payee= release:payee>FINISHED ${FORCE} ${RISK} ${LIVE}`,
  'LOCKED by-payee': `pay-time-ending:timer= extend:payee>LOCKED ask-time:payer= paid:payer>PAID pay-time-ended:timer>GRACE cancel:payer>CANCELLED allow-cancel:payer>CANCELLED deny-cancel:payer= request-time-ended:timer= release:payee>FINISHED ${FORCE} ${RISK} ${LIVE}`,
  GRACE: `extend:payee>LOCKED paid:payer>PAID grace-time-ended:timer>AUTO_CANCELLED cancel:payer>CANCELLED release:payee>FINISHED ${FORCE} ${RISK} ${LIVE}`,
  PAID: `request-cancel:payer= request-cancel:payee= ack-reminder-due:timer= ack-time-ended:timer>STUCK_SELF ${TO_CASE} ${STUCK_BOTH}`,
  'PAID by-payer': `allow-cancel:payee>CANCELLED request-time-ended:timer>CANCELLED deny-as-received:payee>FINISHED deny-cancel:payee>STUCK_CASE request-cancel:payee>CANCELLED ${TO_CASE} ${STUCK_BOTH}`,
  'PAID by-payee': `allow-cancel:payer>CANCELLED deny-cancel:payer>STUCK_SELF request-time-ended:timer>STUCK_SELF request-cancel:payer>CANCELLED ${TO_CASE} ${STUCK_BOTH}`,
  STUCK_SELF: `request-cancel:payer= request-cancel:payee= self-time-ended:timer>STUCK_CASE ${TO_CASE} ${STUCK_BOTH}`,
  'STUCK_SELF by-payer': `allow-cancel:payee>CANCELLED request-time-ended:timer>CANCELLED deny-as-received:payee>FINISHED deny-cancel:payee>STUCK_CASE request-cancel:payee>CANCELLED self-time-ended:timer>STUCK_CASE ${TO_CASE} ${STUCK_BOTH}`,
  'STUCK_SELF by-payee': `allow-cancel:payer>CANCELLED deny-cancel:payer= request-time-ended:timer= request-cancel:payer>CANCELLED self-time-ended:timer>STUCK_CASE ${TO_CASE} ${STUCK_BOTH}`,
  STUCK_CASE: `request-cancel:payer= request-cancel:payee= ${CASE}`,
  'STUCK_CASE by-payer': `allow-cancel:payee>CANCELLED deny-as-received:payee>FINISHED deny-cancel:payee= request-cancel:payee>CANCELLED ${CASE}`,
  'STUCK_CASE by-payee': `allow-cancel:payer>CANCELLED deny-cancel:payer= request-time-ended:timer= request-cancel:payer>CANCELLED ${CASE}`,
  FINISHED: 'appeal:payer= appeal:payee=',
  CANCELLED: 'late-claim:payer= take-blame:payer= take-blame:payee= relock:operator>STUCK_CASE',
  AUTO_CANCELLED: 'late-claim:payer= relock:operator>STUCK_CASE',
  FORCE_CANCELLED: 'appeal:payer= appeal:payee=',
};

const SITUATIONS = reach();

describe('the machine of listings and orders', () => {
  it('reaches every state and every situation of the specification, and no other', () => {
    expect([...SITUATIONS.keys()].toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
    const states = new Set([...SITUATIONS.values()].map(({ at }) => at));
    expect(states.size).toBe(1 + LISTING_STATES.length + ORDER_STATES.length);
  });

  it.each(Object.entries(EXPECTED))(
    'in %s allows exactly what is written, and refuses every other event by everybody',
    (key, expected) => {
      const situation = SITUATIONS.get(key) as At;
      const actual = transitionsFrom(situation).map(
        ({ transition: { to }, event, actor }) => `${event}:${actor}${to === 'same' ? '=' : `>${to}`}`,
      );
      expect(actual.toSorted()).toEqual(expected.split(' ').filter(Boolean).toSorted());
    },
  );

  it('uses every transition, and has at most one for a situation, an event and an actor', () => {
    const used = new Set(
      [...SITUATIONS.values()].flatMap((at) => transitionsFrom(at).map(({ transition }) => transition.id)),
    );
    expect(TRANSITIONS.filter(({ id }) => !used.has(id))).toEqual([]);
    expect(new Set(TRANSITIONS.map(({ id }) => id)).size).toBe(TRANSITIONS.length);
    const claims = TRANSITIONS.flatMap((each) =>
      each.from.flatMap((at) =>
        (each.request ?? ['none']).flatMap((request) =>
          each.actors.map((actor) => `${at} ${request} ${each.event} ${actor}`),
        ),
      ),
    );
    expect(new Set(claims).size).toBe(claims.length);
  });

  it('uses every event, every guard and every notification type', () => {
    expect([...new Set(TRANSITIONS.map(({ event }) => event))].toSorted()).toEqual([...EVENTS].toSorted());
    const guards = new Set(TRANSITIONS.flatMap((each) => each.guards));
    expect([...guards].toSorted()).toEqual(Object.keys(GUARDS).toSorted());
    const types = new Set(TRANSITIONS.flatMap((each) => each.notices.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual([...ORDER_NOTIFICATION_TYPES].toSorted());
  });

  it('runs today what the first issue brings, and nothing else', () => {
    expect(TRANSITIONS.filter((each) => each.implemented).map(({ id }) => id)).toEqual([
      'T1',
      'L1',
      'L2',
      'L11',
      'L10',
      'L3',
      'L4',
      'L5',
      'L9',
      'L6',
      'L7',
      'L8',
      'T2',
      'T2.ask',
      'T3',
      'T4',
      'T5',
      'T5a',
      'T6',
      'T7',
      'T7.ask',
      'T8',
      'T9',
      'T10',
      'T11',
      'T12',
      'T13',
      'T14',
      'T15',
      'T15.silence',
      'T16',
      'T16.case',
      'T17',
      'T18',
      'T19',
      'T20',
      'T20.case',
      'T21',
      'T21.stuck',
      'T21a',
      'T21b',
      'T21b.silence',
      'T21b.stuck',
      'T21b.stuck-silence',
      'T22',
      'T23',
      'T24',
      'T25',
      'T26',
      'T27',
      'T27.payer',
      'T27.locked',
      'T28',
      'T29',
      'T29.risk',
      'T30',
      'T30.agreed',
      'T30.offer',
      'T30.decline',
      'T31.claim',
      'T12.blame',
      'T31',
      'T31a',
      'T32',
      'T33',
    ]);
  });
});

describe('no resting place', () => {
  const live = [...SITUATIONS.values()].filter(({ at }) => isOrderState(at) && ORDER_STATE_INFO[at].live);

  it.each(live.map((situation) => ({ name: keyOf(situation), ...situation })))(
    'in $name somebody has the duty, a clock runs, and its end leads on',
    ({ at, request }) => {
      const state = at as OrderState;
      expect(dutyOf(state, request)).not.toBeNull();
      expect(TIMERS[clockOf(state, request)].defaultMs).toBeGreaterThan(0);
      const byTimer = transitionsFrom({ at, request }).filter(
        ({ actor, transition }) => actor === 'timer' && transition.guards.includes('due'),
      );
      expect(byTimer.length > 0 || dutyOf(state, request) === 'operator').toBe(true);
    },
  );

  it.each(ORDER_STATES.filter((state) => !ORDER_STATE_INFO[state].live))(
    '%s is an end: nobody owes anything',
    (state) => {
      expect(dutyOf(state)).toBeNull();
    },
  );

  it('hands the duty to the side that has to answer a request, except where an operator decides', () => {
    expect(dutyOf('LOCKED', 'by-payee')).toBe('payer');
    expect(dutyOf('PAID', 'by-payer')).toBe('payee');
    expect(dutyOf('PAID', 'by-payee')).toBe('payer');
    expect(dutyOf('STUCK_SELF', 'by-payer')).toBe('payee');
    expect(dutyOf('STUCK_CASE', 'by-payer')).toBe('operator');
  });

  it('stops the clock of PAID while a request is open, and no other', () => {
    expect(clockOf('PAID')).toBe('ack');
    expect(clockOf('PAID', 'by-payer')).toBe('cancelAck');
    expect(clockOf('LOCKED', 'by-payee')).toBe('pay');
    expect(clockOf('STUCK_SELF', 'by-payee')).toBe('self');
  });
});

describe('the escrow', () => {
  function isLive(place: Place): boolean {
    return isOrderState(place) && ORDER_STATE_INFO[place].live;
  }

  it.each(TRANSITIONS.filter((each) => each.from.some(isOrderState)))(
    '$id moves the coin exactly when it leaves or enters escrow',
    (each) => {
      for (const from of each.from) {
        const [before, after] = [isLive(from), isLive(placeAfter(each, from))];
        const expected =
          before && !after ? ['finish', 'return', 'split'] : !before && after ? ['relock'] : [null];
        expect(expected).toContain(each.escrow);
      }
    },
  );

  it('goes to the payer at FINISHED and back to the payee at every other end', () => {
    const kinds = TRANSITIONS.filter(
      ({ escrow }) => escrow === 'finish' || escrow === 'return' || escrow === 'split',
    ).map(({ to, escrow }) => `${to === 'FINISHED'} ${escrow === 'return'}`);
    expect([...new Set(kinds)].toSorted()).toEqual(['false true', 'true false']);
  });

  it('never goes back by a timer after "paid" unless the payer has asked for it', () => {
    const byTimer = TRANSITIONS.filter(
      (each) =>
        each.actors.includes('timer') &&
        each.escrow === 'return' &&
        each.from.some((at) => at === 'PAID' || at === 'STUCK_SELF' || at === 'STUCK_CASE'),
    );
    expect(byTimer.map(({ id, request }) => ({ id, request }))).toEqual([
      { id: 'T18', request: ['by-payer'] },
    ]);
  });

  it('never goes to the payer without a person: no timer, system or risk engine releases', () => {
    const finishing = TRANSITIONS.filter(({ escrow }) => escrow === 'finish' || escrow === 'split');
    expect([...new Set(finishing.flatMap(({ actors }) => actors))].toSorted()).toEqual([
      'operator',
      'payee',
      'payer',
    ]);
  });
});

describe('the transitions', () => {
  it('name how an order ended wherever it ends', () => {
    const ends = TRANSITIONS.filter(
      ({ to }) => to !== 'same' && isOrderState(to) && !ORDER_STATE_INFO[to].live,
    );
    expect(ends.filter(({ resolution }) => resolution === undefined)).toEqual([]);
  });

  it('start the answering clock with each request that silence answers', () => {
    const asked = TRANSITIONS.filter(({ opens }) => opens).map(({ id, clock }) => [id, clock]);
    expect(asked).toEqual([
      ['T13', 'cancelAck'],
      ['T16', 'cancelAck'],
      ['T16.case', 'keep'],
      ['T21', 'cancelAck'],
      ['T21.stuck', 'cancelAck'],
    ]);
  });

  it('open a case wherever they lead to one, or tell both that operators have it', () => {
    const opening = TRANSITIONS.filter(({ opensCase }) => opensCase).map(({ id }) => id);
    const told = TRANSITIONS.filter(
      ({ to, event, notices }) =>
        to === 'STUCK_CASE' ||
        event === 'late-claim' || // nobody else would read it
        notices.some((notice) => notice.with?.stage === 'case'),
    );
    expect(opening).toEqual(told.map(({ id }) => id));
  });

  it('fix what their notification must say about its own transition', () => {
    const fixedByTransition = ['ackOf', 'stage', 'onSilence', 'resolution'] as const;
    const missing = TRANSITIONS.flatMap(({ id, notices }) =>
      notices.flatMap(({ type, with: data }) =>
        fixedByTransition
          .filter((field) => ORDER_NOTICES[type].carries.includes(field) && data?.[field] === undefined)
          .map((field) => `${id} ${type} ${field}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('who may do what', () => {
  const hats = ['payer', 'payee', 'owner', 'locker', 'operator'] as const;

  it.each(ORDER_ACTIONS.filter((action) => ORDER_ACTION_RULES[action].event !== null))(
    '%s is open to exactly those whom the machine lets do it',
    (action) => {
      const { event } = ORDER_ACTION_RULES[action];
      for (const state of ORDER_STATES)
        for (const hat of hats) {
          const byMachine = REQUESTS.some(
            (request) => event !== null && findTransition({ at: state, request }, event, hat) !== undefined,
          );
          expect({ state, hat, may: mayAct(action, state, [hat]) }).toEqual({ state, hat, may: byMachine });
        }
    },
  );
});

describe('the timers', () => {
  it.each(Object.entries(TIMERS))('%s has a default within its range', (_, timer) => {
    expect(timer.defaultMs).toBeGreaterThanOrEqual(timer.minMs);
    expect(timer.defaultMs).toBeLessThanOrEqual(timer.maxMs);
    expect(timer.choicesMs ?? [timer.defaultMs]).toContain(timer.defaultMs);
  });
});

/** The document that the machine was specified in; no part of the repository, compared where it lies beside it. */
const SPEC = new URL('../../../../../shared/spec/orders.md', import.meta.url);
const hasSpec = existsSync(SPEC);

function tableRows(first: RegExp): string[][] {
  return readFileSync(SPEC, 'utf8')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell = '']) => first.test(cell));
}

describe.skipIf(!hasSpec)('beside the specification of orders', () => {
  it('has its transitions, all of them, and none of its own but those of listings', () => {
    const specified = tableRows(/^T\d+[ab]?$/).map(([id = '']) => id);
    const ours = [...new Set(TRANSITIONS.map(({ id }) => id.replace(/\..*$/, '')))].filter(
      (id) => !id.startsWith('L'),
    );
    expect(ours.toSorted()).toEqual(specified.toSorted());
    expect(specified).toHaveLength(37);
  });

  // Whoever is asked for time is told of it too (docs/decisions/0178-an-answer-is-told.md); the specification's row tells only of the answer.
  const TOLD_BESIDE: Readonly<Record<string, readonly string[]>> = { T7: ['orderRemindExtend'] };

  it('sends the notices that its transitions send', () => {
    const specified = tableRows(/^T\d+[ab]?$/).map(([id = '', ...cells]) => {
      const told = cells.at(-1) ?? '';
      return {
        id,
        types: [
          ...new Set([
            ...[...told.matchAll(/\*\*(order\w+)\*\*/g)].map(([, type = '']) => type),
            ...(TOLD_BESIDE[id] ?? []),
          ]),
        ].toSorted(),
      };
    });
    const ours = specified.map(({ id }) => {
      const found = TRANSITIONS.filter((each) => each.id.replace(/\..*$/, '') === id);
      return {
        id,
        types: [...new Set(found.flatMap(({ notices }) => notices.map(({ type }) => type)))].toSorted(),
      };
    });
    expect(ours).toEqual(specified);
  });

  it('calls the states what it calls them', () => {
    const labels = tableRows(/^(ACCEPT_WAIT|LOCKED|GRACE|PAID|STUCK|\w*CANCELLED|FINISHED)\b/)
      .slice(0, 10)
      .map(([, label]) => label);
    expect(ORDER_STATES.map((state) => ORDER_STATE_INFO[state].zhTW)).toEqual(labels);
  });
});

describe.skipIf(hasSpec)('without the specification of orders', () => {
  it('leaves out 3 comparisons', () => expect(hasSpec).toBe(false));
});
