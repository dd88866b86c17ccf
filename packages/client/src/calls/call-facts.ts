import type { BuiltPath } from '@holdfast/contract/calls';
import { ANSWER_KEPT_MINUTES_MAX } from '@holdfast/contract/constants';

/**
 * `command`: has one effect and carries a RID. `repeatable`: a command that does no harm once more. `anyone`: goes without a session. `get`: goes to
 * /proxyget. `endsSession`: a try in another session is another command. `renewsSession`: the answer brings another token of the session.
 */
type CallFact = 'command' | 'repeatable' | 'anyone' | 'get' | 'endsSession' | 'renewsSession';

export interface CallFacts {
  readonly facts: readonly CallFact[];
  /** The pairs of a command that say who asks and are no part of its body. */
  readonly proofs: readonly string[];
  /** Minutes for which the server keeps a command's answer. */
  readonly keptMinutes: number;
}

/**
 * What an app needs of its calls at run time, each way to make a call with all calls that are made so: a fifth less than a row for each. A plain
 * read of a member is not listed. `npm run gen` writes that of the member app and that of the console from the registry.
 */
export type CallTable = readonly (Partial<CallFacts> & { readonly paths: readonly BuiltPath[] })[];

export function factsOf(table: CallTable, path: BuiltPath): CallFacts {
  const found = table.find(({ paths }) => paths.includes(path));
  return { facts: [], proofs: [], keptMinutes: ANSWER_KEPT_MINUTES_MAX, ...found };
}
