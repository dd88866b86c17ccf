import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../member/sort-codes.ts';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { accountText, empty, instant } from './fields.ts';
import { reasonText } from './operators.ts';

/** Where roles, and members inside their role, stand in the market. */

const plainText = field(z.string(), { log: 'plain' });
const codeText = field(z.string().check(z.regex(/^(0|[1-9]\d{0,3})$/)), { log: 'plain' });
const offsetText = field(z.string().check(z.regex(/^(0|-?[1-9]\d{0,3})$/)), { log: 'plain' });
const role = z.enum(MEMBER_ROLES);
const reason = reasonText;

export const sortCode = z.object({ code: z.int(), offset: z.int() });

export const sortCodeCalls = {
  /** Members ask for their own and name nobody. */
  '/member/get-member-sort-code': read(
    ['own', 'op:support'],
    {},
    {
      input: z.strictObject({ account: z.optional(accountText) }),
      output: z.object({ role, ofRole: sortCode, ofMember: sortCode }),
    },
  ),
  '/member/set-member-sort-code-offset': write(
    by('members.risk'),
    { repeatable: true },
    { input: z.strictObject({ account: accountText, offset: offsetText, reason }), output: sortCode },
  ),
  '/member/set-member-sort-code': write(
    by('members.risk'),
    { repeatable: true },
    { input: z.strictObject({ account: accountText, sortCode: codeText, reason }), output: sortCode },
  ),
  '/api/v1/members/set-role-sort-code-offset': write(
    by('members.risk'),
    { repeatable: true },
    { input: z.strictObject({ role, offset: offsetText, reason }), output: sortCode },
  ),
  '/api/v1/members/set-role-sort-code': write(
    by('members.risk'),
    { repeatable: true },
    { input: z.strictObject({ role, sortCode: codeText, reason }), output: sortCode },
  ),
  '/operator/role/list': read(
    by('members.risk'),
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        roles: z.array(
          z.object({
            role,
            ...sortCode.shape,
            /** Null where nobody has changed it yet. */
            changed: z.nullable(z.object({ at: instant, by: plainText })),
          }),
        ),
      }),
    },
  ),
} as const;
