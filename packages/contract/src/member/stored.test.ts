import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldRuleOf } from '../wire/field.ts';
import { memberData, otherSetUp, STORED_RECORDS, userDeviceSet } from './stored.ts';

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
});
