import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { SETTING_NAMES, SETTING_TEXT_MAX } from '../settings/settings.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

const OURS = { origin: 'ours' } as const;

const name = z.enum(SETTING_NAMES);
const plainText = field(z.string(), { log: 'plain' });
const valueText = field(z.string().check(z.minLength(1), z.maxLength(SETTING_TEXT_MAX)), { log: 'plain' });
const who = field(z.string(), { log: 'masked' });

/** A change that has not started. */
const planned = z.object({ id, value: plainText, startsAt: instant, by: who, reason: plainText });

export const settingCalls = {
  '/operator/setting/list': read(by('settings.read'), OURS, {
    input: empty,
    output: z.object({
      settings: z.array(
        z.object({
          name,
          value: plainText,
          /** Null as long as nobody has changed it. */
          since: z.nullable(instant),
          /** The next ones, in the order in which they start. */
          planned: z.array(planned),
        }),
      ),
      serverTime: instant,
    }),
  }),
  /** Newest first. */
  '/operator/setting/history': read(by('settings.read'), OURS, {
    input: z.strictObject({ ...page, name: z.optional(name) }),
    output: paged(
      z.object({
        id,
        name,
        value: plainText,
        startsAt: instant,
        setAt: instant,
        setBy: who,
        /** The second operator, where it needed one. */
        approvedBy: z.nullable(who),
        reason: plainText,
        state: z.enum(['planned', 'current', 'past', 'withdrawn']),
        withdrawn: z.nullable(z.object({ at: instant, by: who, reason: plainText })),
      }),
    ),
  }),
  /**
   * Changes a setting, or asks for it where it needs two people; then `requestId` is the request. Without `startsAt` it holds at once. `seen`: the
   * value that it is to replace, as the operator has seen it.
   */
  '/operator/setting/change': write(by('settings.manage'), OURS, {
    input: z.strictObject({
      name,
      value: valueText,
      seen: valueText,
      startsAt: z.optional(instant),
      reason: reasonText,
    }),
    output: z.object({ requestId: z.nullable(id) }),
  }),
  '/operator/setting/withdraw': write(by('settings.manage'), OURS, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),
} as const;
