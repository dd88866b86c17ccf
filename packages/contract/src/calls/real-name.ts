import * as z from 'zod/mini';
import { isRefusalList, REAL_NAME_ITEMS, REAL_NAME_REASON_NAMES } from '../member/real-name-refusals.ts';
import { REAL_NAME_STATUSES } from '../member/real-name.ts';
import { by } from '../operators/permissions.ts';
import { isCivilDate } from '../rules/age.ts';
import { IDENTITY_DOCUMENTS } from '../rules/identity.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { accountText, civilDate, empty, id, instant, json, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';
import { fileId, fileLink } from './uploads.ts';

/** Real-name verification: what a member hands in, and what reviewers do with it. */

const document = z.enum(IDENTITY_DOCUMENTS);
const item = z.enum(REAL_NAME_ITEMS);
const name = field(z.string().check(z.minLength(1), z.maxLength(64)), { log: 'masked' });
const number = field(z.string().check(z.minLength(1), z.maxLength(20)), { log: 'never' });
const bornOn = field(z.string().check(z.refine(isCivilDate)), { log: 'never' });
const refusal = z.object({ item, reason: z.enum(REAL_NAME_REASON_NAMES) });

const VERDICTS = ['approve', 'refuse', 'reset'] as const;
/** Where an application stands. */
const STATES = ['waiting', 'approved', 'refused', 'reset'] as const;
export type RealNameState = (typeof STATES)[number];

const applicationRow = {
  id,
  account: field(z.string(), { log: 'masked' }),
  nick: field(z.string(), { log: 'plain' }),
  document,
  /** How many times this member has handed in something, this time included. */
  version: z.int(),
  submittedAt: instant,
  state: z.enum(STATES),
  decidedAt: z.nullable(instant),
};

const filter = {
  state: z.enum(STATES),
  account: z.optional(accountText),
  /** Days of the decision, or of the arrival of what still waits; both included. */
  from: z.optional(civilDate),
  to: z.optional(civilDate),
};

export const realNameCalls = {
  /** The first time all four items, afterwards those that were refused and no other. */
  '/member/real-name/upload-auth/{account}': write(
    'self',
    {},
    {
      input: z.strictObject({
        details: z.optional(json(z.strictObject({ document, realName: name, number, bornOn }))),
        front: z.optional(fileId),
        back: z.optional(fileId),
        selfie: z.optional(fileId),
      }),
      output: z.object({ status: z.enum(REAL_NAME_STATUSES) }),
    },
  ),
  /** Where the own verification stands. */
  '/member/real-name/status/{account}': read(
    'self',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        status: z.enum(REAL_NAME_STATUSES),
        /** What is to be sent: nothing, all of it, or what was refused. */
        asks: z.array(item),
        /** Of the last application; null before the first one and after a reset. */
        application: z.nullable(
          z.object({
            document,
            nameMasked: field(z.string(), { log: 'masked' }),
            numberMasked: field(z.string(), { log: 'masked' }),
            submittedAt: instant,
            decidedAt: z.nullable(instant),
            refusals: z.array(refusal),
          }),
        ),
        /** While it waits: how many came before, and how long a decision took of late in minutes; null where nobody can say. */
        queue: z.nullable(z.object({ ahead: z.int(), usualMinutes: z.nullable(z.int()) })),
      }),
    },
  ),

  '/member/real-name/list': read(
    by('real-name.review'),
    {},
    {
      input: z.strictObject({
        ...page,
        ...filter,
        /** An identity number, found by its exact value. */
        number: z.optional(number),
      }),
      output: paged(
        z.object({
          ...applicationRow,
          nameMasked: field(z.string(), { log: 'masked' }),
          numberMasked: field(z.string(), { log: 'masked' }),
          /** Another member has been approved with this number, or waits with it. */
          isContested: z.boolean(),
        }),
      ),
    },
  ),
  /**
   * Everything of one application. In clear, and with its pictures, for whoever has claimed it (`/operator/review/claim/{id}`); masked for
   * others. Each view leaves a line in the audit log.
   */
  '/member/real-name/detail/{id}': read(
    by('real-name.review'),
    {},
    {
      input: empty,
      output: z.object({
        ...applicationRow,
        isClear: z.boolean(),
        realName: field(z.string(), { log: 'masked' }),
        number: field(z.string(), { log: 'never' }),
        /** Null where it is masked. */
        bornOn: z.nullable(field(z.string(), { log: 'never' })),
        age: z.int(),
        /** What this version brought; the rest is as the member had sent it before. */
        sent: z.array(item),
        /** Null where it is masked, and each picture that is deleted. */
        files: z.nullable(
          z.object({
            front: z.nullable(fileLink),
            back: z.nullable(fileLink),
            selfie: z.nullable(fileLink),
          }),
        ),
        /** When a picture was deleted (`IDENTITY_PICTURE_DAYS`); null for those that are there. */
        deletedAt: z.object({
          front: z.nullable(instant),
          back: z.nullable(instant),
          selfie: z.nullable(instant),
        }),
        history: z.array(
          z.object({
            version: z.int(),
            submittedAt: instant,
            verdict: z.nullable(z.enum(VERDICTS)),
            decidedAt: z.nullable(instant),
            decidedBy: field(z.string(), { log: 'masked' }),
            refusals: z.array(refusal),
            reason: field(z.string(), { log: 'plain' }),
          }),
        ),
        /** Other members who use the same number. */
        others: z.array(
          z.object({
            id,
            account: field(z.string(), { log: 'masked' }),
            nick: field(z.string(), { log: 'plain' }),
            state: z.enum(STATES),
          }),
        ),
      }),
    },
  ),
  '/member/real-name/review/{id}': write(
    by('real-name.review'),
    {},
    {
      input: z.strictObject({
        verdict: z.enum(['approve', 'refuse']),
        /** What is wrong, by item; none with an approval. */
        refusals: z.optional(json(z.array(refusal).check(z.maxLength(4), z.refine(isRefusalList)))),
      }),
      output: z.object({ status: z.enum(REAL_NAME_STATUSES) }),
    },
  ),
  /** The member has to verify anew, and the identity is free again. */
  '/member/real-name/reset/{account}': write(
    by('real-name.review'),
    {},
    {
      input: z.strictObject({ reason: reasonText }),
      output: z.object({ status: z.enum(REAL_NAME_STATUSES) }),
    },
  ),
  /** The list as a file: masked, whoever asks. A spreadsheet takes nothing in it for a formula. */
  '/member/real-name/list-download': write(
    by('real-name.review'),
    { keptMinutes: 15 },
    {
      input: z.strictObject({
        ...filter,
        format: z.enum(['csv', 'xlsx']),
        reason: reasonText,
      }),
      output: z.object({
        fileName: field(z.string(), { log: 'plain' }),
        /** base64. */
        content: field(z.string(), { log: 'never' }),
        rows: z.int(),
        /** There were more rows than a file holds. Days narrow it down. */
        isCut: z.boolean(),
      }),
    },
  ),
} as const;
