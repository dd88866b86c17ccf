/** A member's levels: what each opens, and what a member needs to be given it. Given by operators, who look at these conditions. */
export interface Level {
  readonly level: number;
  /** Orders in progress at once. */
  readonly locksMax: number;
  readonly needs: { readonly finishedOrders: number; readonly memberDays: number };
}

/** What the levels are as long as nobody has set another cap. */
export const LEVELS: readonly Level[] = [
  { level: 0, locksMax: 1, needs: { finishedOrders: 0, memberDays: 0 } },
  { level: 1, locksMax: 1, needs: { finishedOrders: 5, memberDays: 7 } },
  { level: 2, locksMax: 3, needs: { finishedOrders: 20, memberDays: 30 } },
];

/** The row of a level. One above the table opens what the last row does. `levels`: as operators have set them (`levelsBy`). */
export function levelOf(level: number, levels: readonly Level[]): Level {
  const last = levels.at(-1);
  const row = levels.find((each) => each.level === level) ?? last;
  if (!row) throw new TypeError('the table of levels has a row');
  return row;
}
