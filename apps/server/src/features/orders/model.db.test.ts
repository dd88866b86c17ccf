import {
  mayAct,
  ORDER_ACTIONS,
  ORDER_STATES,
  type OrderAction,
  type OrderState,
} from '@holdfast/contract/orders';
import { assert } from '@holdfast/kernel';
import { announceSeed, simulation } from '@holdfast/testkit';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { brokenInvariants } from '#testing/orders/invariants.ts';
import { isLive, type Who } from '#testing/orders/model.ts';
import { triesOf } from '#testing/orders/steps.ts';
import { makeTraders, Walk, type Side, type Step } from '#testing/orders/walk.ts';
import { testServer } from '#testing/test-server.ts';

/**
 * Orders against the table of transitions: two parties, a stranger, an operator and time do random things, allowed or not. Whatever the table
 * has happens and nothing else does; after each walk the invariants hold.
 */

const server = await testServer();
const { owner } = server.database;

afterEach(() => server.database.setClock('0'));

let traders = await makeTraders(server);

const WHO = ['payer', 'payee', 'stranger', 'operator'] as const satisfies Who[];

const payer = (action: OrderAction): Step => ({ who: 'payer', action });
const payee = (action: OrderAction): Step => ({ who: 'payee', action });
const operator = (action: OrderAction): Step => ({ who: 'operator', action });
const clock: Step = 'next clock';

