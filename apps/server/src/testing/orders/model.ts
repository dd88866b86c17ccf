import {
  actionOf,
  allowedActions,
  findTransition,
  hatsOf,
  mayAct,
  ORDER_ACTION_RULES,
  ORDER_STATE_INFO,
  placeAfter,
  questionableUntil,
  requestAfter,
  splitOfferedBy,
  TRANSITIONS,
  type ActionFacts,
  type OpenRequest,
  type OrderAction,
  type OrderState,
  type Transition,
} from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';

/** What an order must be after each step, by the table of transitions alone: nothing here reads the server. */

export type Party = 'payer' | 'payee';
export type Who = Party | 'stranger' | 'operator';

/** An event as it is stored: what has happened to the order. */
export interface Happened {
  readonly transition: string;
  readonly actor: string;
  readonly at: number;
  readonly minutes: number | null;
  readonly fault: string | null;
}

export const transitionOf = (id: string): Transition =>
  defined(
    TRANSITIONS.find((each) => each.id === id),
    id,
  );

export const isLive = (state: OrderState): boolean => ORDER_STATE_INFO[state].live;

export class OrderModel {
  state: OrderState;
  request: OpenRequest | null = null;
  version = 1;
  /** Which sides own the listing and locked it. */
  readonly owner: Party;
  #paidAt: number | null = null;
  #wasLocked: boolean;
  #endedAt: number | null = null;
  #stoodStillMs = 0;
  #extensions = { count: 0, minutes: 0 };
  #hasAskedTime = false;
  #hasCase = false;
  /** Whom the reason of a cancel blames, which only a payer's own cancel does here. */
  #blamed: Party | null = null;
  #split: { readonly by: Party; readonly at: Date } | null = null;

  constructor(owner: Party, state: OrderState) {
    this.owner = owner;
    this.state = state;
    this.#wasLocked = state === 'LOCKED';
  }

  facts(role: Party, now: number): ActionFacts {
    return {
      state: this.state,
      role,
      isOwner: role === this.owner,
      now,
      request: this.request,
      paidAt: this.#paidAt,
      endedAt: this.#endedAt,
      stoodStillMs: this.#stoodStillMs,
      extensionCount: this.#extensions.count,
      extensionMinutes: this.#extensions.minutes,
      hasAskedTime: this.#hasAskedTime,
      hasCase: this.#hasCase,
      blamed: this.#blamed,
      splitBy: splitOfferedBy(this.#split, now),
      // Caps have tests of their own; here the record is cleared after each step.
      cancelsLeft: 1,
    };
  }

  /** The transition that follows when `who` does this now; undefined: it is refused, or changes no state. */
  expects(who: Who, action: OrderAction, now: number): Transition | undefined {
    const { event } = ORDER_ACTION_RULES[action];
    if (event === null || who === 'stranger') return undefined;
    const situation = { at: this.state, request: this.request };
    if (who === 'operator') {
      const found = findTransition(situation, event, 'operator');
      return this.#hasCase || event === 'force-cancel' ? found : undefined;
    }
    const facts = this.facts(who, now);
    if (actionOf(event, facts)?.open !== true) return undefined;
    return hatsOf(facts)
      .map((hat) => findTransition(situation, event, hat))
      .find((found) => found !== undefined);
  }

  /** Of what changes no state: whether it is done. */
  allows(who: Who, action: OrderAction, now: number): boolean {
    if (ORDER_ACTION_RULES[action].event !== null || (who !== 'payer' && who !== 'payee')) return false;
    if (action === 'add-proof' && !isLive(this.state)) return false; // a late claim brings its own
    if (action === 'see-pay-details') return who === 'payer' && this.showsPlace(now);
    return mayAct(action, this.state, [who]);
  }

  /** Whether the payer is shown where to pay. The payee's own account is not sent to the payee. */
  showsPlace(now: number): boolean {
    const { state } = this;
    if (!isLive(state)) {
      const endedAt = this.#endedAt ?? now;
      return (
        this.#wasLocked && now <= questionableUntil({ state, endedAt, stoodStillMs: this.#stoodStillMs })
      );
    }
    return state === 'LOCKED' || (this.#paidAt !== null && mayAct('see-pay-details', state, ['payer']));
  }

  actions(role: Party, now: number) {
    return allowedActions(this.facts(role, now)).map(({ action, open, reason }) => ({
      action,
      open,
      reason,
    }));
  }

  /** The product has stood still: of the time after an end nothing has passed. */
  standStill(ms: number): void {
    if (!isLive(this.state)) this.#stoodStillMs += ms;
  }

  follow({ transition: id, actor, at, minutes, fault }: Happened): void {
    const transition = transitionOf(id);
    const from = this.state;
    this.state = placeAfter(transition, from) as OrderState;
    this.request = requestAfter(transition, this.request);
    this.version += 1;
    if (this.state === 'LOCKED') this.#wasLocked = true;
    if (transition.event === 'paid') this.#paidAt = at;
    if (transition.event === 'extend')
      this.#extensions = {
        count: this.#extensions.count + 1,
        minutes: this.#extensions.minutes + (minutes ?? 0),
      };
    if (from !== this.state || transition.event === 'extend') this.#hasAskedTime = false;
    if (transition.event === 'ask-time') this.#hasAskedTime = true;
    if (transition.event === 'offer-split') this.#split = { by: actor as Party, at: new Date(at) };
    else if (transition.event === 'decline-split' || this.state !== 'STUCK_CASE') this.#split = null;
    if (isLive(this.state) || transition.event === 'take-blame') this.#blamed = null;
    else if (fault === 'undecided') this.#blamed = 'payee';
    if (isLive(this.state)) [this.#endedAt, this.#stoodStillMs] = [null, 0];
    else this.#endedAt ??= at;
    if (from === 'STUCK_CASE' && this.state !== 'STUCK_CASE') this.#hasCase = false;
    else if (transition.opensCase) this.#hasCase = true;
  }
}
