/** Who waits, in lines by share: shares take turns, and within one the first comes first. */
export interface Lines<T> {
  /** Throws, or refuses another one that waits, when there is no room: see `FairQueue`. */
  add(share: string, waiter: T): void;
  /** Whether a newcomer of this share would wait, or take another's place. */
  hasRoom(share: string): boolean;
  /** Takes out up to `count` whose turn it is, no two of one share. */
  take(count: number): T[];
}

export function createLines<T extends { readonly refuse: (error: Error) => void }>(limits: {
  readonly waiting: number;
  readonly full: () => Error;
}): Lines<T> {
  let waiting = 0;
  // In the order of their turns.
  const lines = new Map<string, T[]>();

  /** The line of the share that gives way to a newcomer of this one. */
  function lineThatYields(share: string): T[] | undefined {
    let longest: T[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    return longest.length > (lines.get(share)?.length ?? 0) + 1 ? longest : undefined;
  }

  function makeRoom(share: string): void {
    if (waiting < limits.waiting) return;
    const line = lineThatYields(share);
    if (!line) throw limits.full();
    line.pop()?.refuse(limits.full());
    waiting -= 1;
  }

  return {
    add(share, waiter) {
      makeRoom(share);
      const line = lines.get(share) ?? [];
      lines.set(share, line);
      line.push(waiter);
      waiting += 1;
    },
    hasRoom: (share) => waiting < limits.waiting || lineThatYields(share) !== undefined,
    take(count) {
      const taken: T[] = [];
      for (const [share, line] of [...lines].slice(0, count)) {
        taken.push(...line.splice(0, 1));
        lines.delete(share);
        if (line.length > 0) lines.set(share, line); // behind those who have waited for their turn
      }
      waiting -= taken.length;
      return taken;
    },
  };
}
