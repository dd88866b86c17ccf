import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OrderBooks {
  /** Makes the order's current deadline due now. The product's clock stays, because other tests use it at the same time. */
  passDeadline(orderId: string): Promise<void>;
}

export function orderBooks({ db }: Connection): OrderBooks {
  return {
    async passDeadline(orderId) {
      await sql`update orders.orders set deadline_at = platform.app_now()
                where id = ${orderId} and ended_at is null`.execute(db);
    },
  };
}
