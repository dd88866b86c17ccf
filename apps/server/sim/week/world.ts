import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenRequest, OrderState, RulingName } from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { FIRING_TIMERS } from '#features/orders/order.rules.ts';
import { setMaintenance, STANDS_STILL } from '#platform/maintenance/downtime.store.ts';
import { rule } from '#testing/orders/steps.ts';
import { give, list, makePair, type Cluster } from '../cluster.ts';
import { Agenda } from './agenda.ts';
import type { OutagePlan, TradePlan, WeekPlan } from './plan.ts';
import { Trade } from './trade.ts';

/**
 * Real processes on a clock that jumps: from whatever is due next, for a member, an operator or an order, to the next. Between two jumps the
 * world waits until the workers have done what was due.
 */

const MINUTE_MS = 60_000;
const AGAIN_MS = 5 * MINUTE_MS;
/** A worker looks twice a second; a busy machine may need long. */
const PATIENCE_MS = 120_000;
/** Every process knows that a maintenance is over. */
const FOLLOW_MS = 2500;
/** What is still open when the plan ends has its own last deadlines within this time: that to come back, and that of the operators. */
export const LAST_MINUTES = 8 * 24 * 60;

interface OrderNow {
  readonly state: OrderState;
  readonly ended: Date | null;
  readonly request: OpenRequest | null;
}

export class World {
  readonly agenda = new Agenda();
  readonly trades: Trade[] = [];
  /** What happened how often. */
  readonly counts = new Map<string, number>();
  readonly #cluster: Cluster;
  /** When the week began. */
  readonly #since: number;
  #now: number;
  #asked = 0;
  #begun = 0;
  #victim: number | undefined;
  readonly #ruled = new Set<string>();

