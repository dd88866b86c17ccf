import {
  EXTENSION_COUNT_MAX,
  EXTENSION_TOTAL_MINUTES_MAX,
  ORDER_ACTIONS,
  ORDER_STATE_INFO,
  TIMERS,
  type ActionReason,
  type Actor,
  type Duty,
  type Hat,
  type OpenRequest,
  type OrderAction,
  type OrderEvent,
  type OrderState,
  type Place,
  type TimerName,
  type Transition,
} from './machine.ts';
import { TRANSITIONS } from './transitions.ts';

export interface Situation {
  readonly at: Place;
  /** The open request to cancel, if there is one. */
  readonly request?: OpenRequest | null;
}

/** The table by event, which every look-up names. Pure, so that a client without look-ups leaves the table out. */
const BY_EVENT: ReadonlyMap<OrderEvent, readonly Transition[]> = /* @__PURE__ */ Map.groupBy(
  TRANSITIONS,
  ({ event }) => event,
);
const transitionsOf = (event: OrderEvent): readonly Transition[] => BY_EVENT.get(event) ?? [];

function accepts(transition: Transition, { at, request }: Situation): boolean {
  return transition.from.includes(at) && (transition.request ?? ['none']).includes(request ?? 'none');
}

/** The transition that `actor` causes by `event`; undefined when the table has none, which is a refusal. Its guards are still to be checked. */
export function findTransition(
  situation: Situation,
  event: OrderEvent,
  actor: Actor,
): Transition | undefined {
  return transitionsOf(event).find((it) => it.actors.includes(actor) && accepts(it, situation));
}

/** Where a transition leads from a place. */
export function placeAfter(transition: Transition, from: Place): Place {
  return transition.to === 'same' ? from : transition.to;
}

/** The open request to cancel after a transition. */
export function requestAfter(transition: Transition, request: OpenRequest | null): OpenRequest | null {
  return transition.opens ?? (transition.closes ? null : request);
}

/** Whose turn it is; null at an end. A request to cancel hands the turn to the side that has to answer. */
export function dutyOf(state: OrderState, request?: OpenRequest | null): Duty | null {
  const { duty } = ORDER_STATE_INFO[state];
  if (!request || state === 'STUCK_CASE' || duty === null) return duty;
  return request === 'by-payer' ? 'payee' : 'payer';
}

/** Whether a duty is that of somebody with these hats: what a badge counts, and what a screen calls their turn. */
export function isTurnOf(
  duty: Duty | null,
  { role, isOwner }: { readonly role: 'payer' | 'payee'; readonly isOwner: boolean },
): boolean {
  return duty === 'both' || duty === role || (duty === 'owner' && isOwner);
}

/** The clock that decides what happens if nobody acts. Only the one of PAID stands still while a request waits for its answer. */
export function clockOf(state: OrderState, request?: OpenRequest | null): TimerName {
  return request && state === 'PAID' ? 'cancelAck' : ORDER_STATE_INFO[state].clock;
}

type Who = Readonly<Partial<Record<OrderState, readonly (Hat | 'operator')[]>>>;

interface ActionRule {
  /** The event of the machine behind the action; null for what changes no state. */
  readonly event: OrderEvent | null;
  readonly who: Who;
  /** The reason shown in place of an action that a member may look for and cannot use. Other closed actions are not listed. */
  readonly whyNot?: Readonly<Partial<Record<OrderState, ActionReason>>>;
}

const PARTIES = ['payer', 'payee'] as const;
const ANSWERABLE = {
  LOCKED: ['payer'],
  PAID: PARTIES,
  STUCK_SELF: PARTIES,
  STUCK_CASE: PARTIES,
} as const satisfies Who;

