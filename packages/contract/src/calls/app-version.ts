import * as z from 'zod/mini';
import { field } from '../wire/field.ts';
import { read } from './call.ts';
import { instant } from './fields.ts';

const messageText = field(z.string(), { log: 'plain' });

export const appVersionCalls = {
  '/member/checkVersion': read(
    'anyone',
    {},
    {
      input: z.strictObject({
        version: z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)),
        platform: z.enum(['web', 'ios', 'android']),
      }),
      output: z.object({
        minimumVersion: z.string(),
        newestVersion: z.string(),
        /** The app's page in a store; null for the web, which updates by a reload. */
        storeUrl: z.nullable(z.string()),
        /** `realNameCheck`: who is not verified is led Home, and may not trade. */
        features: z.object({ pinLock: z.boolean(), realNameCheck: z.boolean() }),
        supportUrl: z.string(),
        /** The origin that avatars are read from; empty: the app's own. */
        assetsUrl: z.string(),
        /** The intro video for new members; null for none. */
        introVideoUrl: z.nullable(z.string()),
        maintenanceUntil: z.nullable(instant),
        maintenancePlanned: z.nullable(z.object({ from: instant, until: instant })),
        /** What operators add to the one or the other, in their own words. */
        maintenanceMessage: z.nullable(z.object({ zhTW: messageText, en: messageText })),
        serverTime: instant,
      }),
    },
  ),
} as const;
