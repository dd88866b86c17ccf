import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { by } from '../operators/permissions.ts';
import { REGISTER_BLOCK_KINDS } from '../member/register-block.ts';
import { field } from '../wire/field.ts';
import {
  accountText,
  empty,
  id,
  installId,
  instant,
  nickText,
  page,
  paged,
  secretText,
  ticketText,
} from './fields.ts';
import { reasonText } from './operators.ts';
import { signedIn } from './sign-in.ts';

const plainText = field(z.string(), { log: 'plain' });
const blockKind = z.enum(REGISTER_BLOCK_KINDS);
const blockPattern = field(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)), { log: 'never' });
const blockUntil = z.union([z.literal('never'), instant]);

export const registrationCalls = {
  '/member/register': write(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: accountText,
        nick: nickText,
        password: secretText,
        /** The six digits that later guard money; as a password of variant one it can be chosen in the security centre. */
        newTranspass: secretText,
        /** Of a code sent to the member's mobile for `register`. */
        otpTicket: ticketText,
        installId,
      }),
      output: signedIn,
    },
  ),
  '/member/check-duplicate/account-and-nickname': read(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: z.optional(accountText),
        nick: z.optional(nickText),
      }),
      output: z.object({
        account: z.optional(z.enum(['free', 'taken'])),
        nick: z.optional(z.enum(['free', 'taken'])),
      }),
    },
  ),
  // As found: "registration".
  '/api/fast-registeration': write(
    'anyone',
    {},
    {
      /** The ticket is of a code sent for `register`. Account and nickname are proposed, and can be changed once. */
      input: z.strictObject({ otpTicket: ticketText, password: secretText, installId }),
      output: signedIn,
    },
  ),
  '/register-block/add': write(
    by('members.risk'),
    {},
    {
      /** `pattern` as it is typed: a number, its beginning, an account whose device is meant, an address or a network. */
      input: z.strictObject({
        kind: blockKind,
        pattern: blockPattern,
        until: blockUntil,
        reason: reasonText,
      }),
      output: z.object({ id }),
    },
  ),
  '/register-block/update/{id}': write(
    by('members.risk'),
    { repeatable: true },
    {
      /** `now` ends it. */
      input: z.strictObject({ until: z.union([z.literal('now'), blockUntil]), reason: reasonText }),
      output: empty,
    },
  ),
  /** Those that end last come first, so what blocks for ever stands at the top and what has ended at the end. */
  '/register-block/list': read(
    by('members.risk'),
    {},
    {
      input: z.strictObject({
        ...page,
        kind: z.optional(blockKind),
        state: z.optional(z.enum(['live', 'ended'])),
        /** A whole pattern, as it was added. Needs its kind. */
        pattern: z.optional(blockPattern),
      }),
      output: paged(
        z.object({
          id,
          kind: blockKind,
          /** Numbers are masked; a device is named by the account. */
          shown: field(z.string(), { log: 'masked' }),
          reason: plainText,
          /** Null: it has no end. */
          endsAt: z.nullable(instant),
          isLive: z.boolean(),
          hits: z.int(),
          hitAt: z.nullable(instant),
          addedBy: plainText,
          addedAt: instant,
          changed: z.nullable(z.object({ by: plainText, at: instant })),
        }),
      ),
    },
  ),
} as const;
