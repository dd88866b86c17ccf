import fc from 'fast-check';
import * as z from 'zod/mini';

/**
 * An input that a call's schema accepts, made from the schema itself, so that a new call is covered on the day it is added. Fields
 * whose rule is code (`refine`) are found among the candidates below.
 */

type Schema = z.core.$ZodType;
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly in?: Schema;
  readonly out?: Schema;
  readonly items?: readonly Schema[];
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[];
}

const CANDIDATES: readonly string[] = [
  'text',
  '1',
  '100',
  '1.0000',
  'true',
  'en',
  '0912345678',
  '+886912345678',
  'somebody@mail.example',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  '123456',
  'Secret12',
  'someone01',
];

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;
const accepts = (schema: Schema, value: unknown) => z.safeParse(schema as z.ZodMiniType, value).success;

function sampleText(schema: Schema): string {
  const patterns = (definitionOf(schema).checks ?? []).flatMap((check) => check._zod.def.pattern ?? []);
  const generated = patterns.flatMap((pattern) =>
    fc.sample(fc.stringMatching(pattern), { numRuns: 20, seed: 1 }),
  );
  const found = [...CANDIDATES, ...generated].find((text) => accepts(schema, text));
  if (found === undefined) throw new Error('no candidate fits this text field: add one to sample-input.ts');
  return found;
}

function required(schema: Schema | undefined): Schema {
  if (!schema) throw new TypeError('a schema of this kind has an inner one');
  return schema;
}

/** What a client would hand in; optional fields are left out. */
export function sampleOf(schema: Schema): unknown {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .filter(([, field]) => !['optional', 'default'].includes(definitionOf(field).type))
          .map(([name, field]) => [name, sampleOf(field)]),
      );
    case 'string':
      return sampleText(schema);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'array':
      return accepts(schema, []) ? [] : sampleArray(schema, required(def.element));
    case 'union':
      return sampleOf(required(def.options?.[0]));
    case 'nullable':
    case 'readonly':
      return sampleOf(required(def.innerType));
    case 'record':
      return {};
    case 'pipe': // JSON text inside a value is a transform in front; anything else is checked by its first part
      return definitionOf(required(def.in)).type === 'transform'
        ? sampleOf(required(def.out))
        : sampleOf(required(def.in));
    default:
      throw new TypeError(`sample-input.ts does not know ${def.type}`);
  }
}

function sampleArray(schema: Schema, element: Schema): unknown[] {
  const one = sampleOf(element);
  const lengths = [1, 2, 3, 4, 5];
  const fitting = lengths
    .map((length) => Array.from({ length }, () => one))
    .find((list) => accepts(schema, list));
  if (!fitting) throw new Error('no short list of one sample fits this array field');
  return fitting;
}
