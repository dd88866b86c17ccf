import {
  ANSWER_KEPT_MINUTES_MAX,
  callOf,
  isAnsweredAt,
  proofsOf,
  registry,
  type Call,
  type CallPath,
  type Surface,
} from '@holdfast/contract/calls';
import { maskOf, type Mask } from '@holdfast/contract/wire';

/**
 * What the apps need of their calls at run time, written out as data, so that no schema rides along to a device. The facts are in the first
 * file that every visit loads, each app's in a file of its own; the masks are another file, which only the member app's debug log asks for.
 */

type BuiltCall = Call & Required<Pick<Call, 'schemas'>>;

const isBuilt = (call: Call): call is BuiltCall => call.schemas !== undefined;

function builtCalls(surface: Surface): [path: string, call: BuiltCall][] {
  return (Object.keys(registry) as CallPath[]).flatMap((path) => {
    const call = callOf(path);
    return isBuilt(call) && isAnsweredAt(surface, call) ? [[path, call]] : [];
  });
}

const quote = (text: string): string => `'${text}'`;
const list = (words: readonly string[]): string => `[${words.map(quote).join(', ')}]`;

function factsOf({ kind, who, method, endsSession, renewsSession, repeatable }: Call): string[] {
  return [
    ...(kind === 'write' ? ['command'] : []),
    ...(repeatable ? ['repeatable'] : []),
    ...(who.includes('anyone') || who.includes('console') ? ['anyone'] : []),
    ...(method === 'GET' ? ['get'] : []),
    ...(endsSession ? ['endsSession'] : []),
    ...(renewsSession ? ['renewsSession'] : []),
  ];
}

/** How a call is made, as the fields of a row of the table; empty for a plain read of a member. */
function howOf(call: BuiltCall): string {
  const [facts, proofs] = [factsOf(call), call.kind === 'write' ? proofsOf(call) : []];
  const isShort = call.kind === 'write' && call.keptMinutes !== ANSWER_KEPT_MINUTES_MAX;
  return [
    ...(facts.length > 0 ? [`facts: ${list(facts)}`] : []),
    ...(proofs.length > 0 ? [`proofs: ${list(proofs)}`] : []),
    ...(isShort ? [`keptMinutes: ${call.keptMinutes}`] : []),
  ].join(', ');
}

const NAMES: Readonly<Record<Surface, string>> = { member: 'MEMBER_CALLS', console: 'OPERATOR_CALLS' };

export const callFactsModule = (surface: Surface) => (): string => {
  const alike = Map.groupBy(builtCalls(surface), ([, call]) => howOf(call));
  alike.delete('');
  const rows = [...alike].map(
    ([how, calls]) =>
      `  {\n    ${how},\n    paths: [\n${calls.map(([path]) => `      ${quote(path)},\n`).join('')}    ],\n  },\n`,
  );
  return `import type { CallTable } from '../call-facts.ts';

/** How the calls of one app are made. */
export const ${NAMES[surface]}: CallTable = [
${rows.join('')}];
`;
};

const WIDTH = 110;

const isWords = (mask: Mask): mask is readonly string[] => Array.isArray(mask);

/** A mask as source text, on one line where there is room. What recurs is written again: packed, it costs nothing. */
function toSource(mask: Mask, indent: string): string {
  if (typeof mask === 'string') return quote(mask);
  if (isWords(mask)) return list(mask);
  const inside = `${indent}  `;
  const fields = Object.entries(mask).map(([name, one]) => `${name}: ${toSource(one, inside)}`);
  const flat = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  if (flat.length + indent.length <= WIDTH) return flat;
  return `{\n${fields.map((field) => `${inside}${field},\n`).join('')}${indent}}`;
}

/** An input or an answer of which nothing may be shown is left out: without a mask every field is hidden. */
function maskOfCall({ schemas }: BuiltCall): Mask {
  const sides = Object.entries({ req: maskOf(schemas.input), resp: maskOf(schemas.output) });
  return Object.fromEntries(
    sides.flatMap(([side, mask]) =>
      mask === undefined || Object.keys(mask).length === 0 ? [] : [[side, mask]],
    ),
  );
}

export function callMasksModule(): string {
  const masks = builtCalls('member').map(
    ([path, call]) => `  ${quote(path)}: ${toSource(maskOfCall(call), '  ')},\n`,
  );
  return `import type { BuiltPath } from '@holdfast/contract/calls';
import type { Mask } from '@holdfast/contract/wire';

/** What the debug log may show of a call's input and of its answer. What is not named here is hidden. */
export const CALL_MASKS: Readonly<Partial<Record<BuiltPath, { readonly req?: Mask; readonly resp?: Mask }>>> = {
${masks.join('')}};
`;
}
