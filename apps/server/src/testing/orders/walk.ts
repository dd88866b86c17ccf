import { deepStrictEqual } from 'node:assert';
import { type OrderAction, type OrderState } from '@holdfast/contract/orders';
import { toOrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { fireDue } from '#features/orders/fire-due.ts';
import { moveClocks } from '#features/orders/outages.ts';
import { settleDowntimes } from '#platform/maintenance/downtime.store.ts';
import type { TestMember } from '../test-client.ts';
import type { TestServer } from '../test-server.ts';
import { OrderModel, transitionOf, type Happened, type Who } from './model.ts';
import { tryStep, type Traded } from './steps.ts';

/** One order on which somebody does something, step by step, beside the model that says what must follow. */

export type Step =
  /** `blames`: the reason, where one is given, blames the other side. */
  | { readonly who: Who; readonly action: OrderAction; readonly blames?: true }
  | { readonly minutes: number }
  /** So many minutes pass in which the product was away. */
  | { readonly outage: number }
  | 'next clock';

const LISTED = {
  coin: 'TWD',
  quantity: '300.00',
  price: '1.0000',
  minQuantity: '100.00',
  maxQuantity: '300.00',
  payWindowMinutes: '15',
} as const;

/** What the owner of the listing wants to do. */
export type Side = 'sell' | 'buy';

/** Members who trade with each other again and again; a stranger who does not. */
export interface Traders {
  readonly server: TestServer;
  readonly members: Readonly<Record<'payer' | 'payee' | 'stranger', TestMember>>;
  readonly cardId: string;
}

let cards = 0;

export async function makeTraders(server: TestServer): Promise<Traders> {
  await server.database.setClock('0'); // else they would be younger than nothing in the next walk
  const [payer, payee, stranger] = [await server.member(), await server.member(), await server.member()];
  const { card } = await payee.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: String(90_000_000_000 + (cards += 1)),
    holderName: '林示範',
  });
  // A walk may leave its order where it is.
  await sql`insert into orders.trader (member_id, locks_max) values (${payer.id}, 50), (${payee.id}, 50)`.execute(
    server.database.owner,
  );
  return { server, members: { payer, payee, stranger }, cardId: card.id };
}

type Note = (state: OrderState, action: OrderAction, isDone: boolean) => void;

export class Walk {
  readonly model: OrderModel;
  readonly #traded: Traded;
  readonly #note: Note;
  #seconds = 0;

  private constructor(model: OrderModel, traded: Traded, note: Note) {
    this.model = model;
    this.#traded = traded;
    this.#note = note;
  }

  /** An order that has just been locked; `asksFirst`: its owner has to accept it. `note` is told what was tried, and whether it was done. */
  static async begin(
    { server, members, cardId }: Traders,
    { asksFirst, side = 'sell', note }: { asksFirst: boolean; side?: Side; note: Note },
  ): Promise<Walk> {
    await server.database.setClock('0');
    // The time of the walks before this one has not come yet.
    await sql`delete from platform.downtime`.execute(server.database.owner);
    await keepGoing(server);
    await server.issueTo(members.payee, 'TWD', '500.00'); // for the listing, and for a relock
    const owner = side === 'sell' ? 'payee' : 'payer';
    const { listing } = await members[owner].call('/listing/create', {
      ...LISTED,
      ...(side === 'sell' ? { cardIds: [cardId] } : { side, cardIds: [], payMethods: ['bank'] }),
      ...(asksFirst && { askFirst: '1' }),
    });
    const on = { listingId: listing.id, version: '1', quantity: '200.00' };
    const locker = side === 'sell' ? members.payer : members.payee;
    const { order } = await locker.call('/order/lock', { ...on, ...(side === 'buy' && { cardId }) });
    const model = new OrderModel(owner, order.state);
    return new Walk(model, { server, members, orderId: order.orderId, lockedAt: order.lockedAt }, note);
  }

