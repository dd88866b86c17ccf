import { memberInfo } from '@holdfast/contract';
import * as z from 'zod/mini';

/** What a device keeps of a sign-in, under the names the product gives (spec 3). */
export const memberData = z.object({
  login: z.object({
    account: z.string(),
    access_token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    nick: z.string(),
    uid: z.string(),
  }),
  vehicle: z.object({ device: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  memberInfo: z.optional(memberInfo),
  platformBinding: z.optional(z.boolean()),
  pinCheck: z.optional(z.boolean()),
});
export type MemberData = z.infer<typeof memberData>;
