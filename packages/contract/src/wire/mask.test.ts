import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../calls/call.ts';
import { field, maskOf, secretFieldsOf } from './field.ts';
import { HIDDEN, redact, type Mask } from './mask.ts';
import { registry } from '../calls/registry.ts';

const logged = (schema: z.ZodMiniType, value: unknown) => redact(maskOf(schema), value);

describe('a log entry', () => {
  const schema = z.object({
    plain: field(z.string(), { log: 'plain' }),
    masked: field(z.string(), { log: 'masked' }),
    never: field(z.string(), { log: 'never' }),
    forgotten: z.string(),
    state: z.enum(['OPEN', 'CLOSED']),
    count: z.int(),
    rows: z.array(z.object({ name: z.optional(field(z.string(), { log: 'masked' })) })),
    byName: z.record(z.string(), z.string()),
    later: z.nullable(field(z.string(), { log: 'never' })),
  });

  it('shows what its marks allow and nothing else', () => {
    const value = {
      plain: 'HF-1',
      masked: '陳哲',
      never: 'secret',
      forgotten: 'perhaps a secret',
      state: 'OPEN',
      count: 3,
      rows: [{ name: '林安' }, {}],
      byName: { a: 'b' },
      later: null,
      unlisted: 'x',
    };
    expect(logged(schema, value)).toEqual({
      plain: 'HF-1',
      masked: '陳***',
      never: HIDDEN,
      forgotten: HIDDEN,
      state: 'OPEN',
      count: 3,
      rows: [{ name: '林***' }, {}],
      byName: HIDDEN,
      later: null,
      unlisted: HIDDEN,
    });
  });

  it.each([
    ['a text where a number belongs', { count: 'Abcde1' }, { count: HIDDEN }],
    ['a word outside the list', { state: 'Abcde1' }, { state: HIDDEN }],
    ['an object where a text belongs', { masked: { a: 'Abcde1' } }, { masked: HIDDEN }],
    ['a text where rows belong', { rows: 'Abcde1' }, { rows: HIDDEN }],
    ['a field that every object has', { toString: 'Abcde1' }, { toString: HIDDEN }],
    ['a text where everything belongs', 'Abcde1', HIDDEN],
  ])('hides %s', (_, value, expected) => expect(logged(schema, value)).toEqual(expected));
});

/** The name of every field whose text a mask shows as it is, at any depth. */
function plainFields(mask: Mask | undefined): string[] {
  if (typeof mask !== 'object' || Array.isArray(mask)) return [];
  return Object.entries(mask).flatMap(([name, one]) => (one === 'plain' ? [name] : plainFields(one)));
}

/** Names that say what is in them. */
const SECRET_NAME =
  /pass|secret|token|ticket|answer|installid|checksum|^code$|^pin|mail|mobile|address|target|number$/i;

describe('the log of a call', () => {
  it.each(Object.entries<Call>(registry))(
    '%s shows no text in plain whose name says that it is secret',
    (_, call) => {
      const { input, output } = call.schemas ?? {};
      const shown = [input, output].flatMap((schema) => (schema ? plainFields(maskOf(schema)) : []));
      expect(shown.filter((name) => SECRET_NAME.test(name))).toEqual([]);
    },
  );

  it('hides what a sign-in takes and answers with', () => {
    const { schemas } = registry['/member/login'];
    const input = { account: 'amberlin88', password: 'Abcde1', installId: 'f'.repeat(32) };
    const output = { account: 'amberlin88', access_token: 'A'.repeat(43), nick: '予安', uid: '1001' };
    const text = JSON.stringify([logged(schemas.input, input), logged(schemas.output, output)]);
    for (const secret of [input.password, input.installId, input.account, output.access_token])
      expect(text).not.toContain(secret);
  });
});

describe('a secret is found', () => {
  const secret = field(z.string(), { log: 'never' });
  it.each([
    ['as it is', secret],
    ['where it may be absent', z.optional(z.nullable(secret))],
    ['in a list of records', z.array(z.object({ secret }))],
    [
      'behind a change of form',
      z.pipe(
        z.transform((text: unknown) => [String(text)]),
        z.array(secret),
      ),
    ],
    ['as one of several', z.union([z.string(), z.object({ secret })])],
    ['under any name', z.record(z.string(), secret)],
  ])('%s', (_, schema) => expect(secretFieldsOf(z.object({ a: z.string(), b: schema }))).toEqual(['b']));

  it('and nothing else is', () => {
    const schema = z.object({ a: z.string(), b: field(z.string(), { log: 'masked' }), c: z.array(z.int()) });
    expect(secretFieldsOf(schema)).toEqual([]);
  });
});
