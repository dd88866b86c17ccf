import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { AUTHENTICATOR_STATES, PASSKEY_NAME_MAX, SIGN_IN_OUTCOMES } from '../member/security.ts';
import {
  accountText,
  authenticatorText,
  ceremonyText,
  empty,
  id,
  installId,
  instant,
  nickText,
  page,
  paged,
  place,
  secretText,
  ticketText,
  tokenText,
} from './fields.ts';
import { signedIn } from './sign-in.ts';

const passkeyName = field(z.string().check(z.maxLength(PASSKEY_NAME_MAX), z.regex(/\S/)), { log: 'plain' });
/** Checked by the handler's rule. Never logged: a reader of the log could forge mails with it. */
const phraseText = field(z.string().check(z.maxLength(64)), { log: 'never' });

const shownSecret = field(z.string(), { log: 'never' });

/** The security centre: devices, history, freezing. Addresses of our own. */
export const securityCalls = {
  '/member/security/devices': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        devices: z.array(
          z.object({
            id,
            name: z.string(),
            ...place,
            firstSeenAt: instant,
            lastSeenAt: instant,
            isCurrent: z.boolean(),
          }),
        ),
      }),
    },
  ),
  '/member/security/device-revoke': write(
    'member',
    { origin: 'ours' },
    { input: z.strictObject({ id }), output: empty },
  ),
  '/member/security/history': read(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject(page),
      output: paged(
        z.object({
          id,
          outcome: z.enum(SIGN_IN_OUTCOMES),
          device: z.string(),
          ...place,
          at: instant,
        }),
      ),
    },
  ),
  '/member/security/phrase': read(
    'member',
    { origin: 'ours' },
    { input: empty, output: z.object({ phrase: z.nullable(phraseText) }) },
  ),
  '/member/security/phrase-set': write(
    'member',
    { origin: 'ours', secret: true, repeatable: true },
    {
      /** Omitted to delete the phrase. */
      input: z.strictObject({ phrase: z.optional(phraseText) }),
      output: empty,
    },
  ),
  '/member/security/authenticator': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        state: z.enum(AUTHENTICATOR_STATES),
        addedAt: z.nullable(instant),
        recoveryCodesLeft: z.number(),
        /** Whether its code stands in for the one that a release asks for: it is on, and older than the cool-downs that run. */
        provesRelease: z.boolean(),
      }),
    },
  ),
  '/member/security/authenticator-ticket': write(
    'member',
    { origin: 'ours', keptMinutes: 10 },
    {
      /** Not a recovery code. The ticket is that of a code sent for `release`. */
      input: z.strictObject({ code: authenticatorText }),
      output: z.object({ ticket: ticketText }),
    },
  ),
  '/member/security/authenticator-begin': write(
    'member',
    { origin: 'ours', secret: true, keptMinutes: 10 },
    {
      /** The ticket of a code sent for `authenticator`. */
      input: z.strictObject({ ticket: z.optional(ticketText) }),
      /** What an authenticator app takes in, by a picture or typed. `setup` is good for ten minutes on this device. */
      output: z.object({ setup: ticketText, secret: shownSecret, uri: shownSecret }),
    },
  ),
  '/member/security/authenticator-finish': write(
    'member',
    { origin: 'ours', renewsSession: true },
    {
      /** A first code shows that the app has taken it in. */
      input: z.strictObject({ setup: ticketText, code: authenticatorText }),
      output: z.object({
        recoveryCodes: z.array(shownSecret),
        coolDownUntil: instant,
        access_token: tokenText,
      }),
    },
  ),
  '/member/security/authenticator-remove': write(
    'member',
    { origin: 'ours', secret: true, renewsSession: true },
    {
      /** The ticket of a code sent for `authenticator`, and a code of the authenticator or a recovery code, unless it is suspended. */
      input: z.strictObject({ ticket: z.optional(ticketText), code: z.optional(authenticatorText) }),
      output: z.object({ coolDownUntil: instant, access_token: tokenText }),
    },
  ),
  '/member/security/passkeys': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        passkeys: z.array(
          z.object({
            id,
            name: z.string(),
            addedAt: instant,
            usedAt: z.nullable(instant),
            isSuspended: z.boolean(),
          }),
        ),
      }),
    },
  ),
  '/member/security/passkey-begin': write(
    'member',
    { origin: 'ours', secret: true, keptMinutes: 10 },
    {
      /** The ticket of a code sent for `passkey`. */
      input: z.strictObject({ ticket: z.optional(ticketText) }),
      /** What the browser makes a key from. `setup` is good for ten minutes on this device. */
      output: z.object({ setup: ticketText, passkeyQuestion: ceremonyText }),
    },
  ),
  '/member/security/passkey-finish': write(
    'member',
    { origin: 'ours', renewsSession: true },
    {
      input: z.strictObject({ setup: ticketText, passkeyAnswer: ceremonyText }),
      output: z.object({ coolDownUntil: instant, access_token: tokenText }),
    },
  ),
  '/member/security/passkey-rename': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ id, name: passkeyName }), output: empty },
  ),
  '/member/security/passkey-remove': write(
    'member',
    { origin: 'ours', secret: true, renewsSession: true },
    {
      input: z.strictObject({ id, ticket: z.optional(ticketText) }),
      output: z.object({ coolDownUntil: instant, access_token: tokenText }),
    },
  ),
  '/member/security/rename': write(
    'member',
    { origin: 'ours', renewsSession: true },
    {
      /** The new account and nickname. The session proof depends on the account, so the answer has a new token. */
      input: z.strictObject({ account: accountText, nick: nickText }),
      output: signedIn,
    },
  ),
  '/member/security/freeze': write(
    'member',
    { origin: 'ours', endsSession: true },
    { input: empty, output: empty },
  ),
  '/member/security/freeze-without-session': write(
    'anyone',
    { origin: 'ours' },
    {
      /**
       * For a member who cannot sign in, or is not waited for: one of three proofs. `account` with `password`, which may be one that was
       * replaced within 72 hours; `account` with `ticket`, that of a code sent for `freeze`; or `link` alone, the token of a link in a
       * security message.
       */
      input: z.strictObject({
        account: z.optional(accountText),
        password: z.optional(secretText),
        ticket: z.optional(ticketText),
        link: z.optional(ticketText),
        installId: z.optional(installId),
      }),
      output: empty,
    },
  ),
  '/member/security/unfreeze': write(
    'anyone',
    { origin: 'ours' },
    {
      /** The ticket of a code sent for `unfreeze`. */
      input: z.strictObject({
        account: accountText,
        password: secretText,
        ticket: ticketText,
        installId: z.optional(installId),
      }),
      output: empty,
    },
  ),
} as const;
