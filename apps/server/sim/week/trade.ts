import type { BuiltPath, CallInput } from '@holdfast/contract/calls';
import { findErrorByCode } from '@holdfast/contract/errors';
import type { OrderState } from '@holdfast/contract/orders';
import type { Pair } from '../cluster.ts';
import type { TradePlan } from './plan.ts';
import type { World } from './world.ts';

/**
 * The two members of one order, who do what their plan says, as well as the product lets them. What really happened outside, `hasPaid`, only they
 * and, in the end, the operators know.
 */

const MINUTE_MS = 60_000;
/** After a refusal that passes: the product stands still, or is away. */
const AGAIN_MS = 5 * MINUTE_MS;
const PASSING: ReadonlySet<string> = new Set([
  'MAINTENANCE',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'ORDER_STATE_CHANGED',
]);
const DECLARED = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;

type On = { readonly orderId: string; readonly version: string };

export class Trade {
  readonly orderId: string;
  readonly plan: TradePlan;
  /** Money has gone to the payee's bank. */
  hasPaid = false;
  readonly #world: World;
  readonly #pair: Pair;
  readonly #lockedAt: string;
  #isSaid = false;
  #hasComeBack = false;

  constructor(world: World, pair: Pair, plan: TradePlan, order: { orderId: string; lockedAt: string }) {
    this.#world = world;
    this.#pair = pair;
    this.plan = plan;
    this.orderId = order.orderId;
    this.#lockedAt = order.lockedAt;
    const { paysAfter, saysAfter } = plan;
    if (paysAfter !== null) this.#in(paysAfter, () => this.#pay());
    if (saysAfter !== null) this.#in((paysAfter ?? 0) + saysAfter, () => this.#say());
  }

  #in(minutes: number, run: () => Promise<void>): void {
    this.#world.agenda.add(this.#world.now + minutes * MINUTE_MS, run);
  }

  /** Sends a command on the order as it is, if there is one to send; once more later while the product is away. */
  async #send<P extends BuiltPath>(
    member: Pair['seller'],
    path: P,
    input: (on: On, state: OrderState) => CallInput<P> | undefined,
    again: () => Promise<void>,
  ): Promise<void> {
    const at = this.#world.liveUrl();
    const ask = async <Q extends BuiltPath>(asked: Q, given: CallInput<Q>) => {
      const { errorCode, data } = await member.ask(asked, given, { at });
      const name = findErrorByCode(errorCode) ?? 'a refusal without a name';
      this.#world.tally(`${asked} ${name}`);
      if (PASSING.has(name)) throw new Error(name);
      return data;
    };
    try {
      const { order } = await ask('/order/detail', { orderId: this.orderId });
      const given = input({ orderId: order.orderId, version: String(order.version) }, order.state);
      if (given !== undefined) await ask(path, given);
    } catch {
      this.#world.agenda.add(this.#world.now + AGAIN_MS, again);
    }
  }

  /** Whoever still sees where to pay, pays. */
  async #pay(): Promise<void> {
    const { state } = await this.#world.orderOf(this.orderId);
    this.hasPaid = state === 'LOCKED';
  }

  async #say(): Promise<void> {
    // A payer who has not paid and is honest does not say so.
    if (!this.hasPaid && this.plan.paysAfter !== null) return;
    const again = () => this.#say();
    const { buyer } = this.#pair;
    const proofFileId = await buyer.proof().catch(() => undefined);
    if (proofFileId === undefined) return this.#in(5, again);
    await this.#send(
      buyer,
      '/order/paid',
      (on, state) =>
        state === 'LOCKED' || state === 'GRACE'
          ? { ...on, ...DECLARED, proofFileId, ...(state === 'GRACE' && { paidAt: this.#lockedAt }) }
          : undefined,
      again,
    );
    // Also where the answer of a server that died was lost.
    if (this.#isSaid || (await this.#world.orderOf(this.orderId)).state !== 'PAID') return;
    this.#isSaid = true;
    const { looksAfter, givesUp } = this.plan;
    if (looksAfter !== null) this.#in(looksAfter, () => this.#look());
    if (!this.hasPaid && givesUp) this.#in(12, () => this.#giveUp());
    if (this.hasPaid) this.#in(6, () => this.#insist());
  }

  /** The payee has looked at the bank. */
  async #look(): Promise<void> {
    const { seller } = this.#pair;
    const again = () => this.#look();
    if (this.hasPaid && !this.plan.isPayeeDishonest)
      await this.#send(seller, '/order/release', (on) => on, again);
    else
      await this.#send(
        seller,
        '/order/request-cancel',
        (on, state) =>
          state === 'PAID' || state === 'STUCK_SELF' ? { ...on, reason: 'not-received' as const } : undefined,
        again,
      );
  }

  /** A payer who has paid says no to a cancel, as long as the order runs. */
  async #insist(): Promise<void> {
    const { ended, request } = await this.#world.orderOf(this.orderId);
    if (ended) return;
    if (request === 'by-payee')
      await this.#send(
        this.#pair.buyer,
        '/order/deny-cancel',
        (on) => on,
        () => this.#insist(),
      );
    this.#in(6, () => this.#insist());
  }

  async #giveUp(): Promise<void> {
    await this.#send(
      this.#pair.buyer,
      '/order/request-cancel-after-paid',
      (on, state) => (state === 'PAID' ? { ...on, reason: 'not-paid-after-all' as const } : undefined),
      () => this.#giveUp(),
    );
  }

  /** The order was cancelled although the money had gone: the payer says so when they are back. */
  comeBack(endedAt: number): void {
    if (this.#hasComeBack || !this.hasPaid) return;
    this.#hasComeBack = true;
    this.#world.agenda.add(endedAt + this.plan.comesBackAfter * MINUTE_MS, () => this.#claim());
  }

  async #claim(): Promise<void> {
    await this.#send(
      this.#pair.buyer,
      '/order/late-claim',
      (on) => ({ ...on, text: '13:58 從台新銀行轉的' }),
      () => this.#claim(),
    );
  }
}
