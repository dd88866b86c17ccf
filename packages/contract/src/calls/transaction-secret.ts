import * as z from 'zod/mini';
import { SECRET_FORMS } from '../member/secrets.ts';
import { write } from './call.ts';
import { instant, secretText, ticketText, tokenText } from './fields.ts';

export const secretWasSet = z.object({ form: z.enum(SECRET_FORMS) });
const secretWasChanged = z.extend(secretWasSet, { access_token: tokenText });

export const transactionSecretCalls = {
  '/member/forgettranspass/{account}': write(
    'self',
    { renewsSession: true },
    {
      /** The login password and the ticket of a code sent for `transpass`. */
      input: z.strictObject({ password: secretText, ticket: ticketText, newTranspass: secretText }),
      output: secretWasChanged,
    },
  ),
  '/member/settranspass/{account}': write(
    'self',
    { renewsSession: true },
    {
      /** The old one; or, for a first one, the login password: an unlocked phone alone must not choose it. */
      input: z.strictObject({
        oldTranspass: z.optional(secretText),
        password: z.optional(secretText),
        newTranspass: secretText,
      }),
      output: secretWasChanged,
    },
  ),
  '/member/transpass/verify': write(
    'member',
    { keptMinutes: 5 },
    {
      input: z.strictObject({ secret: secretText }),
      /** May stand for the secret in one call of this session. */
      output: z.object({ ticket: ticketText, until: instant }),
    },
  ),
} as const;
