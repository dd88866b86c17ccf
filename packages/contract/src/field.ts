import * as z from 'zod/mini';

/**
 * What may happen to a field besides being checked. The mark is made where the field is declared, so whoever adds a secret decides at once
 * that no log may show it; the debug log reads the marks and keeps no list of names.
 */

/** `plain` as it is, `masked` its first character, `never` nothing. */
export type LogRule = 'plain' | 'masked' | 'never';
/** Where a client may keep it: browser storage, the session's storage, the device's secure preferences, or only memory. */
export type StoreRule = 'local' | 'session' | 'secure' | 'memory';

export interface FieldRule {
  readonly log: LogRule;
  readonly store?: StoreRule;
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

/** What stands in a log where a value may not. */
export const HIDDEN = '[hidden]';

/** The parts of zod's own description that a walk needs. */
interface Description {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
}

function maskText(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  return typeof value === 'string' ? `${Array.from(value)[0]}***` : HIDDEN;
}

function applyRule(rule: LogRule, value: unknown): unknown {
  if (rule === 'plain') return value;
  return rule === 'masked' ? maskText(value) : HIDDEN;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers, booleans and members of a closed list say nothing that a mark would have to hide; a free text might. */
const CLOSED_TYPES: readonly string[] = ['boolean', 'number', 'int', 'bigint', 'enum', 'literal', 'null'];

/**
 * A copy of `value` that may be logged. What the schema does not list, what does not fit it and every text without a mark come out
 * as `[hidden]`: a forgotten mark costs a line of a log, never a secret.
 */
export function redact(schema: z.ZodMiniType, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const rule = rules.get(schema);
  if (rule) return applyRule(rule.log, value);
  const { type, shape, element, innerType, valueType } = schema._zod.def as Description;
  if (innerType) return redact(innerType, value);
  if (shape && isRecord(value))
    return mapValues(value, (key, one) => (shape[key] ? redact(shape[key], one) : HIDDEN));
  if (valueType && isRecord(value)) return mapValues(value, (_, one) => redact(valueType, one));
  if (element && Array.isArray(value)) return value.map((one) => redact(element, one));
  return CLOSED_TYPES.includes(type) && z.safeParse(schema, value).success ? value : HIDDEN;
}

function mapValues(
  value: Readonly<Record<string, unknown>>,
  change: (key: string, one: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(key, one)]));
}
