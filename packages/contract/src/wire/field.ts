import * as z from 'zod/mini';
import type { Mask } from './mask.ts';

/**
 * What may happen to a field besides being checked. The mark is made where the field is declared, so whoever adds a secret decides at once
 * that no log may show it; the debug log goes by masks made of the marks (`maskOf`) and keeps no list of names.
 */

/** `plain` as it is, `masked` its first character, `never` nothing. */
export type LogRule = 'plain' | 'masked' | 'never';
/** Where a client may keep it: browser storage, the session's storage, the device's secure preferences, or only memory. */
export type StoreRule = 'local' | 'session' | 'secure' | 'memory';

export interface FieldRule {
  readonly log: LogRule;
  readonly store?: StoreRule;
  /** A proof says who does a thing and never what is done. It is no part of a command's body: `proofsOf` in calls/call.ts. */
  readonly isProof?: true;
}

const rules = z.registry<FieldRule>();

/** Marks a schema and returns it. Schemas are compared by identity: mark one of its own, not one that other fields share. */
/* @__NO_SIDE_EFFECTS__ */
export function field<S extends z.ZodMiniType>(schema: S, rule: FieldRule): S {
  rules.add(schema, rule);
  return schema;
}

export function fieldRuleOf(schema: z.ZodMiniType): FieldRule | undefined {
  return rules.get(schema);
}

/** The parts of zod's own description that a walk needs. */
interface Description {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
}

const describe = (schema: z.ZodMiniType) => schema._zod.def as Description;

/**
 * What a log may show of a value of this schema; undefined for nothing. What the schema does not list, a union, a record and every
 * text without a mark are left out: a forgotten mark costs a line of a log, never a secret.
 */
export function maskOf(schema: z.ZodMiniType): Mask | undefined {
  const rule = rules.get(schema);
  if (rule) return rule.log === 'never' ? undefined : rule.log;
  const { type, shape, element, innerType, entries, values } = describe(schema);
  const inner = innerType ?? element;
  if (inner) return maskOf(inner);
  if (shape) {
    const masks = Object.entries(shape).map(([key, one]) => [key, maskOf(one)] as const);
    return Object.fromEntries(masks.flatMap(([key, mask]) => (mask === undefined ? [] : [[key, mask]])));
  }
  // Numbers, booleans and the words of a closed list say nothing that a mark would have to hide.
  if (type === 'number' || type === 'boolean') return type;
  const words = values ?? Object.values(entries ?? {});
  return words.length > 0 && words.every((word) => typeof word === 'string') ? words : undefined;
}

/** Whether a value of this schema holds anything, at any depth, that is marked as never to be logged. */
export function holdsSecret(schema: z.ZodMiniType): boolean {
  if (rules.get(schema)?.log === 'never') return true;
  const {
    shape = {},
    options = [],
    element,
    innerType,
    valueType,
    in: before,
    out: after,
  } = describe(schema);
  const inner = [...Object.values(shape), ...options, element, innerType, valueType, before, after];
  return inner.some((one) => one !== undefined && holdsSecret(one));
}

/** The fields of a record whose values hold a secret. */
export function secretFieldsOf(schema: z.ZodMiniType): string[] {
  return Object.entries(describe(schema).shape ?? {}).flatMap(([name, one]) =>
    holdsSecret(one) ? [name] : [],
  );
}

/** The fields of a record that are marked as proofs. */
export function proofFieldsOf(schema: z.ZodMiniType): string[] {
  const isProof = (one: z.ZodMiniType): boolean => {
    const inner = describe(one).innerType;
    return rules.get(one)?.isProof ?? (inner !== undefined && isProof(inner));
  };
  return Object.entries(describe(schema).shape ?? {}).flatMap(([name, one]) => (isProof(one) ? [name] : []));
}
