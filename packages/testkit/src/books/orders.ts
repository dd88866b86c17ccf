import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OrderBooks {
  /** Makes the order's clocks due now; with a state, only while it is in that one. The product's clock stays, because other tests use it at the same time. */
  passDeadline(orderId: string, state?: string): Promise<void>;
  /** Makes an order and its payment ten minutes older, so that an appeal is open. */
  ageOrder(orderId: string): Promise<void>;
  /** Makes the open case of an order so many hours older, its clocks included. */
  ageCase(orderId: string, hours: number): Promise<void>;
}

export function orderBooks({ db }: Connection): OrderBooks {
  return {
    async passDeadline(orderId, state) {
      await db.transaction().execute(async (tx) => {
        // The worker, if it is at one, has ended before the state is looked at.
        await sql`select from orders.timer where order_id = ${orderId} for update`.execute(tx);
        await sql`
          update orders.timer set due_at = platform.app_now()
          where order_id = ${orderId} and due_at is not null
          and exists (select from orders.orders where id = order_id and state = coalesce(${state ?? null}, state))`.execute(
          tx,
        );
      });
    },
    async ageOrder(orderId) {
      await sql`
        update orders.orders set locked_at = locked_at - interval '10 minutes', paid_at = paid_at - interval '10 minutes'
        where id = ${orderId}`.execute(db);
    },
    async ageCase(orderId, hours) {
      await sql`
        with aged as (
          update orders.case_file set opened_at = opened_at - by, first_answer_due_at = first_answer_due_at - by,
            ruling_due_at = ruling_due_at - by, escalates_at = escalates_at - by
          from (select make_interval(hours => ${hours}::int) as by) age
          where order_id = ${orderId} and closed_at is null returning id, by
        )
        update orders.case_timer set started_at = started_at - by, due_at = due_at - by from aged where case_id = aged.id`.execute(
        db,
      );
    },
  };
}