/** A way to each situation, so that a walk need not find it by chance. */
const WAYS = {
  ACCEPT_WAIT: [],
  LOCKED: [],
  'LOCKED by-payee': [payee('request-cancel')],
  GRACE: [clock, clock],
  PAID: [payer('paid')],
  'PAID by-payer': [payer('paid'), payer('request-cancel')],
  'PAID by-payee': [payer('paid'), payee('request-cancel')],
  STUCK_SELF: [payer('paid'), clock, clock, clock],
  'STUCK_SELF by-payer': [payer('paid'), clock, clock, clock, payer('request-cancel')],
  'STUCK_SELF by-payee': [payer('paid'), clock, clock, clock, payee('request-cancel')],
  STUCK_CASE: [payer('paid'), { minutes: 6 }, payer('appeal')],
  'STUCK_CASE by-payer': [payer('paid'), { minutes: 6 }, payee('appeal'), payer('request-cancel')],
  'STUCK_CASE by-payee': [payer('paid'), { minutes: 6 }, payer('appeal'), payee('request-cancel')],
  FINISHED: [payer('paid'), payee('release')],
  'STUCK_CASE with an offer': [payer('paid'), { minutes: 6 }, payer('appeal'), payer('offer-split')],
  CANCELLED: [payer('cancel')],
  'CANCELLED and blamed': [{ who: 'payer', action: 'cancel', blames: true }],
  'CANCELLED with a claim': [payer('cancel'), payer('late-claim')],
  AUTO_CANCELLED: [clock, clock, clock],
  'AUTO_CANCELLED with a claim': [clock, clock, clock, payer('late-claim')],
  FORCE_CANCELLED: [operator('force-cancel')],
  'FORCE_CANCELLED and appealed': [operator('force-cancel'), payee('appeal')],
} as const satisfies Readonly<Record<string, readonly Step[]>>;
type Start = keyof typeof WAYS;

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(...WHO)
      .chain((who) => fc.constantFrom(...triesOf(who)).map((action) => ({ who, action }))),
  },
  { weight: 2, arbitrary: fc.constant(clock) },
  {
    weight: 1,
    // The last but one: of an ended order the questions are still open if the product has stood still in between.
    arbitrary: fc.constantFrom(
      { minutes: 2 },
      { minutes: 6 },
      { minutes: 71 * 60 + 50 },
      { minutes: 73 * 60 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom({ outage: 3 }, { outage: 40 }) },
);

/** Which pairs of state and action somebody has tried, and whether it ever was done. */
const tried = new Map<string, 'done' | 'refused'>();
const note = (state: OrderState, action: OrderAction, isDone: boolean) => {
  const key = `${state} ${action}`;
  if (isDone || !tried.has(key)) tried.set(key, isDone ? 'done' : 'refused');
};

async function begin(start: Start, side: Side = 'sell'): Promise<Walk> {
  const one = await Walk.begin(traders, { asksFirst: start === 'ACCEPT_WAIT', side, note });
  for (const step of WAYS[start]) await one.take(step);
  assert(start.startsWith(one.model.state), `${start} is reached`);
  return one;
}

const PARTIES = ['payer', 'payee', 'operator'] as const satisfies Who[];

/**
 * Everything that a party or an operator can try there: what is refused, on one order; what is done, each on one of its own. Returns how much that was; that
 * everything was done which the matrix gives somebody is looked at in the end.
 */
async function tryEverything(start: Start): Promise<number> {
  traders = await makeTraders(server); // so many orders run that one member could not lock all of them
  const steps = PARTIES.flatMap((who) => triesOf(who).map((action) => ({ who, action })));
  const one = await begin(start);
  const isDone = ({ who, action }: (typeof steps)[number]) =>
    one.model.expects(who, action, Date.now() + DAY_MS) !== undefined;
  const done = steps.filter(isDone);
  for (const step of steps.filter((each) => !isDone(each))) await one.take(step);
  for (const step of done) await (await begin(start)).take(step);
  return steps.length;
}

/** Whether the matrix gives an action to somebody who has a way to ask for it. A proof after an end comes with a late claim. */
const isOffered = (state: OrderState, action: OrderAction): boolean =>
  PARTIES.some((who) => {
    const hats = who === 'operator' ? [who] : ([who, 'owner', 'locker'] as const);
    return triesOf(who).includes(action) && mayAct(action, state, hats);
  }) && !(action === 'add-proof' && !isLive(state));

const DAY_MS = 86_400_000;
const LONG = { timeout: 120_000 * simulation.scale };

it.each(Object.keys(WAYS) as Start[])(
  'does what the table has and refuses the rest, to everybody, in %s',
  LONG,
  async (start) => {
    expect(await tryEverything(start)).toBeGreaterThan(ORDER_ACTIONS.length);
  },
);

it('keeps its rules whatever everybody does', LONG, async () => {
  announceSeed('orders');
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(WAYS) as Start[])),
      fc.constantFrom('sell' as const, 'buy' as const),
      fc.array(someStep, { minLength: 4, maxLength: 24 }),
      async (start, side, steps) => {
        // Nobody may read as much in a minute as walks do.
        if ((walks += 1) % 5 === 0) traders = await makeTraders(server);
        const one = await begin(start, side);
        for (const step of steps) await one.take(step);
        expect(await brokenInvariants(owner)).toEqual([]);
      },
    ),
    { numRuns: 12 * simulation.scale, seed: simulation.seed },
  );
});

it('has met nearly every action in every state', () => {
  const lines = ORDER_STATES.map((state) => {
    const by = Map.groupBy(ORDER_ACTIONS, (action) => tried.get(`${state} ${action}`) ?? 'not tried');
    return `${state}: ${[...by].map(([how, actions]) => `${how} ${actions.join(', ')}`).join('; ')}`;
  });
  const all = ORDER_STATES.length * ORDER_ACTIONS.length;
  process.stderr.write(`${tried.size} of ${all} pairs of state and action\n${lines.join('\n')}\n`);
  expect(tried.size).toBeGreaterThanOrEqual(all * 0.95);
  // Whatever the matrix gives somebody has been done by somebody, and not refused each time.
  const neverDone = ORDER_STATES.flatMap((state) =>
    ORDER_ACTIONS.filter((action) => isOffered(state, action)).flatMap((action) =>
      tried.get(`${state} ${action}`) === 'done' ? [] : [`${state} ${action}`],
    ),
  );
  expect(neverDone).toEqual([]);
});
