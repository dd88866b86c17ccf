import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { registry } from './registry.ts';
import { field, fieldRuleOf, HIDDEN, redact } from './field.ts';
import { memberData, otherSetUp, STORED_RECORDS, userDeviceSet } from './member-data.ts';

const LOGIN = { account: 'amberlin88', access_token: 'A'.repeat(43), nick: '予安', uid: '1001' };
const DATA = { login: LOGIN, vehicle: { device: '0123456789abcdef' } };

describe('stored records', () => {
  it('fill what is missing with their defaults', () => {
    expect(memberData.parse(DATA)).toEqual({ ...DATA, platformBinding: false, pinCheck: false });
    expect(userDeviceSet.parse({})).toEqual({ pinUnlock: false });
    expect(otherSetUp.parse({ jumpBindPlat: true })).toMatchObject({
      jumpBindPlat: true,
      RealName: { run: false },
    });
    expect(STORED_RECORDS.debugMod.schema.parse(undefined)).toBe('open');
  });

  it.each([
    {},
    { ...DATA, login: undefined },
    { ...DATA, vehicle: { device: '0123456789ABCDEF' } },
    { ...DATA, vehicle: {} },
    { ...DATA, login: { ...LOGIN, access_token: 'short' } },
    { ...DATA, pinCheck: 'true' },
  ])('refuse %j: a broken record is nobody signed in', (record) => {
    expect(memberData.safeParse(record).success).toBe(false);
  });
});

/** Every text below a schema, as `path`, that carries no mark. */
function unmarkedTexts(schema: z.ZodMiniType, path: string): string[] {
  if (fieldRuleOf(schema)) return [];
  const def = schema._zod.def as { type: string; shape?: object; element?: unknown; innerType?: unknown };
  const inner = [def.element, def.innerType].filter(Boolean) as z.ZodMiniType[];
  const shape = Object.entries(def.shape ?? {}) as [string, z.ZodMiniType][];
  if (def.type === 'string') return [path];
  return [
    ...inner.flatMap((one) => unmarkedTexts(one, path)),
    ...shape.flatMap(([key, one]) => unmarkedTexts(one, `${path}.${key}`)),
  ];
}

describe('marks', () => {
  it('are on every text that a device keeps', () => {
    const records = Object.entries(STORED_RECORDS).flatMap(([key, { schema }]) => unmarkedTexts(schema, key));
    expect(records).toEqual([]);
    expect(unmarkedTexts(z.object({ a: z.string() }), 'x')).toEqual(['x.a']);
  });

  it('hide every secret that a call takes or answers with', () => {
    const input = { account: 'amberlin88', password: 'Abcde1', installId: 'f'.repeat(32) };
    const { schemas } = registry['/member/login'];
    const logged = JSON.stringify([redact(schemas.input, input), redact(schemas.output, LOGIN)]);
    for (const secret of [input.password, input.installId, LOGIN.access_token, LOGIN.account])
      expect(logged).not.toContain(secret);
  });
});

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
    expect(redact(schema, value)).toEqual({
      plain: 'HF-1',
      masked: '陳***',
      never: HIDDEN,
      forgotten: HIDDEN,
      state: 'OPEN',
      count: 3,
      rows: [{ name: '林***' }, {}],
      byName: { a: HIDDEN },
      later: null,
      unlisted: HIDDEN,
    });
  });

  it.each([
    ['a text where a number belongs', { count: 'Abcde1' }, { count: HIDDEN }],
    ['a word outside the list', { state: 'Abcde1' }, { state: HIDDEN }],
    ['an object where a text belongs', { masked: { a: 'Abcde1' } }, { masked: HIDDEN }],
    ['a text where rows belong', { rows: 'Abcde1' }, { rows: HIDDEN }],
    ['a text where everything belongs', 'Abcde1', HIDDEN],
  ])('hides %s', (_, value, logged) => expect(redact(schema, value)).toEqual(logged));
});
