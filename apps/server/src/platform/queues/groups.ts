import { createLines, type Lines } from './lines.ts';

export interface GroupLimits {
  /** How many are worked on together at most. */
  readonly size: number;
  /** How many groups of one key run at once. */
  readonly running: number;
  /** How many of one key may wait. */
  readonly waiting: number;
  readonly full: () => Error;
}

interface Waiter<Item, Answer> {
  readonly item: Item;
  readonly answer: (answer: Answer) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Works on what comes for one key in groups. Whoever finds nothing running starts at once; what comes meanwhile waits in memory and is the
 * next group, so groups are as large as the work is slow. No two of a group are of one share.
 */
export function createGroups<Item, Answer>(
  limits: GroupLimits,
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Answer>[]>,
): (key: string, share: string, item: Item) => Promise<Answer> {
  const keys = new Map<string, { running: number; readonly lines: Lines<Waiter<Item, Answer>> }>();

  async function runGroup(group: readonly Waiter<Item, Answer>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [index, { answer, refuse }] of group.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') answer(result.value);
        else refuse(result?.reason);
      }
    } catch (error) {
      for (const { refuse } of group) refuse(error);
    }
  }

  async function runAll(key: string): Promise<void> {
    const state = keys.get(key);
    if (!state || state.running >= limits.running) return;
    state.running += 1;
    for (;;) {
      const group = state.lines.take(limits.size);
      if (group.length === 0) break;
      await runGroup(group);
    }
    state.running -= 1;
    if (state.running === 0) keys.delete(key);
  }

  return (key, share, item) =>
    new Promise<Answer>((answer, refuse) => {
      const state = keys.get(key) ?? { running: 0, lines: createLines(limits) };
      keys.set(key, state);
      state.lines.add(share, { item, answer, refuse });
      void runAll(key);
    });
}
