import * as z from 'zod/mini';
import { AUDIT_ACTION_NAMES } from '../operators/audit-actions.ts';
import { by, OPERATOR_ROLES } from '../operators/permissions.ts';
import { REQUEST_KIND_NAMES, REQUEST_STATES, REQUEST_VERDICTS } from '../operators/requests.ts';
import { isOperatorPassword } from '../operators/sign-in.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { civilDate, empty, id, instant, page, paged, place } from './fields.ts';

/** The console's own calls: sign-in, requests of two people, the audit log, the operators themselves. */

const mailText = field(z.string().check(z.minLength(3), z.maxLength(254)), { log: 'masked' });
const newMail = field(z.string().check(z.regex(/^[^\s@]{1,64}@[^\s@]{1,180}\.[A-Za-z]{2,24}$/)), {
  log: 'masked',
});
const typedSecret = field(z.string().check(z.minLength(1), z.maxLength(64)), { log: 'never' });
const newPassword = field(z.string().check(z.refine(isOperatorPassword)), { log: 'never' });
const invitation = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)), { log: 'never' });
const shownSecret = field(z.string(), { log: 'never' });
const plainText = field(z.string(), { log: 'plain' });
export const reasonText = field(z.string().check(z.trim(), z.minLength(4), z.maxLength(500)), {
  log: 'plain',
});
const shownMail = field(z.string(), { log: 'masked' });
const role = z.enum(OPERATOR_ROLES);

const operatorSession = {
  email: shownMail,
  access_token: field(z.string(), { log: 'never' }),
  name: plainText,
  uid: plainText,
  role,
};

/** What a request would change, as both people read it. Values are texts that the console shows as they are. */
export const requestChange = z.object({ field: plainText, before: plainText, after: plainText });
export type RequestChange = z.infer<typeof requestChange>;

const asked = z.object({ requestId: id });

const OURS = { origin: 'ours' } as const;
const SHORT = { origin: 'ours', keptMinutes: 15 } as const;

export const operatorCalls = {
  '/operator/sign-in': write('console', OURS, {
    input: z.strictObject({ email: mailText, password: typedSecret, code: typedSecret }),
    output: z.object({ ...operatorSession, recoveryCodesLeft: z.int() }),
  }),
  /** Shows the secret of an authenticator, which counts from the code that `finish` is given on. */
  '/operator/enrolment/begin': write('console', OURS, {
    input: z.strictObject({ invitation }),
    output: z.object({
      email: shownMail,
      name: plainText,
      secret: shownSecret,
      uri: shownSecret,
    }),
  }),
  '/operator/enrolment/finish': write('console', OURS, {
    input: z.strictObject({ invitation, password: newPassword, code: typedSecret }),
    output: z.object({ ...operatorSession, recoveryCodes: z.array(shownSecret) }),
  }),
  '/operator/sign-out': write(by('self'), { ...OURS, endsSession: true }, { input: empty, output: empty }),
  '/operator/me': read(by('self'), OURS, {
    input: empty,
    output: z.object({
      email: shownMail,
      name: plainText,
      role,
      /** Whatever comes first: idle, or the end of the day. */
      endsAt: instant,
      signedInAt: instant,
      lastSignIn: z.nullable(z.object({ at: instant, ...place })),
      recoveryCodesLeft: z.int(),
      openRequests: z.int(),
      /** Administrators that were recovered by a command within a week: everybody is told. */
      recovered: z.array(z.object({ email: shownMail, at: instant })),
    }),
  }),

  '/operator/request/list': read(by('requests.read'), OURS, {
    input: z.strictObject({
      ...page,
      state: z.optional(z.enum(['open', 'decided'])),
      subject: z.optional(field(z.string().check(z.maxLength(254)), { log: 'plain' })),
    }),
    output: paged(
      z.object({
        id,
        kind: z.enum(REQUEST_KIND_NAMES),
        subject: plainText,
        changes: z.array(requestChange),
        reason: plainText,
        state: z.enum(REQUEST_STATES),
        askedBy: plainText,
        askedAt: instant,
        expiresAt: instant,
        decidedBy: z.nullable(plainText),
        decidedAt: z.nullable(instant),
        note: plainText,
        isMine: z.boolean(),
        mayDecide: z.boolean(),
        /** What it rests on has changed since: it can only be refused. */
        isStale: z.boolean(),
      }),
    ),
  }),
  '/operator/request/decide': write(by('requests.decide'), OURS, {
    input: z.strictObject({
      id,
      verdict: z.enum(REQUEST_VERDICTS),
      note: field(z.string().check(z.maxLength(500)), { log: 'plain' }),
    }),
    output: empty,
  }),

  '/operator/audit/list': read(by('audit.read'), OURS, {
    input: z.strictObject({
      ...page,
      /** An operator's mail address, or a member's account. */
      person: z.optional(field(z.string().check(z.maxLength(254)), { log: 'plain' })),
      subject: z.optional(field(z.string().check(z.maxLength(254)), { log: 'plain' })),
      action: z.optional(z.enum(AUDIT_ACTION_NAMES)),
      from: z.optional(civilDate),
      to: z.optional(civilDate),
    }),
    output: paged(
      z.object({
        id,
        at: instant,
        /** Its name, where it is an operator or a member. */
        person: plainText,
        actor: plainText,
        action: z.enum(AUDIT_ACTION_NAMES),
        subject: plainText,
        detail: z.array(z.object({ name: plainText, value: plainText })),
        /** Its place in the chain of hashes; null for a moment. */
        link: z.nullable(plainText),
      }),
    ),
  }),

  '/operator/administration/list': read(by('operators.manage'), OURS, {
    input: empty,
    output: z.object({
      operators: z.array(
        z.object({
          email: shownMail,
          name: plainText,
          role,
          isDisabled: z.boolean(),
          isEnrolled: z.boolean(),
          isSignedIn: z.boolean(),
          activeAt: z.nullable(instant),
          createdAt: instant,
        }),
      ),
    }),
  }),
  '/operator/administration/add': write(by('operators.manage'), OURS, {
    input: z.strictObject({
      email: newMail,
      name: field(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)), { log: 'plain' }),
      role,
      reason: reasonText,
    }),
    output: asked,
  }),
  '/operator/administration/role': write(by('operators.manage'), SHORT, {
    input: z.strictObject({ email: mailText, role, reason: reasonText }),
    output: asked,
  }),
  '/operator/administration/access': write(by('operators.manage'), SHORT, {
    input: z.strictObject({ email: mailText, access: z.enum(['suspend', 'restore']), reason: reasonText }),
    output: asked,
  }),
  '/operator/administration/reset': write(by('operators.manage'), OURS, {
    input: z.strictObject({ email: mailText, reason: reasonText }),
    output: asked,
  }),
  /** Sends an invitation to the operator's own address: nobody else learns it. */
  '/operator/administration/invite': write(by('operators.manage'), SHORT, {
    input: z.strictObject({ email: mailText }),
    output: empty,
  }),
  '/operator/administration/end-session': write(by('operators.manage'), OURS, {
    input: z.strictObject({ email: mailText, reason: reasonText }),
    output: empty,
  }),
} as const;
