import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

/** How what members are told goes out by push: the push services, and what could not be sent. */

const OURS = { origin: 'ours' } as const;
const AGAIN = { ...OURS, repeatable: true } as const;
const plain = field(z.string(), { log: 'plain' });
const masked = field(z.string(), { log: 'masked' });

export const deliveryCalls = {
  '/operator/delivery/read': read(by('deliveries.read'), OURS, {
    input: empty,
    output: z.object({
      /** How long the oldest hint waits for the relay, in whole seconds. */
      relaySeconds: z.int(),
      /** One for each push service that has ever been used. */
      lanes: z.array(
        z.object({
          carrier: plain,
          lane: plain,
          /** Of the oldest message that waits; null for none. */
          waitingSince: z.nullable(instant),
          failing: z.nullable(z.object({ since: instant, nextTryAt: instant, reason: plain })),
        }),
      ),
    }),
  }),
  /** Messages that could not be sent, the newest first. Neither address nor content: the member has them in the inbox. */
  '/operator/dead-letter/list': read(by('deliveries.read'), OURS, {
    input: z.strictObject({ ...page }),
    output: paged(
      z.object({
        id,
        carrier: plain,
        lane: plain,
        account: masked,
        nick: plain,
        type: plain,
        reason: plain,
        tries: z.int(),
        at: instant,
        /** An operator has asked for another try, and it has not been made yet. */
        isRetrying: z.boolean(),
      }),
    ),
  }),
  '/operator/dead-letter/retry': write(by('deliveries.decide'), AGAIN, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),
  /** Deletes it: nobody tries again. */
  '/operator/dead-letter/give-up': write(by('deliveries.decide'), OURS, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),
} as const;
