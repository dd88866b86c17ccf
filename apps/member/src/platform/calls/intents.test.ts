import { fieldRuleOf, registry, type Call } from '@holdfast/contract';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { SECRET_INPUTS, wishOf } from './intents.ts';

/** What a schema is when defaults, options and pipes are taken off; of a list, what it lists. */
function unwrap(schema: z.ZodMiniType): z.ZodMiniType[] {
  const def = schema._zod.def as {
    innerType?: z.ZodMiniType;
    in?: z.ZodMiniType;
    out?: z.ZodMiniType;
    element?: z.ZodMiniType;
    shape?: Record<string, z.ZodMiniType>;
  };
  const inner = [def.innerType, def.in, def.out, def.element, ...Object.values(def.shape ?? {})];
  return [schema, ...inner.flatMap((one) => (one ? unwrap(one) : []))];
}

/** The inputs of a command that no log may show, by their marks in the contract. */
function secretsOf({ kind, schemas }: Call): string[] {
  if (kind !== 'write' || !schemas) return [];
  const { shape = {} } = schemas.input._zod.def as { shape?: Record<string, z.ZodMiniType> };
  return Object.entries(shape).flatMap(([key, schema]) =>
    unwrap(schema).some((one) => fieldRuleOf(one)?.log === 'never') ? [key] : [],
  );
}

describe('a wish', () => {
  test('leaves out every input that the contract marks as secret, of every command', () => {
    const secrets = new Set(Object.values<Call>(registry).flatMap(secretsOf));
    expect([...secrets].filter((key) => !SECRET_INPUTS.has(key))).toEqual([]);
    expect(secrets.size).toBeGreaterThan(3);
  });

  test('says nothing of what it leaves out', () => {
    const pairs = [...SECRET_INPUTS].map((key) => [key, 'Abcde1'] as const);
    expect(wishOf('/member/login', [['account', 'amberlin88'], ...pairs])).toBe(
      '["/member/login",["account","amberlin88"]]',
    );
  });
});
