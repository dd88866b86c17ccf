import * as z from 'zod/mini';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, instant, language } from './fields.ts';

/** What a test message came to: it waits for the worker, the push service has taken it, it refused it, or it could not be reached. */
export const PUSH_TEST_OUTCOMES = ['waiting', 'sent', 'refused', 'unreachable'] as const;
export type PushTestOutcome = (typeof PUSH_TEST_OUTCOMES)[number];

/** An address at which a push service takes messages for one browser. Whoever knows it is known to that service, so no log shows it. */
const endpoint = field(z.string().check(z.regex(/^https?:\/\/[^\s]{1,1000}$/)), { log: 'never' });
/** The browser's public key, an uncompressed point of P-256. */
const p256dh = field(z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/)), { log: 'never' });
const auth = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)), { log: 'never' });
const fcmToken = field(z.string().check(z.regex(/^[A-Za-z0-9_:-]{20,1000}$/)), { log: 'never' });
const hexId = field(z.string().check(z.regex(/^[0-9a-f]{32}$/)), { log: 'plain' });

/** Push messages to the install that the session was opened on. */
export const pushCalls = {
  '/member/device/push': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        /** The key (VAPID) by which a browser subscribes. */
        serverKey: field(z.string(), { log: 'plain' }),
        /** What the server knows of this install; null where it has no address for it. */
        device: z.nullable(
          z.object({
            binding: hexId,
            refreshedAt: instant,
            isPrivate: z.boolean(),
            test: z.nullable(z.object({ id: hexId, outcome: z.enum(PUSH_TEST_OUTCOMES) })),
          }),
        ),
        /** How many other installs of the member are told of something, if only of the account's safety. */
        others: z.int(),
      }),
    },
  ),
  '/member/device/push-set': write(
    'member',
    { origin: 'ours', repeatable: true },
    {
      /**
       * The registration token (pmid): a browser's subscription, or the token of a native shell. Sent again every ten minutes. It belongs to
       * whoever sent it last. `isPrivate`: messages say only that there is news.
       */
      input: z.strictObject({
        endpoint: z.optional(endpoint),
        p256dh: z.optional(p256dh),
        auth: z.optional(auth),
        fcmToken: z.optional(fcmToken),
        language,
        isPrivate: z.enum(['0', '1']),
      }),
      /** Stands in each message to this install as long as it is this member's. The device shows no other. */
      output: z.object({ binding: hexId }),
    },
  ),
  '/member/device/push-remove': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: empty, output: empty },
  ),
  '/member/device/push-test': write(
    'member',
    { origin: 'ours', keptMinutes: 15 },
    { input: empty, output: z.object({ test: hexId }) },
  ),
} as const;
