import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OrderBooks {
  /** Makes the order's clocks due now. The product's clock stays, because other tests use it at the same time. */
  passDeadline(orderId: string): Promise<void>;
}

export function orderBooks({ db }: Connection): OrderBooks {
  return {
    async passDeadline(orderId) {
      await sql`update orders.timer set due_at = platform.app_now() where order_id = ${orderId} and due_at is not null`.execute(
        db,
      );
    },
  };
}