  get #now(): number {
    return Date.now() + this.#seconds * 1000;
  }

  get #owner() {
    return this.#traded.server.database.owner;
  }

  async take(step: Step): Promise<void> {
    if (step === 'next clock') await this.#passTime(await this.#secondsToNextClock());
    else if ('minutes' in step) await this.#passTime(step.minutes * 60);
    else if ('outage' in step) await this.#passOutage(step.outage);
    else await this.#try(step);
    await keepGoing(this.#traded.server);
  }

  /** What has happened since the model was last told. */
  async #events(): Promise<Happened[]> {
    const { rows } = await sql<Happened>`
      select transition, actor, (extract(epoch from at) * 1000)::float as at, (detail ->> 'minutes')::int as minutes, detail ->> 'fault' as fault
      from orders.event where order_id = ${this.#traded.orderId} and version > ${this.model.version} order by version`.execute(
      this.#owner,
    );
    return rows;
  }

  async #secondsToNextClock(): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from min(due_at) - platform.app_now())::float + 1 as seconds from orders.timer
      where order_id = ${this.#traded.orderId}`.execute(this.#owner);
    return Math.max(0, Math.ceil(rows[0]?.seconds ?? 0));
  }

  /** What fires then is what the table gives to time, one after the other. */
  async #passTime(seconds: number): Promise<void> {
    const { server, orderId } = this.#traded;
    this.#seconds += seconds;
    await server.database.setClock(`${this.#seconds} seconds`);
    await keepGoing(server);
    await fireDue(server.database.db, toOrderId(orderId));
    const events = await this.#events();
    for (const event of events) {
      const { state, request } = this.model;
      const { actors, from, request: over = ['none'] } = transitionOf(event.transition);
      const isOfTime = actors.includes('timer') && from.includes(state) && over.includes(request ?? 'none');
      if (!isOfTime) throw new Error(`time has made ${event.transition} in ${state} ${request ?? ''}`);
      this.model.follow(event);
    }
    if (events.length > 0) await this.#compare();
  }

  /** Nothing fires in it, and whatever clocks the order has go on after it. */
  async #passOutage(minutes: number): Promise<void> {
    const { server, orderId } = this.#traded;
    this.#seconds += minutes * 60;
    await server.database.setClock(`${this.#seconds} seconds`);
    await keepGoing(server);
    await sql`
      insert into platform.downtime (kind, starts_at, ends_at, reason)
      values ('outage', platform.app_now() - make_interval(mins => ${minutes}), platform.app_now(), 'no worker was there')`.execute(
      this.#owner,
    );
    const { rows: clocks } = await sql`
      select from orders.timer where order_id = ${orderId} and due_at > platform.app_now() - make_interval(mins => ${minutes})`.execute(
      this.#owner,
    );
    await settleDowntimes(server.database.db, moveClocks);
    const events = await this.#events();
    deepStrictEqual(
      events.map(({ transition }) => transition),
      clocks.length > 0 ? ['T33'] : [],
    );
    for (const event of events) this.model.follow(event);
    this.model.standStill(minutes * 60_000);
    await this.#compare();
  }

  async #try({ who, action, blames }: Extract<Step, { action: OrderAction }>): Promise<void> {
    const { model } = this;
    const { state, request } = model;
    const expected = model.expects(who, action, this.#now);
    const isAllowed = expected !== undefined || model.allows(who, action, this.#now);
    const outcome = await tryStep(this.#traded, model, { who, action, blames });
    const events = await this.#events();
    const step = `${who} tries ${action} in ${state} ${request ?? ''}: ${outcome}`;
    const found = { isDone: outcome === 'SUCCESS', events: events.map(({ transition }) => transition) };
    deepStrictEqual({ step, ...found }, { step, isDone: isAllowed, events: expected ? [expected.id] : [] });
    this.#note(state, action, isAllowed);
    for (const event of events) model.follow(event);
    if (events.length > 0) await this.#compare();
  }

  /** Both parties see the state and what they may do; where to pay only the payer, and never without a trace (invariant 8). */
  async #compare(): Promise<void> {
    for (const role of ['payer', 'payee'] as const) {
      const { orderId, members } = this.#traded;
      const before = await this.#views();
      const { order } = await members[role].call('/order/detail', { orderId });
      const { state, version } = this.model;
      const actions = order.allowedActions.map(({ action, open, reason }) => ({ action, open, reason }));
      deepStrictEqual(
        { role, state: order.state, version: order.version, actions },
        { role, state, version, actions: this.model.actions(role, this.#now) },
      );
      const isShown = order.payTo !== null;
      const mayBeShown = role === 'payer' && this.model.showsPlace(this.#now);
      deepStrictEqual(
        { role, state, isHidden: !isShown || mayBeShown, views: (await this.#views()) - before },
        { role, state, isHidden: true, views: isShown ? 1 : 0 },
      );
    }
  }

  /** How often where to pay was shown to somebody. */
  async #views(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from platform.audit
      where action = 'payment-details-viewed' and subject = ${`order:${this.#traded.orderId}`}`.execute(
      this.#owner,
    );
    return rows[0]?.count ?? 0;
  }
}

/** Caps, limits and the age of a session have tests of their own: a walk goes through days in a second. */
async function keepGoing(server: TestServer): Promise<void> {
  await sql`
    with caps as (delete from orders.cancel_day), limits as (delete from platform.rate_limit)
    update member.session set created_at = platform.app_now(), active_at = platform.app_now()`.execute(
    server.database.owner,
  );
}
