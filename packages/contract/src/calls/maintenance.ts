import * as z from 'zod/mini';
import { MAINTENANCE_MESSAGE_MAX } from '../member/maintenance.ts';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant } from './fields.ts';
import { reasonText } from './operators.ts';

const OURS = { origin: 'ours' } as const;

const messageText = field(z.string().check(z.trim(), z.maxLength(MAINTENANCE_MESSAGE_MAX)), { log: 'plain' });
/** Empty in both languages for none: members then read the times alone. */
const messages = { messageZh: messageText, messageEn: messageText };

const maintenance = z.object({
  id,
  from: instant,
  until: instant,
  ...messages,
  reason: field(z.string(), { log: 'plain' }),
  /** The operator; null for a command on the server. */
  by: z.nullable(field(z.string(), { log: 'masked' })),
});

/** How long ago an outage may have begun that is declared now, and how long it runs at the most if nobody says that it is over. */
export const OUTAGE_HOURS_MAX = 24;

const outage = z.object({
  id,
  from: instant,
  /** Of one that runs: when it is over at the latest. */
  until: instant,
  isRunning: z.boolean(),
  reason: field(z.string(), { log: 'plain' }),
  /** The operator; null where the product has detected it. */
  by: z.nullable(field(z.string(), { log: 'masked' })),
});

export const maintenanceCalls = {
  '/operator/maintenance/read': read(by('maintenance.read'), OURS, {
    input: empty,
    output: z.object({
      running: z.nullable(maintenance),
      planned: z.nullable(maintenance),
      /** The newest, detected and declared. */
      outages: z.array(outage),
    }),
  }),
  /** Without `from` it begins at once; one that is running then gets the new end and message. Takes the place of the one that is planned. */
  '/operator/maintenance/plan': write(by('maintenance.manage'), OURS, {
    input: z.strictObject({ from: z.optional(instant), until: instant, ...messages, reason: reasonText }),
    output: z.object({ id }),
  }),
  /** An outage that nothing has detected. Without `until` it runs until somebody says that it is over. */
  '/operator/outage/declare': write(by('maintenance.manage'), OURS, {
    input: z.strictObject({ from: instant, until: z.optional(instant), reason: reasonText }),
    output: z.object({ ids: z.array(id) }),
  }),
  '/operator/outage/end': write(by('maintenance.manage'), OURS, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),
  '/operator/maintenance/end': write(by('maintenance.manage'), OURS, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),
} as const;