/** Who may do what, in each state. A test holds it against the table of transitions, both ways. */
export const ORDER_ACTION_RULES: Readonly<Record<OrderAction, ActionRule>> = {
  accept: { event: 'accept', who: { ACCEPT_WAIT: ['owner'] } },
  decline: { event: 'decline', who: { ACCEPT_WAIT: ['owner'] } },
  paid: {
    event: 'paid',
    who: { LOCKED: ['payer'], GRACE: ['payer'] },
    whyNot: {
      ACCEPT_WAIT: 'wait-for-owner',
      GRACE: 'time-over',
      PAID: 'already-paid',
      STUCK_SELF: 'already-paid',
      STUCK_CASE: 'already-paid',
    },
  },
  cancel: {
    event: 'cancel',
    who: { ACCEPT_WAIT: ['locker'], LOCKED: ['payer'], GRACE: ['payer'] },
    whyNot: { PAID: 'already-paid', STUCK_SELF: 'already-paid', STUCK_CASE: 'already-paid' },
  },
  'request-cancel': {
    event: 'request-cancel',
    who: { LOCKED: ['payee'], PAID: PARTIES, STUCK_SELF: PARTIES, STUCK_CASE: PARTIES },
  },
  'allow-cancel': { event: 'allow-cancel', who: ANSWERABLE },
  'deny-cancel': { event: 'deny-cancel', who: ANSWERABLE },
  'deny-as-received': {
    event: 'deny-as-received',
    who: { PAID: ['payee'], STUCK_SELF: ['payee'], STUCK_CASE: ['payee'] },
  },
  'ask-time': { event: 'ask-time', who: { LOCKED: ['payer'] }, whyNot: { GRACE: 'time-over' } },
  extend: { event: 'extend', who: { LOCKED: ['payee'], GRACE: ['payee'] } },
  release: {
    event: 'release',
    who: {
      LOCKED: ['payee'],
      GRACE: ['payee'],
      PAID: ['payee'],
      STUCK_SELF: ['payee'],
      STUCK_CASE: ['payee'],
    },
    whyNot: { ACCEPT_WAIT: 'wait-for-owner' },
  },
  appeal: {
    event: 'appeal',
    who: { PAID: PARTIES, STUCK_SELF: PARTIES, FINISHED: PARTIES, FORCE_CANCELLED: PARTIES },
    whyNot: { LOCKED: 'not-yet', GRACE: 'not-yet' },
  },
  split: { event: 'split', who: { STUCK_CASE: ['payer', 'payee', 'operator'] } },
  'offer-split': { event: 'offer-split', who: { STUCK_CASE: PARTIES } },
  'decline-split': { event: 'decline-split', who: { STUCK_CASE: PARTIES } },
  'late-claim': { event: 'late-claim', who: { CANCELLED: ['payer'], AUTO_CANCELLED: ['payer'] } },
  'take-blame': { event: 'take-blame', who: { CANCELLED: PARTIES } },
  'rule-release': { event: 'rule-release', who: { STUCK_CASE: ['operator'] } },
  'force-cancel': {
    event: 'force-cancel',
    who: {
      ACCEPT_WAIT: ['operator'],
      LOCKED: ['operator'],
      GRACE: ['operator'],
      PAID: ['operator'],
      STUCK_SELF: ['operator'],
      STUCK_CASE: ['operator'],
    },
  },
  relock: { event: 'relock', who: { CANCELLED: ['operator'], AUTO_CANCELLED: ['operator'] } },
  'add-proof': {
    event: null,
    who: {
      PAID: ['payer'],
      STUCK_SELF: PARTIES,
      STUCK_CASE: PARTIES,
      CANCELLED: ['payer'],
      AUTO_CANCELLED: ['payer'],
    },
  },
  /** Bank details of the payee. Blanked in GRACE, and once an end cannot be questioned any more; each view leaves a trace. */
  'see-pay-details': {
    event: null,
    who: {
      LOCKED: ['payer'],
      PAID: ['payer'],
      STUCK_SELF: ['payer'],
      STUCK_CASE: ['payer', 'payee', 'operator'],
      FINISHED: ['payer'],
      CANCELLED: ['payer'],
      AUTO_CANCELLED: ['payer'],
      FORCE_CANCELLED: ['payer'],
    },
  },
  chat: {
    event: null,
    who: {
      LOCKED: PARTIES,
      GRACE: PARTIES,
      PAID: PARTIES,
      STUCK_SELF: PARTIES,
      STUCK_CASE: ['payer', 'payee', 'operator'],
    },
  },
};

/** Whether somebody with one of these hats may do `action` in `state` by the matrix alone, without asking guards, times or requests. */
export function mayAct(action: OrderAction, state: OrderState, hats: readonly (Hat | 'operator')[]): boolean {
  return (ORDER_ACTION_RULES[action].who[state] ?? []).some((hat) => hats.includes(hat));
}

export interface ActionFacts {
  readonly state: OrderState;
  readonly role: 'payer' | 'payee';
  readonly isOwner: boolean;
  /** Database time, ms since 1970 UTC; the other instants too. */
  readonly now: number;
  readonly request?: OpenRequest | null;
  readonly paidAt?: number | null;
  readonly endedAt?: number | null;
  /** For how long the product has stood still since the end: no time to question it has passed then. */
  readonly stoodStillMs?: number;
  readonly extensionCount?: number;
  readonly extensionMinutes?: number;
  /** The payer has asked for more time, and the payee has not answered. */
  readonly hasAskedTime?: boolean;
  /** "I had already paid" has been used. */
  readonly lateClaimUsed?: boolean;
  /** Whose offer of a split stands. */
  readonly splitBy?: 'payer' | 'payee' | null;
  /** Whom the reason of a cancel blames, while nobody has agreed or ruled. */
  readonly blamed?: 'payer' | 'payee' | null;
  /** A case is open; of an order that has ended it lies beside it. */
  readonly hasCase?: boolean;
  /** Cancels left today; absent: no cap. */
  readonly cancelsLeft?: number;
}

export interface AllowedAction {
  readonly action: OrderAction;
  readonly open: boolean;
  /** Why it is closed; null while open. */
  readonly reason: ActionReason | null;
  /** When it opens (`not-yet`), ms since 1970 UTC. */
  readonly opensAt: number | null;
}

