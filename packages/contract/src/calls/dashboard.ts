import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { REVIEW_KIND_NAMES } from '../operators/reviews.ts';
import { ORDER_STATES } from '../orders/machine.ts';
import { field } from '../wire/field.ts';
import { read } from './call.ts';
import { coin, decimal, empty, instant } from './fields.ts';

/** What the console shows of today at a glance: numbers that a worker has counted, and nobody's name. */

const OURS = { origin: 'ours' } as const;

export const dashboardCalls = {
  '/operator/dashboard/work': read(by('self'), OURS, {
    input: empty,
    output: z.object({
      /** Null: no worker has counted yet. */
      measuredAt: z.nullable(instant),
      reviews: z.array(
        z.object({
          kind: z.enum(REVIEW_KIND_NAMES),
          /** That wait for less than an hour, for less than `REVIEW_LATE_HOURS`, for longer. */
          underHour: z.int(),
          waiting: z.int(),
          late: z.int(),
          oldestAt: z.nullable(instant),
        }),
      ),
      /** The orders that are not over, by state; a state without orders is left out. */
      orders: z.array(z.object({ state: z.enum(ORDER_STATES), count: z.int() })),
      /** The last 48 hours, the oldest first. */
      signIns: z.array(z.object({ hour: instant, good: z.int(), refused: z.int() })),
    }),
  }),
  '/operator/dashboard/money': read(by('dashboard.money'), OURS, {
    input: empty,
    output: z.object({
      accounts: z.array(z.object({ kind: field(z.string(), { log: 'plain' }), coin, balance: decimal })),
      /** The newest night whose check has ended. Overdue: a check was missed since. */
      reconciliation: z.nullable(z.object({ at: instant, findings: z.int(), isOverdue: z.boolean() })),
    }),
  }),
} as const;
