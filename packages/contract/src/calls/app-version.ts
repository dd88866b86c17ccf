import * as z from 'zod/mini';
import { read } from '../call.ts';
import { instant } from './fields.ts';

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
        features: z.object({ pinLock: z.boolean() }),
        supportUrl: z.string(),
        maintenanceUntil: z.nullable(instant),
        serverTime: instant,
      }),
    },
  ),
} as const;