export function hatsOf({ role, isOwner }: Pick<ActionFacts, 'role' | 'isOwner'>): [Hat, Hat] {
  return [role, isOwner ? 'owner' : 'locker'];
}

/** Until when an order that has ended can be questioned. */
export function questionableUntil({
  state,
  endedAt,
  stoodStillMs = 0,
}: {
  readonly state: OrderState;
  readonly endedAt: number;
  readonly stoodStillMs?: number | undefined;
}): number {
  return endedAt + TIMERS[ORDER_STATE_INFO[state].clock].defaultMs + stoodStillMs;
}

const OPEN = { open: true, reason: null, opensAt: null } as const;

function closed(reason: ActionReason, opensAt: number | null = null): Omit<AllowedAction, 'action'> {
  return { open: false, reason, opensAt };
}

/** Whether an action that the table allows is open by time and counters. */
function verdictOf(
  action: OrderAction,
  { guards }: Transition,
  facts: ActionFacts,
): Omit<AllowedAction, 'action'> {
  const { state, now, stoodStillMs } = facts;
  const ended = !ORDER_STATE_INFO[state].live;
  if (ended && now > questionableUntil({ state, endedAt: facts.endedAt ?? now, stoodStillMs }))
    return closed('time-over');
  if (ended && facts.hasCase) return closed('in-case');
  if (action === 'appeal' && !ended) {
    const opensAt = (facts.paidAt ?? now) + TIMERS.earliestAppeal.defaultMs;
    if (now < opensAt) return closed('not-yet', opensAt);
  }
  if (action === 'paid' && state === 'GRACE' && facts.lateClaimUsed) return closed('used');
  if (guards.includes('cancel-cap') && facts.cancelsLeft === 0) return closed('limit-reached');
  const extended =
    (facts.extensionCount ?? 0) >= EXTENSION_COUNT_MAX ||
    (facts.extensionMinutes ?? 0) >= EXTENSION_TOTAL_MINUTES_MAX;
  if ((action === 'extend' || action === 'ask-time') && extended) return closed('limit-reached');
  if (action === 'ask-time' && facts.hasAskedTime) return closed('wait-for-answer');
  return OPEN;
}

/** Which transitions count. `isBuilt` is the product of today; a test passes another to see the whole machine. */
export type Built = (transition: Transition) => boolean;
export const isBuilt: Built = (transition) => transition.implemented === true;

function isBuiltSomewhere(event: OrderEvent, hats: readonly Actor[], built: Built): boolean {
  return transitionsOf(event).some((it) => it.actors.some((actor) => hats.includes(actor)) && built(it));
}

/** What an answer to a request is called; such an action is only mentioned while there is a request to answer. */
const ANSWERS: readonly OrderEvent[] = ['allow-cancel', 'deny-cancel', 'deny-as-received'];

/** An offer of a split is answered by who did not make it, and taken back by who did. */
function isAboutNoOffer(action: OrderAction, { splitBy = null, role }: ActionFacts): boolean {
  if (action === 'split') return splitBy === null || splitBy === role;
  return action === 'decline-split' && splitBy === null;
}

function decideAction(action: OrderAction, facts: ActionFacts, built: Built): AllowedAction | undefined {
  const { event, whyNot } = ORDER_ACTION_RULES[action];
  const hats = hatsOf(facts);
  if (event === null || !isBuiltSomewhere(event, hats, built)) return undefined;
  if (isAboutNoOffer(action, facts)) return undefined;
  if (action === 'take-blame' && facts.blamed !== facts.role) return undefined;
  const situation = { at: facts.state, request: facts.request ?? null };
  const transition = hats.map((hat) => findTransition(situation, event, hat)).find(Boolean);
  if (transition && built(transition)) return { action, ...verdictOf(action, transition, facts) };
  if (!transition && mayAct(action, facts.state, hats))
    return ANSWERS.includes(event) ? undefined : { action, ...closed('wait-for-answer') };
  const reason = whyNot?.[facts.state];
  // A case may have been opened before anything was paid (T32).
  if (reason === 'already-paid' && facts.paidAt === null) return undefined;
  return reason ? { action, ...closed(reason) } : undefined;
}

/** What the caller may do by one event: the answer that `allowedActions` gives for it. */
export function actionOf(event: OrderEvent, facts: ActionFacts): AllowedAction | undefined {
  const action = ORDER_ACTIONS.find((name) => ORDER_ACTION_RULES[name].event === event);
  return action && decideAction(action, facts, isBuilt);
}

/**
 * What the caller may do in an order now, and why not where somebody might look for it. The server sends it, the room renders it, no client
 * derives it. Transitions that are not built yet are not mentioned. Guards that need data (balance, secret, proof) are checked by the command.
 */
export function allowedActions(facts: ActionFacts, built: Built = isBuilt): AllowedAction[] {
  return ORDER_ACTIONS.flatMap((action) => decideAction(action, facts, built) ?? []);
}
