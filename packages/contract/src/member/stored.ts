import * as z from 'zod/mini';
import { memberInfo } from '../calls/member-profile.ts';
import { DEBUG_MODES, DEVICE_IDENTITY_HEX_LENGTH, STORAGE_KEYS } from '../constants.ts';
import { field, type FieldRule } from '../wire/field.ts';

/** What a device keeps, under the names that were given (spec 3), with what may be stored where and what a log may show. */

const PLAIN = { store: 'local', log: 'plain' } as const satisfies FieldRule;

/* @__NO_SIDE_EFFECTS__ */
function flag() {
  return field(z._default(z.boolean(), false), PLAIN);
}

/** A device identity: 16 hex characters, made at random, cached for the session; after a sign-in it lives in `memberData.vehicle`. */
export const deviceIdentity = z
  .string()
  .check(z.regex(new RegExp(`^[0-9a-f]{${DEVICE_IDENTITY_HEX_LENGTH}}$`)));

/** Present means signed in: deleting this record is the sign-out (spec 4). */
export const memberData = z.object({
  login: z.object({
    account: field(z.string(), { store: 'local', log: 'masked' }),
    /**
     * 32 random bytes, base64url. Sent to the device once and by the device never again. Empty while the PIN lock is on: the token then lies
     * sealed beside the PIN.
     */
    access_token: field(z.string().check(z.regex(/^(?:[A-Za-z0-9_-]{43})?$/)), {
      store: 'local',
      log: 'never',
    }),
    nick: field(z.string(), PLAIN),
    uid: field(z.string(), PLAIN),
  }),
  vehicle: z.object({ device: field(deviceIdentity, { store: 'local', log: 'never' }) }),
  memberInfo: z.optional(memberInfo),
  /** From the review result of a partner. */
  platformBinding: flag(),
  /** The PIN was passed in this lock cycle. The lock's own state is in memory and wins over it. */
  pinCheck: flag(),
});
export type MemberData = z.infer<typeof memberData>;

export const userDeviceSet = z.object({
  /** Whether PIN locking is on. */
  pinUnlock: flag(),
});
export type UserDeviceSet = z.infer<typeof userDeviceSet>;

/** One-shot flags: each opens a panel once and is then reset. */
export const otherSetUp = z.object({
  jumpBindBankCard: flag(),
  jumpBindBankCardPassLeftMenu: flag(),
  jumpBindPlat: flag(),
  jumpContactUs: flag(),
  jumpContactUsPassLeftMenu: flag(),
  RealName: z._default(z.object({ run: flag() }), { run: false }),
});
export type OtherSetUp = z.infer<typeof otherSetUp>;

/** The debug log is on unless this says `close` (spec 9). */
export const debugMod = field(z._default(z.enum(DEBUG_MODES), 'open'), PLAIN);

/** The push-messaging token: whoever holds it can be told what the member is told. */
export const pmid = field(z.string().check(z.minLength(1)), { store: 'local', log: 'never' });

/** Whether the question to save the log has been answered in this session. */
export const logAsk = field(z._default(z.boolean(), false), { store: 'session', log: 'plain' });

/** SHA-256 of the four digits, hex; on a phone in the secure preferences, in a browser under a key that cannot be read out. */
export const pinHash = field(z.string().check(z.regex(/^[0-9a-f]{64}$/)), { store: 'secure', log: 'never' });

/** Every record with its storage, so that clearing and listing need no second list. */
export const STORED_RECORDS = {
  [STORAGE_KEYS.memberData]: { area: 'local', schema: memberData },
  [STORAGE_KEYS.userDeviceSet]: { area: 'local', schema: userDeviceSet },
  [STORAGE_KEYS.otherSetUp]: { area: 'local', schema: otherSetUp },
  [STORAGE_KEYS.pmid]: { area: 'local', schema: pmid },
  [STORAGE_KEYS.debugMod]: { area: 'local', schema: debugMod },
  [STORAGE_KEYS.logAsk]: { area: 'session', schema: logAsk },
} as const;
