import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OrderBooks {
  /** Makes the order's clocks due now. The product's clock stays, because other tests use it at the same time. */
  passDeadline(orderId: string): Promise<void>;
  /** Makes an order and its payment ten minutes older, so that an appeal is open. */
  ageOrder(orderId: string): Promise<void>;
}

export function orderBooks({ db }: Connection): OrderBooks {
  return {
    async passDeadline(orderId) {
      await sql`update orders.timer set due_at = platform.app_now() where order_id = ${orderId} and due_at is not null`.execute(
        db,
      );
    },
    async ageOrder(orderId) {
      await sql`
        update orders.orders set locked_at = locked_at - interval '10 minutes', paid_at = paid_at - interval '10 minutes'
        where id = ${orderId}`.execute(db);
    },
  };
}
