import type { BuiltPath } from '@holdfast/contract/calls';

/**
 * `command`: has one effect and carries a RID. `anyone`: goes without a session. `get`: goes to /proxyget. `endsSession`: a try in
 * another session is another command. `renewsSession`: the answer brings another token of the session.
 */
type CallFact = 'command' | 'anyone' | 'get' | 'endsSession' | 'renewsSession';

/** What an app needs of its calls at run time. `npm run gen` writes those of the member app and those of the console from the registry. */
export interface CallFacts {
  /** A plain read of a member has none and is not listed. */
  readonly facts: Readonly<Partial<Record<BuiltPath, readonly CallFact[]>>>;
  /** The pairs of a command that say who asks and are no part of its body. */
  readonly proofs: Readonly<Partial<Record<BuiltPath, readonly string[]>>>;
  /** Minutes for which the server keeps a command's answer, where it is not seven days. */
  readonly keptMinutes: Readonly<Partial<Record<BuiltPath, number>>>;
}

export const factsOf = ({ facts }: CallFacts, path: BuiltPath): readonly CallFact[] => facts[path] ?? [];