  constructor(cluster: Cluster, plan: WeekPlan) {
    this.#cluster = cluster;
    this.#since = Date.now();
    this.#now = this.#since;
    const at = (minutes: number, run: () => Promise<void>) =>
      this.agenda.add(this.#since + minutes * MINUTE_MS, run);
    for (const trade of plan.trades) at(trade.at, () => this.#begin(trade));
    for (const outage of plan.outages) at(outage.at, () => this.#breakDown(outage));
    for (const [index, kill] of plan.kills.entries())
      at(kill, async () => void (this.#victim = index % cluster.nodes.length));
  }

  get now(): number {
    return this.#now;
  }

  /** Since the week began. */
  get minutes(): number {
    return (this.#now - this.#since) / MINUTE_MS;
  }

  tally(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** The next of the servers that are up. */
  liveUrl(): string {
    const up = this.#cluster.nodes.filter((node) => node.isUp());
    return defined(up[(this.#asked += 1) % up.length], 'a server is up').url;
  }

  async orderOf(orderId: string): Promise<OrderNow> {
    const { rows } = await sql<OrderNow>`
      select state, ended_at as ended, request_by as request from orders.orders where id = ${orderId}`.execute(
      this.#cluster.db,
    );
    return defined(rows[0], 'an order');
  }

  /** Goes on until a time, or until nothing is left to happen. */
  async runUntil(minutes: number): Promise<void> {
    const end = this.#since + minutes * MINUTE_MS;
    for (;;) {
      const next = Math.min(this.agenda.next ?? Infinity, (await this.#nextInside()) ?? Infinity);
      if (next > end || next === Infinity) return;
      await this.#goTo(next);
      await this.#settled();
      await this.agenda.runDue(this.#now);
      await this.#settled();
      await this.#lookAround();
    }
  }

  /** When the product has something to do by itself. */
  async #nextInside(): Promise<number | undefined> {
    const { rows } = await sql<{ at: Date | null }>`
      select case when ${STANDS_STILL} then (select min(ends_at) from platform.downtime where settled_at is null)
        else least((select min(due_at) from orders.timer where name = any(${FIRING_TIMERS})),
          (select min(starts_at) from platform.downtime where settled_at is null)) end as at`.execute(
      this.#cluster.db,
    );
    return rows[0]?.at?.getTime();
  }

  /** Time has passed; if somebody is to be killed, then while the clocks that are due now fire. */
  async #goTo(at: number): Promise<void> {
    this.#now = Math.max(at, this.#now);
    await this.#moveClock();
    const isDue = ((await this.#nextInside()) ?? Infinity) <= this.#now;
    if (this.#victim === undefined || !isDue) return;
    const node = defined(this.#cluster.nodes[this.#victim], 'a server to kill');
    this.#victim = undefined;
    // At some moment of its look at what is due.
    await sleep((this.#now / 7) % 600);
    node.kill();
    this.tally('a process killed');
    await this.#settled();
    await node.start();
  }

  /** Never back: what the members and the workers take is real time, and may be more than there was until the next event. */
  async #moveClock(): Promise<void> {
    const { db } = this.#cluster;
    const ahead = this.#now - Date.now();
    const { rows } = await sql<{ isBehind: boolean }>`
      select platform.app_now() < now() + make_interval(secs => ${ahead / 1000}) as "isBehind"`.execute(db);
    if (rows[0]?.isBehind) await this.#cluster.setClock(`${ahead} milliseconds`);
    // Limits, caps and sessions have tests of their own.
    await sql`
      with limits as (delete from platform.rate_limit), caps as (delete from orders.cancel_day)
      update member.session set active_at = platform.app_now(), created_at = platform.app_now() where ended_at is null`.execute(
      db,
    );
  }

  /** Nothing is due any more: the workers have fired it, or the product stands still. */
  async #settled(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await sql<{ due: boolean }>`
        select exists (select from platform.downtime where settled_at is null and ends_at <= platform.app_now())
          or not ${STANDS_STILL} and exists (
            select from orders.timer where name = any(${FIRING_TIMERS}) and due_at <= platform.app_now()) as due`.execute(
        this.#cluster.db,
      );
      if (!rows[0]?.due) return;
      if (performance.now() > end) throw new Error('what was due has not fired');
      await sleep(50);
    }
  }

  async #begin(plan: TradePlan): Promise<void> {
    const cluster = this.#cluster;
    try {
      const name = String((this.#begun += 1)).padStart(10, '0');
      const pair = await makePair(cluster, `9${name}`);
      const listingId = await list(cluster, pair, `week-${name}`);
      // Of the balance that a relock takes again.
      await give(cluster.db, pair.seller, `relock-${name}`);
      const { order } = await pair.buyer.call('/order/lock', { listingId, version: '1', quantity: '200.00' });
      this.trades.push(new Trade(this, pair, plan, { orderId: order.orderId, lockedAt: order.lockedAt }));
      this.tally('orders');
    } catch (error) {
      // Nobody can begin anything while the product stands still.
      if (!(await this.#isStill())) throw error;
      this.agenda.add(this.#now + AGAIN_MS, () => this.#begin(plan));
    }
  }

  async #isStill(): Promise<boolean> {
    const { rows } = await sql<{ still: boolean }>`
      select exists (select from platform.downtime where starts_at <= platform.app_now() and ends_at > platform.app_now() - interval '5 seconds') as still`.execute(
      this.#cluster.db,
    );
    return rows[0]?.still ?? false;
  }

  async #breakDown({ kind, minutes }: OutagePlan): Promise<void> {
    const { db, nodes } = this.#cluster;
    this.tally(kind);
    if (kind === 'maintenance') {
      const until = this.#now + minutes * MINUTE_MS;
      this.agenda.add(until, () => sleep(FOLLOW_MS));
      return setMaintenance(db, { from: new Date(this.#now), until: new Date(until) });
    }
    for (const node of nodes) node.kill();
    this.#now += minutes * MINUTE_MS;
    await this.#moveClock();
    await sql`update platform.heartbeat set beat_at = clock_timestamp() - make_interval(mins => ${minutes})`.execute(
      db,
    );
    // One by one: a machine of two cores that starts three at once may let the database wait for longer than a start does.
    for (const node of nodes) await node.start();
    await this.#settled();
  }

  /** Payers see how it ended; operators see which cases have been opened. */
  async #lookAround(): Promise<void> {
    const { rows } = await sql<{ orderId: string; caseId: string | null; endedAt: Date | null }>`
      select o.id::text as "orderId", c.id::text as "caseId", case when o.state <> 'FINISHED' then o.ended_at end as "endedAt"
      from orders.orders o left join orders.case_file c on c.order_id = o.id and c.closed_at is null
      where c.id is not null or o.ended_at is not null`.execute(this.#cluster.db);
    const trades = new Map(this.trades.map((trade) => [trade.orderId, trade]));
    for (const { orderId, caseId, endedAt } of rows) {
      const trade = defined(trades.get(orderId), 'every order is one of the plan');
      if (endedAt) trade.comeBack(Math.max(endedAt.getTime(), this.#now));
      if (caseId === null || this.#ruled.has(caseId)) continue;
      this.#ruled.add(caseId);
      this.agenda.add(this.#now + trade.plan.rulesAfter * MINUTE_MS, () => this.#rule(trade));
    }
  }

  /** What an operator decides who has asked both banks. */
  async #rule(trade: Trade): Promise<void> {
    const { hasPaid, orderId } = trade;
    const { ended } = await this.orderOf(orderId);
    const names: RulingName[] = !ended
      ? [hasPaid ? 'release' : 'cancel']
      : hasPaid
        ? ['relock', 'release']
        : ['dismiss'];
    for (const name of names) {
      const { rows } = await sql<{ version: number }>`
        select version from orders.orders o where id = ${orderId}
          and exists (select from orders.case_file c where c.order_id = o.id and c.closed_at is null)`.execute(
        this.#cluster.db,
      );
      // The parties were faster.
      if (!rows[0]) return;
      const outcome = await rule(this.#cluster.db, { orderId, version: rows[0].version, name });
      this.tally(`${name} by an operator: ${outcome}`);
      if (outcome !== 'SUCCESS') {
        this.agenda.add(this.#now + AGAIN_MS, () => this.#rule(trade));
        return;
      }
    }
  }
}
