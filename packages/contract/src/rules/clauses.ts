/**
 * What a validation rule answers: each clause of the rule by name, true where it holds. A form ticks the clauses while the member types;
 * the server asks whether all of them hold. Both read the same function, so they cannot disagree.
 */
export type Clauses<Name extends string = string> = Readonly<Record<Name, boolean>>;

export function allHold(clauses: Clauses): boolean {
  return Object.values(clauses).every(Boolean);
}

/** The names of the clauses that do not hold, in the order of the rule. */
export function failedClauses<Name extends string>(clauses: Clauses<Name>): Name[] {
  return (Object.keys(clauses) as Name[]).filter((name) => !clauses[name]);
}

/** Characters as a person counts them: 𠮷 is one, although it takes two UTF-16 units. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

export function isLengthBetween(text: string, min: number, max: number): boolean {
  const length = countCharacters(text);
  return length >= min && length <= max;
}
